"""The browser checks a finished game by itself, and finds what was changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.chromium import PLAIN_HOST
from tests.browser.conftest import Visit
from tests.browser.playing import choose, touch, wait_for_turn

pytestmark = pytest.mark.slow


def finish(page: Page, other: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for one in (page, other):
        expect(one.locator(".result")).to_be_visible()


def banqi_between_two(visit: Visit) -> tuple[Page, Page]:
    first, second = visit(), visit()
    choose(first, "banqi", against="Friend", seat="First")
    second.goto(first.url)
    second.get_by_role("button", name="Join game").click()
    assert wait_for_turn(first)
    touch(first, "a1")
    expect(second.locator(".ply")).to_have_count(1)
    return first, second


def verdicts(page: Page) -> dict[str, str]:
    page.locator(".findings").wait_for()
    items = page.locator(".findings li")
    return dict(items.evaluate_all("items => items.map(i => [i.dataset.check, i.dataset.verdict])"))


def test_a_banqi_game_between_two_browsers_is_verified(visit: Visit) -> None:
    first, second = banqi_between_two(visit)
    finish(second, first)
    first.get_by_role("link", name="Verify").click()
    found = verdicts(first)
    assert set(found) == {"chain", "signature", "receipt", "nonces", "ownNonce", "seed", "deal", "seals", "openings"}
    assert set(found.values()) - {"ok"} <= {"unchecked"}
    assert [check for check, verdict in found.items() if verdict == "unchecked"] in ([], ["signature"])
    expect(first.locator("#page .note")).to_have_text("Nothing wrong was found.")


def test_a_stratego_game_is_verified(visit: Visit) -> None:
    page = visit()
    choose(page, "stratego", seat="Red")
    page.get_by_role("button", name="Random").click()
    page.get_by_role("button", name="Ready", exact=True).click()
    assert wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Verify").click()
    found = verdicts(page)
    assert found.pop("signature") != "wrong"
    assert set(found.values()) == {"ok"}


def test_on_plain_http_all_but_the_signature_is_verified(both_sizes: Visit, address: str) -> None:
    first, second = banqi_between_two(partial(both_sizes, base=address.replace("127.0.0.1", PLAIN_HOST)))
    assert first.evaluate("() => window.isSecureContext") is False
    finish(second, first)
    first.get_by_role("link", name="Verify").click()
    found = verdicts(first)
    assert found.pop("signature") == "unchecked"
    assert set(found.values()) == {"ok"}
    expect(first.locator('[data-check="signature"]')).to_contain_text("Not checked: the signature")


def swapped_pieces(answer: dict[str, object]) -> None:
    pieces = answer["frames"][0]["pieces"]  # type: ignore[index]
    other = next(piece for piece in pieces if piece["kind"] != pieces[0]["kind"])
    pieces[0]["kind"], other["kind"] = other["kind"], pieces[0]["kind"]


def other_winner(answer: dict[str, object]) -> None:
    finished = next(entry for entry in answer["entries"] if entry["type"] == "match_finished")  # type: ignore[attr-defined]
    finished["winner"] = "second" if finished["winner"] == "first" else "first"


def other_seed(answer: dict[str, object]) -> None:
    answer["reveal"]["seed"] = "00" * 32  # type: ignore[index]


FORGERIES: list[tuple[str, Callable[[dict[str, object]], None], set[str]]] = [
    ("**/replay?*", swapped_pieces, {"deal", "seals"}),
    ("**/record", other_winner, {"chain"}),
    ("**/record", other_seed, {"seed", "deal", "seals"}),
]


def forged(change: Callable[[dict[str, object]], None]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        content = json.loads(route.fetch().text())
        change(content)
        route.fulfill(json=content)

    return answer


def test_a_changed_answer_is_found_and_an_opponent_is_reported(visit: Visit) -> None:
    first, second = banqi_between_two(visit)
    finish(second, first)
    first.get_by_text("Report this player").click()
    first.get_by_label("What happened?").fill("Left without a word")
    first.get_by_role("button", name="Send report").click()
    expect(first.get_by_text("Thank you. The administrators will look at it.")).to_be_visible()
    address = first.url.replace("/match/", "/verify/")
    for path, change, wrong in FORGERIES:
        first.route(path, forged(change))
        first.goto(address)
        found = verdicts(first)
        assert {check for check, verdict in found.items() if verdict == "wrong"} - {"signature"} == wrong
        expect(first.locator("#page .note")).to_have_text(re.compile("Something is wrong"))
        first.unroute(path)
