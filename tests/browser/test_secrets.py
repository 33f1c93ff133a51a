"""What travels to a browser in the hidden games: nothing that its player may not know."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, touch, wait_for_turn

from damero.domain.catalogue import game as game_of

pytestmark = pytest.mark.slow

CATALOGUE = ("/static/", "/api/games", "/favicon", "/manifest")


class Traffic:
    """Everything that a page was sent, as text."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("response", self._answered)
        page.on("websocket", self._opened)

    def _answered(self, response: Response) -> None:
        path = response.url.split("/", 3)[-1]
        if not f"/{path}".startswith(CATALOGUE) and "json" in response.headers.get("content-type", ""):
            self.texts.append(response.text())

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))

    def all(self) -> str:
        return "\n".join(self.texts)


def test_an_army_is_not_sent_to_its_enemy(visit: Visit) -> None:
    red, blue = visit(), visit()
    seen = {"red": Traffic(red), "blue": Traffic(blue)}
    choose(red, "stratego", against="A friend", seat="Red")
    blue.goto(red.url)
    blue.get_by_role("button", name="Join this game").click()
    for page in (red, blue):
        page.get_by_role("button", name="Random").click()
        page.get_by_role("button", name="Ready").click()
    assert wait_for_turn(red)
    mover = red.locator('.stage .square[aria-label*="can move"]').first.get_attribute("data-square") or ""
    touch(red, mover, f"{mover[0]}{int(mover[1:]) + 1}")
    assert wait_for_turn(blue)
    ranks = [kind.id for kind in game_of("stratego").info.pieces if "unknown" not in kind.id]
    for side, enemy in (("red", "blue"), ("blue", "red")):
        text = seen[side].all()
        assert f'"{enemy}-unknown"' in text
        assert f'"{side}-flag"' in text
        leaked = [kind for kind in ranks if kind.startswith(enemy) and f'"{kind}"' in text]
        assert not leaked or leaked_only_in_counts(seen[side], leaked), leaked


def leaked_only_in_counts(traffic: Traffic, kinds: list[str]) -> bool:
    """How many of each rank an army has is no secret; where they stand is."""
    return not any(f'"kind":"{kind}","marks"' in text for text in traffic.texts for kind in kinds)


def test_the_deal_of_banqi_is_not_sent_before_it_is_flipped(visit: Visit) -> None:
    page = visit()
    seen = Traffic(page)
    choose(page, "banqi", against="Two people here")
    assert wait_for_turn(page)
    for square in ("a1", "b2", "c3"):
        touch(page, square)
        expect(page.locator(f'.stage .square[data-square="{square}"]')).not_to_have_attribute("aria-label", "Face-down")
        page.wait_for_function("() => !document.querySelector('.pending')")
    opened = page.locator(".ply").all_text_contents()
    assert len(opened) == 3
    for text in seen.texts:
        if '"view"' not in text:
            continue
        view = json.loads(text)["state"]["view"]
        known = [piece for piece in view["pieces"] if piece["kind"] != "face-down"]
        assert len(known) <= 3
        assert {piece["square"] for piece in known} <= {"a1", "b2", "c3"}
        assert len(view["text"].split()) == 3, "The text must not carry the deal."
