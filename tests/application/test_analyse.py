from __future__ import annotations

import pytest
from tests.application.fixtures import begin, create, current, play, play_at_random, settled

from damero.application import running_positions
from damero.application.analyse import analyse_position
from damero.application.analysed_position import AnalysedPosition, position_to_analyse
from damero.application.commands import EngineOpponent, Resign
from damero.application.ports import Requester
from damero.application.resign import resign
from damero.application.resume import resume
from damero.application.services import Services
from damero.domain.analysis import Analysis
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Position, Seat
from damero.domain.position_key import position_key

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


def uncommon(services: Services, position: Position) -> bool:
    return not services.opening_book.moves(position.info.id, position_key(position))


async def test_the_next_move_does_not_pass_by_fair_play(services: Services) -> None:
    """Neither a line through a running game, nor a position one move ahead of it, nor one some moves back."""
    match_id = await begin(services, "spanish")
    await play_at_random(services, match_id, 14)
    await settled(services)
    match = await current(services, match_id)
    moves, present = tuple(str(played.move) for played in match.moves), match.position
    assert present is not None
    assert uncommon(services, present)
    following = str(present.legal_moves()[0])
    after = present.play(following)
    then = str(after.legal_moves()[0])
    for asked in (
        AnalysedPosition(game_id="spanish", moves=(*moves, following)),
        AnalysedPosition(game_id="spanish", moves=(*moves, following, then)),
        AnalysedPosition(game_id="spanish", text=after.text),
        AnalysedPosition(game_id="spanish", text=turned(after)),
        AnalysedPosition(game_id="spanish", text=after.text, moves=(then,)),
        AnalysedPosition(game_id="spanish", moves=moves[:-6]),
        AnalysedPosition(game_id="spanish", moves=moves[:-6], threat=True),
    ):
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await position_to_analyse(services, asked)
    for move in present.legal_moves():
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await position_to_analyse(services, AnalysedPosition(game_id="spanish", text=present.play(move).text))
    await end(services, match_id)
    assert await position_to_analyse(services, AnalysedPosition(game_id="spanish", moves=(*moves, following)))


async def test_an_opening_that_many_games_share_stays_open(services: Services) -> None:
    """Somebody else's game goes through it, and yet it can be studied, also with other moves."""
    book: list[str] = []
    position = game("spanish").initial()
    while known := services.opening_book.moves("spanish", position_key(position)):
        book.append(known[0].move)
        position = position.play(book[-1])
    assert len(book) >= 6
    match_id = await begin(services, "spanish")
    for move in book[:6]:
        await play(services, match_id, move)
    await settled(services)
    through = AnalysedPosition(game_id="spanish", moves=tuple(book))
    assert await position_to_analyse(services, through)
    position = game("spanish").initial()
    for count, move in enumerate(book[:2]):
        for other in map(str, position.legal_moves()):
            if other != move:
                assert await position_to_analyse(
                    services, AnalysedPosition(game_id="spanish", moves=(*book[:count], other))
                )
        position = position.play(move)
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await position_to_analyse(services, AnalysedPosition(game_id="spanish", moves=tuple(book[:6])))


async def test_a_move_of_a_game_in_its_opening_is_refused_where_the_book_does_not_know_it(services: Services) -> None:
    match_id = await begin(services, "spanish")
    await play_at_random(services, match_id, 6)
    await settled(services)
    match = await current(services, match_id)
    moves, present = tuple(str(played.move) for played in match.moves), match.position
    assert present is not None
    assert uncommon(services, present)
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await position_to_analyse(
            services, AnalysedPosition(game_id="spanish", moves=(*moves, str(present.legal_moves()[0])))
        )


async def test_a_flip_of_a_running_game_is_not_analysed_with_any_piece_in_its_place(services: Services) -> None:
    match_id = await begin(services, "banqi")
    await play_at_random(services, match_id, 2)
    await settled(services)
    present = (await current(services, match_id)).position
    assert present is not None
    seen = present.view(None).text
    assert seen is not None
    flip = next(move for move in present.legal_moves() if len(move.squares) == 1)
    for asked in (seen, present.play(flip).view(None).text):
        with pytest.raises(DameroError, match="BEING_PLAYED"):
            await position_to_analyse(services, AnalysedPosition(game_id="banqi", text=asked))


async def test_a_position_that_people_play_is_refused_after_a_restart_too(services: Services) -> None:
    match_id = await begin(services, "spanish")
    await play_at_random(services, match_id, 2)
    moves = tuple(str(played.move) for played in (await current(services, match_id)).moves)
    services.running_positions = type(services.running_positions)()
    await resume(services)
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await analysed(services, AnalysedPosition(game_id="spanish", moves=moves))


async def test_the_positions_of_running_games_take_a_bounded_memory(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_positions, "MOST_MATCHES", 2)
    first, second = [await begin(services, "drafti", command_id=command_id) for command_id in "12"]
    for match_id in (first, second, first):
        await play_at_random(services, match_id, 1)
    third = await begin(services, "drafti", command_id="3")
    await play_at_random(services, third, 1)
    await settled(services)
    known = [len(positions) for positions in services.running_positions.snapshot()]
    assert known == [2, 1], "the match in which nobody moved for longest is left out"


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
