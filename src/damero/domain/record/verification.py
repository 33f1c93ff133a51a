"""Verify a record offline: its moves by the rules, its secrets by their commitments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from damero.domain import catalogue, reasons
from damero.domain.errors import DameroError
from damero.domain.fairness import Commitment, fair_shuffle, seed_commitment, verify_opening
from damero.domain.game import Game, Move, Outcome, Position, Seat, Start
from damero.domain.reasons import Reason
from damero.domain.record.text import read_record
from damero.domain.record.values import Record, Reveal
from damero.domain.sealing import Trail, seal

OUTSIDE_THE_BOARD = frozenset(
    {reasons.RESIGNATION, reasons.TIMEOUT, reasons.ABANDONED, reasons.AGREEMENT, reasons.ABORTED}
)
"""Reasons that a position does not show."""
WITHOUT_WINNER = frozenset({reasons.AGREEMENT, reasons.ABORTED})
MAYBE_WITHOUT_WINNER = frozenset({reasons.TIMEOUT, reasons.ABANDONED})
"""Time can run out when the opponent can no longer win, and both players can leave."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that failed."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Report:
    """The result of all checks."""

    facts: tuple[str, ...]
    failures: tuple[Failure, ...]

    @property
    def holds(self) -> bool:
        return not self.failures


def _untrue(code: str, sentence: str) -> DameroError:
    return DameroError(sentence, code=code)


@dataclass(frozen=True, slots=True)
class _Played:
    """A replayed game. It has no positions as long as its secrets are sealed."""

    record: Record
    game: Game
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]


def verify_text(text: str | bytes) -> Report:
    """Verify the file of a record. Pass its bytes: reading it as text can hide a changed line ending."""
    try:
        record = read_record(text)
    except DameroError as error:
        return _failed(error)
    report = verify(record)
    return Report(("The file is intact: every entry matches the hash chain.", *report.facts), report.failures)


def verify(record: Record) -> Report:
    """Verify a record by the rules and by its commitments."""
    try:
        played = _replayed(record)
    except DameroError as error:
        return _failed(error)
    return _examine(played)


def _failed(error: DameroError) -> Report:
    return Report((), (Failure(error.code, error.sentence),))


def _examine(played: _Played) -> Report:
    facts, failures = [], []
    for check in CHECKS:
        try:
            facts.append(check(played))
        except DameroError as error:
            failures.append(Failure(error.code, error.sentence))
    return Report(tuple(facts), tuple(failures))


def _replayed(record: Record) -> _Played:
    game = catalogue.game(record.game_id)
    if record.ruleset != game.info.version:
        mine = f"This program plays version {game.info.version} of {game.info.id}"
        raise _untrue("OTHER_RULESET", f"{mine}; the record was played by version {record.ruleset}.")
    if sorted(record.players) != sorted(game.info.seats):
        raise _untrue("WRONG_SEATS", f"The seats of {game.info.id} are {' and '.join(game.info.seats)}.")
    start = _start(record, game)
    if start is None:
        return _Played(record, game, (), ())
    return _replay(record, game, start)


def _start(record: Record, game: Game) -> Position | None:
    """The full first position; None as long as a running game keeps its secrets."""
    if record.reveal is None:
        return _open_start(record, game)
    start = game.read_position(record.reveal.start)
    if start.view(None).text != record.start:
        raise _untrue("OTHER_START", "The first position that was opened at the end is not the one that was shown.")
    return start


def _open_start(record: Record, game: Game) -> Position | None:
    if not (game.info.hidden or game.info.chance):
        return game.read_position(record.start)
    if record.outcome is not None:
        raise _untrue("NOT_OPENED", "The game is over, but its secrets were not opened.")
    if not game.info.hidden:
        game.read_view(record.start)
    return None


def _replay(record: Record, game: Game, start: Position) -> _Played:
    positions, moves = [start], []
    for number, played in enumerate(record.moves, start=1):
        before = positions[-1]
        move = _legal(before, played.text, number)
        after = before.play(move)
        if after.plies[-1].text != played.text:
            said = f"Move {number} is written {played.text}, but it was {after.plies[-1].text}."
            raise _untrue("MOVE_DIFFERS", said)
        positions.append(after)
        moves.append(move)
    return _Played(record, game, tuple(positions), tuple(moves))


def _legal(position: Position, text: str, number: int) -> Move:
    try:
        return position.read_move(text)
    except DameroError as error:
        raise _untrue(error.code, f"Move {number}, {text}: {error.sentence}") from error


