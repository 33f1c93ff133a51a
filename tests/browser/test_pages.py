"""The pages around the board: lobby, offers, spectators, replays, rules, settings and editors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect
from tests.browser.conftest import Visit
from tests.browser.playing import choose, name_of, settle, square, status, touch, wait_for_turn
from tests.web.servers import a_server

from damero.domain.catalogue import GAMES

pytestmark = pytest.mark.slow

FIRST_LOAD = 90_000
"""Bytes, compressed and with headers."""


def friends(visit: Visit, game: str = "drafti", *, phone: bool = False) -> tuple[Page, Page]:
    """Two browsers in one match; the first plays White, perhaps on a phone."""
    white, black = visit(phone=True) if phone else visit(), visit()
    choose(white, game, against="Friend", seat="White")
    settle(black)
    black.goto(white.url)
    black.get_by_role("button", name="Join game").click()
    assert wait_for_turn(white)
    return white, black


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[str]:
    """A server on which nobody plays: boards of live games would add to what a page loads."""
    with a_server(tmp_path) as address:
        yield address


@pytest.mark.parametrize(
    ("path", "board", "most_requests"), [("/", ".family .piece", 22), ("/rules/spanish", ".diagram .piece", 32)]
)
def test_the_first_load_is_small_and_takes_few_requests(
    visit: Visit, quiet: str, path: str, board: str, most_requests: int
) -> None:
    page = visit(base=quiet)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(path)
    expect(page.locator(board).first).to_be_attached()
    page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in answers]
    assert 0 < sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) <= FIRST_LOAD
    scripts = [answer.url for answer in answers if answer.url.endswith(".js")]
    assert len(scripts) == 2, scripts
    assert len({answer.url for answer in answers}) <= most_requests
    assert sum(answer.url.endswith("/api/games") for answer in answers) == 1


def test_a_private_game_needs_its_code(visit: Visit) -> None:
    host, guest = visit(), visit()
    settle(host)
    host.goto("/play/drafti")
    host.get_by_text("Friend", exact=True).click()
    host.get_by_text("Protect the game with a code").click()
    host.get_by_role("button", name="Play", exact=True).click()
    code = host.locator(".code strong").text_content() or ""
    guest.goto(host.url)
    guest.get_by_label("Code").fill("wrong")
    guest.get_by_role("button", name="Join game").click()
    expect(guest.locator(".prompt")).to_contain_text("code")
    guest.get_by_label("Code").fill(code)
    guest.get_by_role("button", name="Join game").click()
    expect(guest.locator(".waiting")).to_be_empty()
    expect(host.locator(".waiting")).to_be_empty()


def test_two_visitors_meet_in_the_lobby(both_sizes: Visit) -> None:
    host, guest = both_sizes(), both_sizes("/lobby")
    choose(host, "checkers", against="Anyone")
    row = guest.locator(".match-item", has_text="Checkers").first
    row.get_by_role("button", name="Join").click()
    guest.wait_for_url("**/match/*")
    assert guest.url == host.url
    expect(status(host)).to_contain_text(re.compile("Your turn|to move"))


def test_the_lobby_counts_all_games_and_leads_to_those_that_are_public(visit: Visit) -> None:
    page = visit("/lobby")
    expect(page.locator(".lobby")).to_contain_text(re.compile(r"\d+ games? in progress · Watch public games"))
    expect(page.get_by_role("link", name="in progress")).to_have_count(0)
    page.get_by_role("link", name="Watch public games").click()
    expect(page.locator("h1")).to_have_text("Watch")


def test_who_is_here_is_named_before_the_sides_are_drawn(both_sizes: Visit) -> None:
    host, guest = both_sizes(), both_sizes()
    choose(host, "checkers", against="Friend")
    guest.goto(host.url)
    name = name_of(host)
    for page, near, far in ((host, f"{name} (you)", "Waiting…"), (guest, "Waiting…", name)):
        expect(page.locator(".player-bar strong")).to_have_text([far, near])
        expect(page.locator(".player-line > .small").first).to_have_text("Random")
    guest.get_by_role("button", name="Join game").click()
    expect(guest.locator(".player-bar strong")).to_have_text([name, f"{name_of(guest)} (you)"])


def test_two_visitors_who_want_the_same_game_are_paired_at_once(visit: Visit) -> None:
    first, second = visit("/lobby"), visit("/lobby")
    for page in (first, second):
        page.get_by_label("Time per player").select_option("5+3")
        page.get_by_role("button", name="Czech draughts").click()
        page.wait_for_url("**/match/*")
    assert first.url == second.url
    expect(first.locator(".clock").first).to_have_text(re.compile(r"^\d:\d\d"))


def test_a_draw_is_offered_by_name_and_accepted(visit: Visit) -> None:
    white, black = friends(visit)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    touch(black, "9", "13")
    assert wait_for_turn(white)
    white.get_by_role("button", name="Offer draw").click()
    expect(white.locator(".prompt")).to_contain_text("You offered a draw")
    expect(black.locator(".prompt")).to_contain_text(f"{name_of(white)} offers a draw.")
    black.get_by_role("button", name="Accept").click()
    expect(status(white)).to_have_text("Draw by agreement.")
    expect(status(black)).to_have_text("Draw by agreement.")


def test_a_move_is_taken_back_when_the_opponent_agrees(visit: Visit) -> None:
    white, black = friends(visit)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    white.get_by_role("button", name="Take back").click()
    black.get_by_role("button", name="Accept").click()
    expect(white.locator(".ply")).to_have_count(0)
    expect(square(white, "22")).to_have_attribute("aria-label", re.compile("White man on 22"))
    expect(white.locator(".captured")).to_have_count(0)


def test_resigning_asks_for_confirmation_and_a_rematch_opens_a_new_match(visit: Visit) -> None:
    white, black = friends(visit)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    touch(black, "9", "13")
    assert wait_for_turn(white)
    white.get_by_role("button", name="Resign").click()
    white.get_by_role("dialog").get_by_role("button", name="No").click()
    expect(status(white)).to_contain_text("Your turn")
    white.get_by_role("button", name="Resign").click()
    white.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(status(black)).to_have_text("White resigned. You win.")
    before = white.url
    white.get_by_role("button", name="Rematch").click()
    black.get_by_role("button", name="Accept").click()
    expect(white).not_to_have_url(before)
    expect(black).to_have_url(white.url)


def test_a_spectator_sees_the_moves_and_cannot_make_any(visit: Visit) -> None:
    white, _ = friends(visit)
    watcher = visit(white.url.split("/", 3)[-1].join(["/", ""]))
    touch(white, "22", "18")
    expect(watcher.locator(".ply")).to_have_text(["22-18"])
    expect(white.locator(".spectators")).to_have_text("1 watching")
    touch(watcher, "9", "13")
    assert watcher.locator(".movable, .forced, .pending").count() == 0


def test_a_banqi_flip_turns_a_piece_over(visit: Visit) -> None:
    page = visit()
    choose(page, "banqi", against="Same device")
    assert wait_for_turn(page)
    expect(square(page, "a1")).to_have_attribute("aria-label", re.compile("^Face-down piece on a1"))
    touch(page, "a1")
    expect(square(page, "a1")).to_have_attribute("aria-label", re.compile("^(Red|Black) .* on a1"))
    counts = page.locator(".hidden-pieces li span[aria-hidden]").all_text_contents()
    assert sum(map(int, counts)) == 31


def test_a_shared_device_is_handed_over_with_the_board_covered(visit: Visit) -> None:
    page = visit()
    choose(page, "barrage", against="Same device")
    for seat in ("Red", "Blue"):
        page.locator(".editor").get_by_role("button", name=f"I am {seat}").click()
        page.locator(".editor").get_by_role("button", name="Random").click()
        page.locator(".editor").get_by_role("button", name="Ready", exact=True).click()
    cover = page.locator(".match-layout .cover")
    expect(cover).to_contain_text("Pass the device to Red")
    expect(page.locator(".match-layout .piece")).to_have_count(0)
    cover.get_by_role("button").click()
    assert wait_for_turn(page)
    expect(page.locator('.match-layout .piece[data-kind="blue-unknown"]')).to_have_count(8)


def test_an_army_is_set_up_by_drag_and_drop(visit: Visit) -> None:
    page = visit()
    choose(page, "stratego", seat="Red")
    ready = page.get_by_role("button", name="Ready", exact=True)
    expect(ready).to_be_disabled()
    cell = page.locator(".editor .square[data-square=a1]")
    page.locator('.tray-item[data-kind="red-flag"]').drag_to(cell)
    expect(cell).to_have_attribute("aria-label", re.compile("Red flag on a1"))
    cell.drag_to(page.locator(".editor .square[data-square=b2]"))
    expect(page.locator(".editor .square[data-square=b2]")).to_have_attribute(
        "aria-label", re.compile("Red flag on b2")
    )
    names = [f"{file}{rank}" for rank in range(1, 5) for file in "abcdefghij" if f"{file}{rank}" != "b2"]
    for name in names:
        kind = page.locator(".tray-item:enabled").first
        kind.drag_to(page.locator(f'.editor .square[data-square="{name}"]'))
    expect(page.locator(".editor .status")).to_have_text("Army complete")
    page.get_by_role("button", name="Mirror").click()
    expect(page.locator(".editor .square[data-square=i2]")).to_have_attribute(
        "aria-label", re.compile("Red flag on i2")
    )
    ready.click()
    assert wait_for_turn(page)


def test_a_formation_is_saved_and_listed_again(visit: Visit) -> None:
    page = visit()
    choose(page, "barrage", seat="Red")
    formations = page.get_by_role("toolbar", name="Formation")
    formations.get_by_role("button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".editor .status")).to_have_text("Army complete")
    expect(page.get_by_role("button", name="Ready", exact=True)).to_be_in_viewport()
    page.locator(".save-formation summary").click()
    page.locator(".save-formation").get_by_label("Name").fill("My wall")
    page.locator(".save-formation").get_by_role("button", name="Save formation").click()
    expect(page.locator(".save-formation [role=status]")).to_contain_text("My wall")
    page.reload()
    saved = formations.get_by_role("button", name="My wall")
    expect(saved.locator("use")).to_have_count(8)


def test_a_finished_game_is_replayed_and_shared(visit: Visit) -> None:
    white, black = friends(visit)
    touch(white, "22", "18")
    assert wait_for_turn(black)
    touch(black, "9", "13")
    assert wait_for_turn(white)
    white.get_by_role("button", name="Resign").click()
    white.get_by_role("dialog").get_by_role("button", name="Resign").click()
    white.get_by_role("link", name="Replay").click()
    white.wait_for_url("**/replay/*")
    expect(white.locator(".replay")).to_be_visible()
    white.get_by_role("button", name="First position").click()
    expect(white).to_have_url(re.compile("#0$"))
    white.get_by_role("button", name="Next move").click()
    expect(white).to_have_url(re.compile("#1$"))
    white.get_by_label("Perspective").select_option("black")
    with white.expect_download() as download:
        white.get_by_role("link", name="Download PDN").click()
    assert "22-18" in download.value.path().read_text()
    later = visit(white.url.split("/", 3)[-1].join(["/", ""]))
    expect(later.locator(".status")).to_have_text("Move 1 of 2")


def test_the_rules_are_shown_with_live_diagrams(both_sizes: Visit) -> None:
    page = both_sizes("/rules/spanish")
    expect(page.get_by_role("heading", name="Spanish draughts", level=1)).to_be_visible()
    expect(page.locator(".diagram .piece").first).to_be_attached()
    after = page.locator(".diagram .toggle button", has_text="After").first
    figure = page.locator(".diagram", has=page.locator(".toggle")).first
    before = figure.locator(".piece").evaluate_all("pieces => pieces.map(p => p.style.transform).join()")
    after.click()
    page.wait_for_function(
        "([figure, before]) => [...figure.querySelectorAll('.piece')].map(p => p.style.transform).join() !== before",
        arg=[figure.element_handle(), before],
    )


def test_a_diagram_names_the_squares_as_the_text_beside_it(visit: Visit) -> None:
    page = visit("/rules/russian")
    diagram = page.locator(".diagram").first
    expect(diagram.locator("figcaption")).to_contain_text("21-17")
    expect(diagram.locator(".coordinates text", has_text="21")).to_be_attached()


def test_every_diagram_of_every_rules_page_is_drawn(visit: Visit) -> None:
    page = visit()
    for game in GAMES:
        page.goto(f"/rules/{game.info.id}")
        expect(page.locator(".diagram").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        undrawn = page.locator(".diagram", has_not=page.locator(".board .piece"))
        expect(undrawn).to_have_count(0)


def test_no_page_is_wider_than_its_window(visit: Visit) -> None:
    page = visit()
    for path in ("/", "/play/drafti", "/lobby", "/games", "/rules/spanish", "/settings", "/editor/drafti"):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        for width in (721, 768, 960, 1024, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width, path


def test_settings_are_stored(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_text("Dark", exact=True).click()
    page.get_by_text("Slate", exact=True).click()
    page.get_by_text("Enamel", exact=True).click()
    page.reload()
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    expect(page.locator(".previews .board").first).to_have_attribute("data-style", "slate")
    expect(page.locator('.previews use[href="#discs-enamel-white-man"]').first).to_be_attached()


def test_the_page_can_be_installed(visit: Visit) -> None:
    page = visit()
    manifest = page.evaluate("() => fetch('/manifest.webmanifest').then(answer => answer.json())")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.evaluate("path => fetch(path).then(answer => answer.status)", icon["src"]) == 200


def test_a_position_is_set_up_and_played_from(both_sizes: Visit) -> None:
    page = both_sizes("/editor/spanish")
    said = page.locator(".editor .status")
    expect(said).to_have_text("A legal position with 7 moves.")
    page.get_by_role("button", name="Clear").click()
    page.locator('.tray-item[data-kind="white-king"]').drag_to(page.locator(".square[data-square='29']"))
    page.locator('.tray-item[data-kind="black-man"]').click()
    page.locator(".square[data-square='1']").click()
    text = page.get_by_label("Position as text")
    expect(text).to_have_value("W:WK29:B1")
    ways = [page.get_by_role("link", name=name) for name in ("Play from here", "Analyse")]
    for position, leads_on in (("W:W1:B1", False), ("W:WK29:B1", True)):
        text.fill(position)
        page.get_by_role("button", name="Load").click()
        for way in ways:
            expect(way).to_be_visible(visible=leads_on)
    page.get_by_role("link", name="Play from here").click()
    page.get_by_text("Same device").click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert wait_for_turn(page)
    expect(square(page, "29")).to_have_attribute("aria-label", re.compile("White king on 29"))


def test_a_banqi_player_sees_the_colour_that_was_flipped(visit: Visit) -> None:
    page = visit()
    choose(page, "banqi", against="Same device")
    assert wait_for_turn(page)
    touch(page, "a1")
    expect(page.locator(".player-bar").last).to_contain_text(re.compile(r"First\s*(Red|Black)"))


def test_an_address_that_cannot_be_read_says_so_and_leads_home(visit: Visit) -> None:
    page = visit()
    page.goto("/match/%E0%A4%A")
    expect(page.locator("h1")).to_have_text("Page not found")
    page.get_by_role("link", name="Go to the start page").click()
    expect(page.locator(".home")).to_be_visible()
