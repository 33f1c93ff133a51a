"""Verify a record offline: its moves by the rules, its secrets by their commitments, its origin by its signature."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from damero.domain import catalogue, reasons
from damero.domain.errors import DameroError
from damero.domain.game import Game, Move, Outcome, Position, Seat
from damero.domain.reasons import Reason
from damero.domain.record.authenticity import check_head, check_signature, check_times
from damero.domain.record.consistency import check_clocks, check_offers, check_seats
from damero.domain.record.promises import check_deal, check_openings, check_seals, check_seed
from damero.domain.record.report import (
    Absent,
    Fact,
    Failure,
    Finding,
    Policy,
    Replayed,
    Report,
    Unchecked,
    fact,
    unchecked,
    untrue,
)
from damero.domain.record.text import read_record
from damero.domain.record.values import PlayedMove, Record
from damero.texts import Text

OUTSIDE_THE_BOARD = frozenset(
    {reasons.RESIGNATION, reasons.TIMEOUT, reasons.ABANDONED, reasons.AGREEMENT, reasons.ABORTED}
)
"""Reasons that a position does not show."""
WITHOUT_WINNER = frozenset({reasons.AGREEMENT, reasons.ABORTED})
MAYBE_WITHOUT_WINNER = frozenset({reasons.TIMEOUT, reasons.ABANDONED})
"""Time can run out when the opponent can no longer win, and both players can leave."""


def verify_text(text: str | bytes, policy: Policy) -> Report:
    """Verify the file of a record. Pass its bytes: reading it as text can hide a changed line ending."""
    try:
        record = read_record(text)
    except DameroError as error:
        return _failed(error)
    report = verify(record, policy)
    return Report((Text("verify.intact"), *report.fact_texts), report.failures, report.gap_texts)


def verify(record: Record, policy: Policy) -> Report:
    """Verify a record by the rules, its commitments and its signature."""
    try:
        replayed = _replayed(record)
    except DameroError as error:
        return _failed(error)
    return _examine(replayed, policy)


def _failed(error: DameroError) -> Report:
    return Report((), (Failure(error.code, error.text),))


def _examine(replayed: Replayed, policy: Policy) -> Report:
    findings: list[Finding] = []
    failures: list[Failure] = []
    for check in CHECKS:
        try:
            findings += check(replayed, policy)
        except DameroError as error:
            if policy.rules_only and isinstance(error, Absent):
                findings.append(Unchecked(error.text))
            else:
                failures.append(Failure(error.code, error.text))
    facts = tuple(found.text for found in findings if isinstance(found, Fact))
    gaps = tuple(found.text for found in findings if isinstance(found, Unchecked))
    return Report(facts, tuple(failures), gaps)


def _replayed(record: Record) -> Replayed:
    game = catalogue.game(record.game_id, record.ruleset)
    if sorted(record.players) != sorted(game.info.seats):
        raise untrue("WRONG_SEATS", "verify.wrong_seats", game=game.info.id, seats=game.info.seats)
    start = _start(record, game)
    if start is None:
        return Replayed(record, game, (), ())
    return _replay(record, game, start)


def _start(record: Record, game: Game) -> Position | None:
    """The full first position; None as long as its secrets are kept."""
    if record.reveal is None:
        return _open_start(record, game)
    start = game.read_position(record.reveal.start)
    if start.view(None).text != record.start:
        raise untrue("OTHER_START", "verify.other_start")
    return start


def _open_start(record: Record, game: Game) -> Position | None:
    if not (game.info.hidden or game.info.chance):
        return game.read_position(record.start)
    if record.outcome is not None and record.outcome.reason != reasons.ABORTED:
        raise untrue("NOT_OPENED", "verify.not_opened")
    if not game.info.hidden:
        game.read_view(record.start)
    return None


def _replay(record: Record, game: Game, start: Position) -> Replayed:
    """Replays every move, also those that were taken back later."""
    positions, moves = [start], list[Move]()
    for step in record.steps or record.moves:
        if isinstance(step, PlayedMove):
            move = _legal(positions[-1], step, len(positions))
            positions.append(_played(positions[-1], move, step, len(positions)))
            moves.append(move)
        else:
            del positions[-step.count :], moves[-step.count :]
    return Replayed(record, game, tuple(positions), tuple(moves))


def _legal(position: Position, played: PlayedMove, number: int) -> Move:
    if played.seat is not None and played.seat != position.to_move:
        raise untrue("INVALID_TURN", "verify.not_the_turn", number=number, move=played.text, seat=played.seat)
    try:
        return position.read_move(played.text)
    except DameroError as error:
        raise untrue(error.code, "verify.illegal_move", number=number, move=played.text, fault=error.text) from error


def _played(before: Position, move: Move, played: PlayedMove, number: int) -> Position:
    after = before.play(move)
    if after.plies[-1].text != played.text:
        raise untrue("MOVE_DIFFERS", "verify.move_differs", number=number, said=played.text, true=after.plies[-1].text)
    return after


def check_moves(replayed: Replayed, _policy: Policy) -> Iterator[Finding]:
    count = len(replayed.record.moves)
    if replayed.positions:
        yield fact("verify.moves_legal", count=count, game=replayed.game.info.id)
    else:
        yield unchecked("verify.moves_not_replayed", count=count)


def check_result(replayed: Replayed, _policy: Policy) -> Iterator[Finding]:
    said = replayed.record.outcome
    true = replayed.positions[-1].outcome if replayed.positions else None
    if said is None and true is None:
        yield fact("verify.still_running")
    elif said == true:
        yield fact("verify.result_by_rules", result=_describe(said))
    elif true is not None or said is None:
        raise untrue("RESULT_DIFFERS", "verify.result_differs", said=_describe(said), true=_describe(true))
    else:
        _check_outside(replayed.game, said)
        yield fact("verify.result_outside_board", result=_describe(said))


def _check_outside(game: Game, said: Outcome) -> None:
    if said.reason not in OUTSIDE_THE_BOARD:
        raise untrue("RESULT_DIFFERS", "verify.position_not_over", said=_describe(said))
    if said.winner not in _possible_winners(game, said.reason):
        raise untrue("RESULT_DIFFERS", "verify.impossible_result", said=_describe(said))


def _possible_winners(game: Game, reason: Reason) -> tuple[Seat | None, ...]:
    if reason in WITHOUT_WINNER:
        return (None,)
    return (*game.info.seats, None) if reason in MAYBE_WITHOUT_WINNER else game.info.seats


def _describe(outcome: Outcome | None) -> Text:
    if outcome is None:
        return Text("verify.goes_on")
    if outcome.winner is None:
        return Text("verify.no_winner", {"reason": outcome.reason})
    return Text("verify.wins", {"winner": outcome.winner, "reason": outcome.reason})


Check: TypeAlias = Callable[[Replayed, Policy], Iterable[Finding]]
CHECKS: tuple[Check, ...] = (
    check_moves,
    check_result,
    check_seats,
    check_offers,
    check_clocks,
    check_times,
    check_seed,
    check_deal,
    check_seals,
    check_openings,
    check_signature,
    check_head,
)
