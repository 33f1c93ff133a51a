"""What is shown of a move, and in which order: hops, fights, pauses, and then the rest of the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import CHAIN, choose, settle, square, touch, wait_for_turn

from damero.domain.catalogue import game as game_of

pytestmark = pytest.mark.slow

LOG = """() => {
  const pieces = () => [...document.querySelectorAll('.match-layout .square')]
    .filter(cell => / on /.test(cell.ariaLabel)).map(cell => cell.ariaLabel.split(',')[0]);
  const covered = () => !document.querySelector('.match-layout .cover').hidden;
  const card = () => document.querySelector('.fight-card')?.ariaLabel ?? '';
  const overhang = () => {
    const edges = part => {
      const {left, right, top, bottom} = part.getBoundingClientRect();
      return [-left, -top, right, bottom];
    };
    const [outer, ...inner] = [...document.querySelectorAll('.fight-card, .fight-card *')].map(edges);
    return Math.max(0, ...inner.flatMap(side => side.map((edge, index) => edge - outer[index])));
  };
  window.effects = [];
  const plies = () => document.querySelectorAll('.ply').length;
  const status = () => document.querySelector('.match-layout .status').textContent;
  addEventListener('effect', ({detail}) =>
    effects.push({
      type: detail, pieces: pieces(), covered: covered(), fight: card(), plies: plies(), status: status(),
      overhang: overhang(),
    }));
}"""


def record_effects(page: Page, **settings: object) -> None:
    """Reload the page with animation, and record every effect from now on."""
    settle(page, **({"animation": 120} | settings))
    page.reload()
    page.locator(".match-layout .square").first.wait_for(state="attached")
    page.evaluate(LOG)


def types(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => effects.map(({type}) => type)")
    return found


def wait_for_effects(page: Page, *wanted: str) -> None:
    page.wait_for_function("wanted => effects.map(e => e.type).join(' ').includes(wanted)", arg=" ".join(wanted))


def fight_on_one_device(page: Page, pieces: dict[str, str], *, colour: str = "red") -> None:
    start = game_of("stratego").write_pieces(pieces, colour)
    choose(page, "stratego", against="Same device", start=start)
    record_effects(page)
    page.locator(".cover button").click()


def test_the_computer_answers_after_the_own_move_was_shown_and_a_pause(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "drafti", seat="White")
    record_effects(page)
    assert wait_for_turn(page)
    touch(page, "22", "18")
    wait_for_effects(page, "hop", "shown", "played", "shown", "pause", "hop", "played", "shown")
    log = page.evaluate("() => effects")
    own, reply = [index for index, effect in enumerate(log) if effect["type"] == "hop"]
    assert "White man on 18" in log[own]["pieces"]
    assert log[own]["plies"] == 0
    assert log[reply - 1]["plies"] == 1


def test_a_multiple_capture_goes_hop_by_hop_and_each_victim_leaves_as_it_is_jumped(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "spanish", against="Same device", start=CHAIN)
    record_effects(page)
    assert wait_for_turn(page)
    touch(page, "30", "5")
    wait_for_effects(page, "hop", "hop", "hop", "shown")
    stages = page.evaluate("() => effects.filter(e => e.type === 'hop').map(e => e.pieces)")
    assert [sum("Black" in piece for piece in pieces) for pieces in stages] == [3, 2, 1]
    assert [next(p for p in pieces if "White man" in p and "32" not in p) for pieces in stages] == [
        "White man on 23",
        "White man on 14",
        "White man on 5",
    ]


def test_a_man_is_crowned_when_it_arrives(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "spanish", against="Same device", start="W:W5,32:B20,21")
    record_effects(page)
    assert wait_for_turn(page)
    touch(page, "5", "1")
    wait_for_effects(page, "hop", "shown", "played", "shown")
    assert "White man on 1" in page.evaluate("() => effects[0].pieces")
    expect(square(page, "1")).to_have_attribute("aria-label", re.compile("White king on 1"))


def test_the_start_position_is_seen_before_the_computer_begins(both_sizes: Visit) -> None:
    page = both_sizes()
    choose(page, "drafti", seat="Black")
    page.wait_for_function("() => document.querySelectorAll('.ply').length > 0")
    page.add_init_script("window.effects = []; addEventListener('effect', e => effects.push(e.detail))")
    settle(page, animation=120)
    page.reload()
    page.wait_for_function("() => window.effects?.join(' ').startsWith('pause hop played shown')")


def test_a_move_interrupts_what_is_still_being_shown(visit: Visit) -> None:
    page = visit()
    choose(page, "drafti", seat="White")
    record_effects(page, animation=420)
    assert wait_for_turn(page)
    touch(page, "22", "18")
    wait_for_effects(page, "pause", "hop")
    touch(page, "21")
    assert page.locator(".ply").count() == 2
    expect(page.locator(".selected")).to_be_attached()


FIGHTS: dict[str, tuple[dict[str, str], str, str]] = {
    "attacker": ({"e5": "red-captain", "e6": "blue-lieutenant"}, "Red captain (6) defeats Blue lieutenant (5)", "Red"),
    "defender": ({"e5": "red-lieutenant", "e6": "blue-captain"}, "Blue captain (6) defeats Red lieutenant (5)", "Blue"),
    "none": ({"e5": "red-captain", "e6": "blue-captain"}, "Red captain (6) and Blue captain (6) both fall", ""),
}


@pytest.mark.parametrize("case", FIGHTS)
def test_a_fight_is_shown_before_the_pieces_change_and_before_the_board_is_covered(visit: Visit, case: str) -> None:
    pieces, text, survivor = FIGHTS[case]
    page = visit(phone=case == "none")
    fight_on_one_device(page, {"a1": "red-flag", "j10": "blue-flag", "b1": "red-miner", "i10": "blue-miner", **pieces})
    touch(page, "e5", "e6")
    wait_for_effects(page, "fight")
    shown = page.evaluate("() => effects.find(({type}) => type === 'fight')")
    assert shown["fight"] == text
    assert shown["status"] == "Fight!"
    assert not shown["covered"]
    assert shown["overhang"] <= 1, "nothing sticks out of the card"
    assert any(piece.endswith("on e5") for piece in shown["pieces"])
    assert any(piece.endswith("on e6") for piece in shown["pieces"])
    wait_for_effects(page, "played", "shown")
    expect(page.locator(".match-layout .cover")).to_be_visible()
    assert ("hop" in types(page)) == (case == "attacker")
    page.locator(".cover button").click()
    expect(page.locator(".fight")).to_have_text(re.compile(re.escape(text)))
    assert types(page)[-1] == "fight"
    expected = re.compile(f"{survivor} .* on e6" if survivor else "e6, empty")
    expect(square(page, "e6")).to_have_attribute("aria-label", expected)


def test_a_fight_with_animation_off_is_told_in_words(visit: Visit) -> None:
    page = visit()
    pieces = {"a1": "red-flag", "j10": "blue-flag", "b1": "red-miner", "i10": "blue-miner"}
    fight_on_one_device(page, {**pieces, **FIGHTS["attacker"][0]})
    settle(page)
    page.reload()
    page.locator(".cover button").click()
    touch(page, "e5", "e6")
    expect(page.locator(".visually-hidden[role=status]")).to_contain_text("Red captain (6) defeats Blue lieutenant (5)")
    assert page.locator(".fight-card").count() == 0
