"""Moves that are played freely on the analysis board, and what may be asked about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.application.fixtures import ANA, BEN, begin, create, current, opened_services, play_at_random, settled

from damero.application.analyse import analyse_position
from damero.application.analysed_position import AnalysedPosition, position_to_analyse
from damero.application.commands import JoinMatch, PlaceArmy, Resign
from damero.application.explore_openings import explore_openings
from damero.application.join_match import join_match
from damero.application.open_tree import open_match, open_text
from damero.application.place_army import place_army
from damero.application.play_line import MOST_POSITIONS, play_line
from damero.application.ports import Requester, WhichGames
from damero.application.probe_endings import probe_endings
from damero.application.resign import resign
from damero.application.services import Services
from damero.domain.beginning import placed_game
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game_tree import GameTree
from damero.domain.game_tree.text import read_tree, write_tree

pytestmark = pytest.mark.asyncio
EVE = Requester("eve")
KINGS = "W:WK6,K13,K29:BK3"


async def end(services: Services, match_id: str) -> None:
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    await settled(services)


async def test_a_line_is_played_from_any_ply_on(services: Services) -> None:
    wanted = AnalysedPosition(game_id="english", moves=("11-15", "23-19", "8-11"))
    whole = await play_line(services, wanted, 0)
    assert [one.move for one in whole] == [None, "11-15", "23-19", "8-11"]
    assert [one.view.to_move for one in whole] == ["black", "white", "black", "white"]
    assert await play_line(services, wanted, 3) == whole[3:]
    assert whole[3].ply is not None
    assert whole[3].ply.squares == ("8", "11")
    assert {str(move) for move in whole[0].moves} == {str(move) for move in game("english").initial().legal_moves()}


async def test_a_move_is_written_as_the_rules_write_it_and_a_wrong_one_is_refused(services: Services) -> None:
    (after,) = await play_line(services, AnalysedPosition(game_id="russian", moves=("c3-d4",)), 1)
    assert after.move == "22-18"
    with pytest.raises(DameroError, match="ILLEGAL"):
        await play_line(services, AnalysedPosition(game_id="russian", moves=("22-13",)), 0)


async def test_a_long_line_comes_in_several_answers(services: Services) -> None:
    there_and_back = ("6-1", "32-28", "1-6", "28-32") * 20
    wanted = AnalysedPosition(game_id="english", text="B:WK32:BK6", moves=there_and_back)
    found = await play_line(services, wanted, 0)
    assert len(found) == MOST_POSITIONS
    assert any(one.outcome for one in found), "a game that is looked at goes on after a draw by the rules"
    assert len(await play_line(services, wanted, len(found))) == 81 - MOST_POSITIONS


async def test_what_lies_face_down_stays_unknown_until_it_is_flipped(services: Services) -> None:
    opened = await open_text(services, "", "banqi")
    start = read_tree(opened.tree).start.text
    wanted = AnalysedPosition(game_id="banqi", text=start, moves=("a1?",))
    before, after = await play_line(services, wanted, 0)
    assert {piece.kind for piece in before.view.pieces} == {"face-down"}
    assert [piece.kind != "face-down" for piece in after.view.pieces].count(True) == 1
    assert await play_line(services, wanted, 0) == (before, after), "the deal belongs to the tree"


async def test_games_with_hidden_pieces_are_not_played_freely(services: Services) -> None:
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await play_line(services, AnalysedPosition(game_id="barrage"), 0)
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await open_text(services, "", "stratego")


@pytest.mark.parametrize("game_id", ["barrage", "banqi", "drafti"])
async def test_a_match_is_opened_only_after_its_end(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    await play_at_random(services, match_id, 4)
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await open_match(services, match_id)
    await end(services, match_id)
    opened = await open_match(services, match_id)
    match = await current(services, match_id)
    assert (opened.game_id, opened.match_id) == (game_id, match_id)
    assert [str(played.move) for played in match.moves] == _moves_in(opened.tree)
    assert '"start"' not in opened.tree or not match.info.hidden


@pytest.mark.parametrize("game_id", ["banqi", "banqi-taiwan"])
async def test_the_pieces_of_a_finished_game_lie_where_they_lay(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    await play_at_random(services, match_id, 20)
    await end(services, match_id)
    opened, match = await open_match(services, match_id), await current(services, match_id)
    start = read_tree(opened.tree).start.text
    wanted = AnalysedPosition(game_id=game_id, text=start, moves=tuple(_moves_in(opened.tree)))
    shown = await play_line(services, wanted, 0)
    assert [one.ply for one in shown[1:]] == list(match.plies)
    assert (await position_to_analyse(services, wanted)).view(None) == shown[-1].view


def _moves_in(tree: str) -> list[str]:
    return [move for part in json.loads(tree)["moves"] for move in part.split()]


async def test_texts_of_all_kinds_are_opened(services: Services) -> None:
    tree = GameTree(game("english").initial()).play("11-15", "23-19").add(("11-15",), "22-18")
    tree = tree.annotate(("11-15", "22-18"), comment="Sharper.", glyphs=(5,))
    written = write_tree(tree)
    assert (await open_text(services, written, None)).tree == written
    noted = '[GameType "21"]\n\n1. 11-15 23-19 (22-18!? {Sharper.}) *\n'
    assert read_tree((await open_text(services, noted, None)).tree) == tree
    assert (await open_text(services, "1. 11-15 23-19", "english")).tree == '{"game":"english","moves":["11-15 23-19"]}'
    assert '"start":"W:WK6,K13,K29:BK3"' in (await open_text(services, KINGS, "spanish")).tree
    assert (await open_text(services, "", "spanish")).tree == '{"game":"spanish","moves":[]}'


@pytest.mark.parametrize(
    ("text", "game_id"),
    [
        ("nonsense", "spanish"),
        ("nonsense", None),
        ("", None),
        ("{}", None),
        ("1. 11-15 9-13", "english"),
        ("x", "banqi"),
    ],
)
async def test_a_text_that_cannot_be_read_is_refused_with_a_reason(
    services: Services, text: str, game_id: str | None
) -> None:
    with pytest.raises(DameroError) as refusal:
        await open_text(services, text, game_id)
    assert refusal.value.sentence


async def test_the_tables_tell_the_result_of_every_move(services: Services) -> None:
    wanted = AnalysedPosition(game_id="spanish", text=KINGS)
    known = await probe_endings(services, wanted)
    position = game("spanish").read_position(KINGS)
    assert {one.move for one in known} == {str(move) for move in position.legal_moves()}
    assert known[0].result == 1
    assert [one.result for one in known] == sorted((one.result for one in known), reverse=True)
    assert await probe_endings(services, AnalysedPosition(game_id="spanish")) == ()
    assert await probe_endings(services, AnalysedPosition(game_id="international")) == ()
    assert await probe_endings(services, AnalysedPosition(game_id="banqi")) == ()


async def test_a_threat_is_what_the_other_side_would_play(services: Services) -> None:
    wanted = AnalysedPosition(game_id="russian", text="W:W22,27:B15,11", threat=True)
    *_, deepest = [found async for found in analyse_position(services, wanted, 1, 2_000, EVE)]
    turned = game("russian").read_position("B:W22,27:B15,11")
    assert deepest.lines[0].moves[0] in {str(move) for move in turned.legal_moves()}
    for refused in (AnalysedPosition(game_id="banqi", threat=True), AnalysedPosition(game_id="russian", text="W:W:B1")):
        with pytest.raises(DameroError, match=r"NO_THREAT|GAME_OVER"):
            _ = [found async for found in analyse_position(services, refused, 1, 2_000, EVE)]


async def test_nothing_is_told_about_a_position_that_people_play_whoever_is_to_move(services: Services) -> None:
    match_id = await begin(services, "spanish")
    await play_at_random(services, match_id, 5)
    await settled(services)
    position = (await current(services, match_id)).position
    assert position is not None
    other = {"W": "B", "B": "W"}[position.text[0]] + position.text[1:]
    for text in (position.text, other):
        for threat in (False, True):
            wanted = AnalysedPosition(game_id="spanish", text=text, threat=threat)
            with pytest.raises(DameroError, match="BEING_PLAYED"):
                _ = [found async for found in analyse_position(services, wanted, 1, 2_000, EVE)]
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await probe_endings(services, AnalysedPosition(game_id="spanish", text=text))


async def _refusals(folder: Path, formation: int) -> list[str]:
    """What the analysis board says about a running match in which Ben has placed one of his ready-made armies."""
    async with opened_services(folder) as services:
        match_id = await create(services, "barrage", seat="red")
        await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=BEN, nonce="ben's"))
        match = await current(services, match_id)
        for player, number in ((ANA, 0), (BEN, formation)):
            seat = match.seat_of(player.id)
            army = tuple(placed_game(match.game).formations(seat).values())[number]
            await place_army(services, PlaceArmy(command_id="army", match_id=match_id, by=player.id, army=army))
        await settled(services)
        told = []
        for asking in (
            open_match(services, match_id),
            position_to_analyse(services, AnalysedPosition(match_id=match_id, ply=0)),
            probe_endings(services, AnalysedPosition(match_id=match_id)),
            explore_openings(services, AnalysedPosition(match_id=match_id), WhichGames()),
        ):
            with pytest.raises(DameroError) as refusal:
                await asking
            told.append(str(refusal.value))
        return told


async def test_what_is_said_about_a_running_match_does_not_depend_on_its_secrets(tmp_path: Path) -> None:
    twins = []
    for formation in (0, 1):
        (tmp_path / str(formation)).mkdir()
        twins.append(await _refusals(tmp_path / str(formation), formation))
    assert twins[0] == twins[1]
    assert all("STILL_SECRET" in told for told in twins[0])
