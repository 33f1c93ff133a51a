"""Tools around the board: arrows and circles, zen mode, board size, confirmation by speed, looks and sounds."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, settle, square, touch, wait_for_turn
from tests.browser.test_pages import friends

from damero import art

pytestmark = pytest.mark.slow

LOUDNESS = """async volume => {
  const { schedule, SOUND_NAMES } = await import('/static/js/ui/sound.js');
  const peaks = SOUND_NAMES.map(async name => {
    const context = new OfflineAudioContext(1, 44100, 44100);
    schedule(context, name, volume);
    const samples = (await context.startRendering()).getChannelData(0);
    return [name, samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)];
  });
  return Object.fromEntries(await Promise.all(peaks));
}"""


def centre(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(page: Page, start: str, end: str, key: str | None = None) -> None:
    """Draw with the right button, while a key is held."""
    if key:
        page.keyboard.down(key)
    page.mouse.move(*centre(square(page, start)))
    page.mouse.down(button="right")
    page.mouse.move(*centre(square(page, end)))
    page.mouse.up(button="right")
    if key:
        page.keyboard.up(key)


def a_game(page: Page) -> None:
    choose(page, "drafti", against="Same device")
    assert wait_for_turn(page)


def test_arrows_and_circles_are_drawn_by_the_right_button_and_by_keys(visit: Visit) -> None:
    page = visit()
    a_game(page)
    arrows, circles = page.locator(".shapes .arrow"), page.locator(".shapes .circle")
    draw(page, "22", "18")
    draw(page, "18", "18", "Shift")
    expect(arrows).to_have_count(1)
    expect(circles).to_have_attribute("stroke", "#c0271c")
    expect(square(page, "22")).to_have_attribute("aria-label", re.compile("green arrow to 18"))
    expect(square(page, "18")).to_have_attribute("aria-label", re.compile("red circle"))
    expect(page.locator(".ply")).to_have_count(0)
    draw(page, "22", "18")
    expect(arrows).to_have_count(0)
    page.mouse.click(*centre(square(page, "14")))
    expect(circles).to_have_count(0)
    square(page, "22").focus()
    page.keyboard.press("c")
    page.keyboard.press("a")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Alt+a")
    expect(circles).to_have_count(1)
    expect(square(page, "22")).to_have_attribute("aria-label", re.compile("green circle, blue arrow to 1[78]"))
    page.keyboard.press("Escape")
    expect(page.locator(".shapes > *")).to_have_count(0)
    draw(page, "9", "13")
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.locator(".shapes > *")).to_have_count(0)


def test_two_players_at_one_device_keep_their_sides(visit: Visit) -> None:
    page = visit()
    a_game(page)
    place = centre(square(page, "22"))
    touch(page, "22", "18")
    expect(page.locator(".ply")).to_have_count(1)
    assert wait_for_turn(page)
    assert centre(square(page, "22")) == place
    expect(page.locator(".player-bar").last).to_contain_text("White")


class Finger:
    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def event(self, kind: Literal["touchStart", "touchMove", "touchEnd"], *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_a_long_press_draws_and_a_tap_removes_what_was_drawn(visit: Visit) -> None:
    page = visit(phone=True)
    a_game(page)
    finger, start, end = Finger(page), centre(square(page, "22")), centre(square(page, "18"))
    finger.event("touchStart", start)
    expect(page.locator(".shapes .circle")).to_have_count(1)
    finger.event("touchMove", end)
    expect(page.locator(".shapes .arrow")).to_have_count(1)
    finger.event("touchEnd")
    expect(page.locator(".shapes .arrow")).to_have_count(1)
    expect(page.locator(".selected, .ply")).to_have_count(0)
    page.touchscreen.tap(*centre(square(page, "14")))
    expect(page.locator(".shapes > *")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_zen_mode_shows_only_the_board_the_players_and_what_is_asked(visit: Visit, phone: bool) -> None:
    page = visit(phone=phone)
    a_game(page)
    touch(page, "22", "18")
    if phone:
        page.get_by_role("button", name="Zen mode").click()
    else:
        page.keyboard.press("z")
    for hidden in (".top-bar", ".controls", ".match-side"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".player-bar")).to_have_count(2)
    touch(page, "12", "8")
    expect(page.locator(".prompt")).to_contain_text("Why not?")
    page.reload()
    assert wait_for_turn(page)
    expect(page.locator(".controls")).to_be_hidden()
    page.get_by_role("button", name="Leave zen mode").click()
    expect(page.locator(".controls")).to_be_visible()
    page.keyboard.press("z")
    page.goto("/settings")
    expect(page.locator(".top-bar")).to_be_visible()


def width(page: Page) -> float:
    box = page.locator(".board").bounding_box()
    assert box is not None
    return box["width"]


def test_the_board_is_resized_by_its_handle_and_by_keys_and_stays_so(visit: Visit) -> None:
    page = visit()
    a_game(page)
    full, handle = width(page), page.get_by_role("slider", name="Board size")
    x, y = centre(handle)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 60, steps=3)
    page.mouse.up()
    smaller = width(page)
    assert full - 130 < smaller < full - 110
    handle.press("PageDown")
    assert width(page) < smaller
    chosen = handle.get_attribute("aria-valuenow")
    page.reload()
    assert wait_for_turn(page)
    expect(handle).to_have_attribute("aria-valuenow", chosen or "")
    handle.press("End")
    assert width(page) == full
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("Zen mode")


def test_moves_are_confirmed_at_the_chosen_speeds_and_enter_confirms(both_sizes: Visit) -> None:
    page = both_sizes("/settings")
    page.get_by_label("Without a clock").check()
    settled = page.evaluate("() => JSON.parse(localStorage.getItem('damero.settings')).confirm")
    assert settled == ["correspondence", "unlimited"]
    a_game(page)
    settle(page, confirm=settled)
    page.reload()
    assert wait_for_turn(page)
    square(page, "22").press("Enter")
    square(page, "18").press("Enter")
    expect(page.locator(".prompt")).to_contain_text("Play 22-18?")
    expect(page.locator(".ply")).to_have_count(0)
    square(page, "18").press("Enter")
    expect(page.locator(".ply")).to_have_text(["22-18"])


@pytest.mark.parametrize("phone", [False, True])
def test_every_board_and_piece_set_is_previewed(visit: Visit, phone: bool) -> None:
    page = visit("/settings", phone=phone)
    previews = page.locator(".previews")
    expect(previews.locator(".piece").first).to_be_attached()
    for theme in art.themes():
        page.locator(f'input[value="{theme}"]').check()
        expect(previews.locator(".board").first).to_have_attribute("data-style", theme)
    for group, sets in art.PIECE_SETS.items():
        for name in sets:
            page.locator(f'input[value="{name}"]').first.check()
            expect(previews.locator(f'use[href^="#{group}-{name}-"]').first).to_be_attached()
    expect(previews).to_be_in_viewport()


def test_every_sound_is_heard_softly_and_follows_the_volume(visit: Visit) -> None:
    page = visit()
    loud, soft = page.evaluate(LOUDNESS, 1), page.evaluate(LOUDNESS, 0.1)
    needed = {"move", "capture", "crown", "flip", "fight", "clockLow", "won", "lost", "drawn"}
    assert needed <= loud.keys()
    assert all(0.03 < peak < 1 for peak in loud.values()), loud
    assert all(soft[name] < loud[name] / 3 for name in loud), (soft, loud)


RECORD_PITCHES = """window.pitches = [];
for (const name of ["OscillatorNode", "BiquadFilterNode"]) {
  const Real = window[name];
  window[name] = class extends Real {
    constructor(context, options) {
      super(context, options);
      pitches.push(options.frequency);
    }
  };
}"""


def heard(page: Page) -> tuple[float, ...]:
    """The pitches of what has been played since the last time; waits until there are some."""
    page.wait_for_function("() => pitches.length > 0")
    return tuple(page.evaluate("() => pitches.splice(0)"))


def with_sound(page: Page) -> None:
    settle(page, sound=True)
    page.add_init_script(RECORD_PITCHES)
    page.reload()
    assert wait_for_turn(page)


def test_a_move_a_capture_and_a_crowning_have_sounds_of_their_own(visit: Visit) -> None:
    page = visit()
    choose(page, "spanish", against="Same device", start="W:W5,22,32:B13,20")
    with_sound(page)
    sounds = []
    for start, end in (("22", "17"), ("13", "22"), ("5", "1")):
        touch(page, start, end)
        expect(page.locator(".ply")).to_have_count(len(sounds) + 1)
        sounds.append(heard(page))
    move, capture, crowning = sounds
    assert move != capture
    assert set(crowning) > set(move), "a move, and then the crown"


def test_the_winner_and_the_loser_hear_different_sounds(visit: Visit) -> None:
    white, black = friends(visit)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    settle(white, sound=True)
    white.add_init_script(RECORD_PITCHES)
    white.reload()
    square(white, "14").click()
    with_sound(black)
    black.get_by_role("button", name="Resign").click()
    black.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page in (white, black):
        expect(page.locator(".result")).to_be_visible()
    assert heard(white) != heard(black)


def test_square_numbers_are_legible_on_a_narrow_phone(visit: Visit) -> None:
    page = visit(phone=True)
    choose(page, "international", against="Same device")
    assert wait_for_turn(page)
    names = page.locator(".square-name")
    expect(names).to_have_count(50)
    height = names.first.evaluate("name => name.getBoundingClientRect().height")
    assert height >= 9
