from __future__ import annotations

import pytest
from tests.application.fixtures import begin, create, current, play, play_at_random, settled

from damero.application.analyse import analyse_position
from damero.application.analysed_position import AnalysedPosition
from damero.application.commands import EngineOpponent, Resign
from damero.application.ports import Requester
from damero.application.resign import resign
from damero.application.resume import resume
from damero.application.services import Services
from damero.domain.analysis import Analysis
from damero.domain.errors import DameroError
from damero.domain.game import Position, Seat

pytestmark = pytest.mark.asyncio
EVE = Requester("eve")


async def analysed(services: Services, wanted: AnalysedPosition, lines: int = 2) -> list[Analysis]:
    return [found async for found in analyse_position(services, wanted, lines, 2_000, EVE)]


def turned(position: Position) -> str:
    """The position with the colours exchanged, seen from the other side of the board."""
    swapped = {"white-man": "B", "white-king": "BK", "black-man": "W", "black-king": "WK"}
    pieces = [(swapped[piece.kind], 33 - int(piece.square)) for piece in position.view(None).pieces]
    sides = (",".join(f"{kind[1:]}{square}" for kind, square in pieces if kind[0] == side) for side in "WB")
    return f"{'B' if position.to_move == 'white' else 'W'}:" + ":".join(map("".join, zip("WB", sides, strict=True)))


async def end(services: Services, match_id: str) -> Seat:
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    await settled(services)
    return "ana"


async def test_a_position_is_analysed_ever_deeper(services: Services) -> None:
    found = await analysed(services, AnalysedPosition(game_id="drafti", moves=("21-17",)))
    assert [analysis.depth for analysis in found] == [1, 2, 3]
    assert all(len(analysis.lines) == 2 for analysis in found)


async def test_a_position_that_people_are_playing_is_refused_until_their_match_is_over(services: Services) -> None:
    match_id = await begin(services, "spanish")
    await play_at_random(services, match_id, 4)
    await settled(services)
    match = await current(services, match_id)
    moves = tuple(str(played.move) for played in match.moves)
    for played in (moves, moves[:-1]):
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await analysed(services, AnalysedPosition(game_id="spanish", moves=played))
    text = match.position.text if match.position else None
    for variant in ("spanish", "checkers"):
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await analysed(services, AnalysedPosition(game_id=variant, text=text))
    assert match.position is not None
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await analysed(services, AnalysedPosition(game_id="spanish", text=turned(match.position)))
    assert await analysed(services, AnalysedPosition(game_id="spanish")), "everybody knows the start position"
    await end(services, match_id)
    assert await analysed(services, AnalysedPosition(game_id="spanish", moves=moves))


async def test_a_position_that_people_play_is_refused_after_a_restart_too(services: Services) -> None:
    match_id = await begin(services, "spanish")
    await play_at_random(services, match_id, 2)
    moves = tuple(str(played.move) for played in (await current(services, match_id)).moves)
    services.running_positions = type(services.running_positions)()
    await resume(services)
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await analysed(services, AnalysedPosition(game_id="spanish", moves=moves))


async def test_a_position_of_a_game_against_an_engine_can_be_analysed(services: Services) -> None:
    match_id = await create(services, "drafti", opponent=EngineOpponent(1), seat="white")
    await play(services, match_id, "21-17")
    await settled(services)
    assert await analysed(services, AnalysedPosition(game_id="drafti", moves=("21-17",)))


@pytest.mark.parametrize("game_id", ["barrage", "banqi", "drafti"])
async def test_a_match_is_analysed_only_after_its_end(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    await play_at_random(services, match_id, 6)
    wanted = AnalysedPosition(match_id=match_id, ply=5)
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await analysed(services, wanted)
    await end(services, match_id)
    found = await analysed(services, wanted)
    assert found[-1].lines


async def test_a_game_with_hidden_pieces_is_not_analysed_by_a_text(services: Services) -> None:
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await analysed(services, AnalysedPosition(game_id="barrage"))


async def test_a_finished_position_has_nothing_to_analyse(services: Services) -> None:
    with pytest.raises(DameroError, match="GAME_OVER"):
        await analysed(services, AnalysedPosition(game_id="russian", text="W:W:B1"))
