"""What a review says about a move, as texts: why it was bad, and what chance had to do with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from damero.domain.analysis import CERTAIN, Judgement, Mark, worth
from damero.domain.errors import DameroError
from damero.domain.game import Move, Position, Seat
from damero.texts import Text

LUCKY = 30
"""Hundredths of a man from which luck is worth a word."""
LONGEST_EXCHANGE = 6
"""Plies of a line in which pieces are counted."""


def comments_on(before: Position, after: Position, judged: Judgement) -> tuple[Text, ...]:
    """Reasons first, luck last; nothing about a move that was good and went as expected."""
    return (*_why_bad(before, after, judged), *_fight(judged), *_luck(judged))


def _why_bad(before: Position, after: Position, judged: Judgement) -> Iterator[Text]:
    """The strongest reason why a marked move was bad."""
    if judged.mark is Mark.NONE:
        return
    if judged.gives_away:
        yield _given_away(before, judged)
    elif reason := _missed_win(before, judged) or _pieces(before, after, judged):
        yield reason
    else:
        yield Text("review.costs", {"best": judged.best, "cost": _men(judged.cost)})


def _men(hundredths: int) -> str:
    return f"{hundredths / 100:.1f}"


def _given_away(before: Position, judged: Judgement) -> Text:
    assert judged.known_before is not None
    assert judged.known is not None
    own, other = material(before, judged.seat), material(before, before.info.opponent(judged.seat))
    if worth(judged.known_before, judged.seat) > 0:
        result = "draw" if judged.known.winner is None else "loss"
        return Text("review.tables_won", {"own": own, "other": other, "result": result})
    return Text("review.tables_drawn", {"own": own, "other": other})


def material(position: Position, seat: Seat) -> tuple[Text, ...]:
    """The pieces of a seat, counted by kind, kings first."""
    view, family = position.view(seat), position.info.family
    colour, kinds = view.colour_of(seat), {kind.id: kind for kind in position.info.pieces}
    letters = Counter(
        kinds[piece.kind].id.removeprefix(f"{colour}-")[0].upper()
        for piece in view.pieces
        if kinds[piece.kind].colour == colour
    )
    return tuple(
        Text("endings.pieces", {"count": count, "piece": f"{family}.{letter}"})
        for letter, count in sorted(letters.items())
    )


def _missed_win(before: Position, judged: Judgement) -> Text | None:
    """A win that was missed, where the search has proved it. What chance did after the move is left out."""
    after = judged.for_first if judged.seat == before.info.seats[0] else -judged.for_first
    played = after if judged.expected is None else judged.expected
    if judged.score >= CERTAIN and played < CERTAIN:
        return Text("review.misses_win", {"best": judged.best})
    return None


def _pieces(before: Position, after: Position, judged: Judgement) -> Text | None:
    """The pieces that the move lost or did not win, if the best line does better. An exchange counts as a whole."""
    if before.info.hidden or after.to_move == judged.seat:
        return None
    best, answer = _taken_in(before, judged.line), _taken_in(after, judged.reply)
    lost = balance(answer) - len(after.plies[-1].taken)
    if -lost >= balance(best):
        return None
    return _lost_pieces(judged, answer, lost) or _missed_pieces(judged, balance(best))


def _lost_pieces(judged: Judgement, answer: Sequence[int], lost: int) -> Text | None:
    """`lets 22x8 take three`, or the quiet move with which a shot begins. What a flip revealed was no choice."""
    if lost <= 0 or judged.expected is not None:
        return None
    if answer[0]:
        return Text("review.lets_take", {"reply": judged.reply[0], "count": answer[0]})
    return Text("review.lets_win", {"reply": judged.reply[0], "count": lost})


def _missed_pieces(judged: Judgement, won: int) -> Text | None:
    """The best line wins pieces."""
    return Text("review.misses_pieces", {"best": judged.best, "count": won}) if won > 0 else None


def balance(taken: Sequence[int]) -> int:
    """What the side that begins takes, less what the other takes."""
    return sum(taken[::2]) - sum(taken[1::2])


def _taken_in(position: Position, line: Sequence[str]) -> list[int]:
    """How many pieces each move of a line takes, until it becomes quiet; nothing if the line ends in an exchange."""
    taken: list[int] = []
    for move in _moves_of(position, line):
        if len(taken) >= LONGEST_EXCHANGE and not taken[-1]:
            break
        taken.append(len(move.taken))
        position = position.play(move)
    if taken and taken[-1] and _takes_back(position):
        return []
    while taken and not taken[-1]:
        taken.pop()
    return taken


def _moves_of(position: Position, line: Sequence[str]) -> Iterator[Move]:
    """The moves of a line, and the captures after it to which there is no alternative."""
    for text in line:
        try:
            move = position.read_move(text)
        except DameroError:
            return
        yield move
        position = position.play(move)
        if position.to_move is None:
            return
    while len(moves := position.legal_moves()) == 1 and moves[0].taken:
        yield moves[0]
        position = position.play(moves[0])


def _takes_back(position: Position) -> bool:
    """Whether the side to move must take, or can take the piece that took last."""
    moves, latest = position.legal_moves(), position.plies[-1].squares[-1]
    return any(latest in move.taken for move in moves) or (bool(moves) and all(move.taken for move in moves))


def _fight(judged: Judgement) -> Iterator[Text]:
    guess = judged.guess
    if guess is None or not guess.kinds:
        return
    likely, probability = guess.kinds[0]
    percent, wins, draws = (round(100 * share) for share in (probability, guess.wins, guess.draws))
    yield Text(
        "review.fight", {"likely": likely, "percent": percent, "actual": guess.actual, "wins": wins, "draws": draws}
    )


def _luck(judged: Judgement) -> Iterator[Text]:
    if judged.luck >= LUCKY:
        yield Text("review.good_luck", {"luck": _men(judged.luck)})
    if judged.luck <= -LUCKY:
        yield Text("review.bad_luck", {"luck": _men(-judged.luck)})