def _check_moves(played: _Played) -> str:
    count = len(played.record.moves)
    if not played.positions:
        return f"{count} moves are recorded; they can be replayed once the secrets are opened."
    return f"All {count} moves are legal in {played.game.info.id}."


def _check_result(played: _Played) -> str:
    said = played.record.outcome
    true = played.positions[-1].outcome if played.positions else None
    if said is None and true is None:
        return "The game is still running."
    if said == true:
        return f"The result is what the rules say: {_describe(said)}."
    if true is not None or said is None:
        raise _untrue("RESULT_DIFFERS", f"The record says {_describe(said)}, the rules say {_describe(true)}.")
    _check_outside(played.game, said)
    return f"The result came from outside the board: {_describe(said)}."


def _check_outside(game: Game, said: Outcome) -> None:
    if said.reason not in OUTSIDE_THE_BOARD:
        raise _untrue("RESULT_DIFFERS", f"The record says {_describe(said)}, but the position is not over.")
    if said.winner not in _possible_winners(game, said.reason):
        raise _untrue("RESULT_DIFFERS", f"A game cannot end so: {_describe(said)}.")


def _possible_winners(game: Game, reason: Reason) -> tuple[Seat | None, ...]:
    if reason in WITHOUT_WINNER:
        return (None,)
    return (*game.info.seats, None) if reason in MAYBE_WITHOUT_WINNER else game.info.seats


def _describe(outcome: Outcome | None) -> str:
    if outcome is None:
        return "that it goes on"
    return f"{outcome.winner} wins by {outcome.reason}" if outcome.winner else f"no winner, by {outcome.reason}"


def _check_seed(played: _Played) -> str:
    record = played.record
    if record.seed_commitment is None:
        return "No commitment to a seed is in this record."
    if record.reveal is None:
        return "The server is bound to its seed, which is not opened yet."
    if seed_commitment(record.reveal.seed) != record.seed_commitment:
        raise _untrue("OTHER_SEED", "The seed is not the one that the server was bound to.")
    return "The seed is the one that the server was bound to before the nonces were known."


def _check_deal(played: _Played) -> str:
    record = played.record
    if played.game.info.start is not Start.DEALT:
        return "Nothing was dealt."
    if record.reveal is None:
        return "The deal is not opened yet."
    shuffle = fair_shuffle(record.reveal.seed, record.nonces)
    if played.game.sample(played.game.read_view(record.start), shuffle).text != record.reveal.start:
        raise _untrue("OTHER_DEAL", "The deal is not the one that the seed and the nonces give.")
    return "The deal is the one that the seed and the nonces give."


def _check_seals(played: _Played) -> str:
    record = played.record
    if not record.seals:
        return "Nothing was sealed."
    if record.reveal is None:
        return "What was sealed is not opened yet."
    if record.seals != _true_seals(played, record.reveal):
        raise _untrue("OTHER_SECRETS", "What the end opens is not what was sealed at the start.")
    return f"What was sealed at the start is what the end opens: {', '.join(record.seals)}."


def _true_seals(played: _Played, reveal: Reveal) -> dict[str, Commitment]:
    seals = seal(played.positions[0], reveal.seed, played.record.nonces)
    return {each.name: each.commitment for each in seals}


def _check_openings(played: _Played) -> str:
    seals = played.record.seals
    openings = [opened for move in played.record.moves for opened in move.openings]
    for opened in openings:
        if opened.seal not in seals or not verify_opening(seals[opened.seal], opened.opening):
            raise _untrue("WRONG_OPENING", f"{opened.opening.value} was not sealed as {opened.seal}.")
    if seals and played.positions:
        _check_complete(played)
    return f"{len(openings)} secrets that came out during play were sealed at the start."


def _check_complete(played: _Played) -> None:
    """Every secret that a move made public has its opening, and there are no others."""
    for number, (move, true) in enumerate(zip(played.record.moves, _exposed(played), strict=True), start=1):
        said = tuple((opened.seal, opened.opening.value) for opened in move.openings)
        if sorted(said) != sorted(true):
            sentence = f"Move {number} opens {_list(said)}, but what came out is {_list(true)}."
            raise _untrue("OPENINGS_DIFFER", sentence)


def _exposed(played: _Played) -> Iterator[tuple[tuple[str, str], ...]]:
    trail = Trail.begin(played.positions[0])
    for move, after in zip(played.moves, played.positions[1:], strict=True):
        trail, exposed = trail.follow(move, after)
        yield exposed


def _list(secrets: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(value for _, value in secrets) or "nothing"


CHECKS: tuple[Callable[[_Played], str], ...] = (
    _check_moves,
    _check_result,
    _check_seed,
    _check_deal,
    _check_seals,
    _check_openings,
)
