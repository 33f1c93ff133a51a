"""Views from texts with unknown pieces, and random full positions that fit a view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from damero.domain import reasons
from damero.domain.errors import BadPosition, check_text
from damero.domain.game import Item, KnownGame, Outcome, Shuffle
from damero.domain.stratego import notation
from damero.domain.stratego.board import NAMES, Board, Cells, Occupant, Piece, UnknownPiece, kind_of
from damero.domain.stratego.letters import LETTERS
from damero.domain.stratego.moves import Ply, Situation
from damero.domain.stratego.position import Phase, Position, check_counts, fallen_piece, known_pieces
from damero.domain.stratego.rules import Rank, Rules, Side
from damero.domain.stratego.view import View, unseen

SIDE_AND_RANK = {kind_of(side, rank): (side, rank) for side in Side for rank in Rank}
FACT = re.compile(r"(moved|known|fallen):(\S*)")
MOST_DRAWS = 2_000
"""More than enough: if a position fits at all, at least about one draw in forty does."""


def read_view(rules: Rules, text: str) -> View:
    """The view of the side to move: its own pieces, and what it knows of the enemy's.

    After the position, a text may say what everybody has seen: `moved:` and `known:` with squares, `fallen:` with the
    letters of pieces. Known are the pieces of the side to move whose rank the enemy has seen.
    """
    position, facts = _split(check_text(text))
    cells, seat = notation.read_position(rules, position)
    own_unknown = tuple(NAMES[index] for index, piece in enumerate(cells) if piece == UnknownPiece(seat))
    if own_unknown:
        raise BadPosition("stratego.own_unknown", code="UNKNOWN_PIECE", squares=own_unknown, seat=seat.value)
    fallen = notation.read_fallen(facts.get("fallen", ""))
    check_counts(rules, cells, fallen)
    known, taken = notation.write_cells(rules, cells), tuple(piece.kind for piece in fallen)
    seen = frozenset(_squares(cells, facts.get("known", "")))
    return View(
        rules=rules,
        seat=seat,
        side=seat,
        turn_number=0,
        known=known,
        moved=_squares(cells, facts.get("moved", "")),
        revealed=tuple(
            index
            for index, piece in enumerate(cells)
            if isinstance(piece, Piece) and (piece.side is not seat or index in seen)
        ),
        plies=(),
        taken=taken,
        hidden=unseen(rules, seat, known, taken),
        outcome=_outcome(rules, cells, seat),
    )


def write_view(view: View) -> str:
    """The text that `read_view` reads, with what everybody has seen."""
    own = frozenset(index for index, piece in enumerate(view.cells) if piece and piece.side is view.seat)
    squares = {
        "moved": ",".join(NAMES[index] for index in view.moved),
        "known": ",".join(NAMES[index] for index in view.revealed if index in own),
        "fallen": "".join(LETTERS[SIDE_AND_RANK[kind]] for kind in view.taken),
    }
    return " ".join((view.text, *(f"{name}:{value}" for name, value in squares.items() if value)))


def _split(text: str) -> tuple[str, dict[str, str]]:
    """The position, and what is said after it."""
    words = text.split(" ")
    facts = {found[1]: found[2] for word in words if (found := FACT.fullmatch(word))}
    return " ".join(word for word in words if not FACT.fullmatch(word)), facts


def _squares(cells: Cells, names: str) -> tuple[int, ...]:
    """The squares of these names, each with a piece."""
    found = tuple(NAMES.index(name) if name in NAMES else -1 for name in names.split(",") if names)
    for name, index in zip(names.split(","), found, strict=False):
        if index < 0 or cells[index] is None:
            raise BadPosition("move.no_piece", code="NO_PIECE", square=name[:20])
    return tuple(sorted(found))


def recall(rules: Rules, known: KnownGame) -> View:
    """The view of the side to move, with the marks of its pieces and the moves before."""
    view = read_view(rules, known.text)
    marks = {shown.square: shown.marks for shown in known.pieces}
    moved, revealed = (
        tuple(index for index, name in enumerate(NAMES) if mark in marks.get(name, ()))
        for mark in ("moved", "revealed")
    )
    hidden = unseen(rules, view.seat, view.known, known.taken)
    plies = tuple(
        Ply(ply.seat, ply.text, ply.squares, ply.taken, ply.revealed, notation.read_step(ply.text))
        for ply in known.plies
    )
    return replace(
        view, turn_number=len(plies), moved=moved, revealed=revealed, plies=plies, taken=known.taken, hidden=hidden
    )


def _outcome(rules: Rules, cells: Cells, seat: Side) -> Outcome | None:
    """The outcome, as far as the side to move can see."""
    enemy = seat.opponent
    flags = {piece.side for piece in cells if isinstance(piece, Piece) and piece.rank is Rank.FLAG}
    if UnknownPiece(enemy) in cells:
        flags.add(enemy)
    if not flags:
        raise BadPosition("stratego.no_flag", code="NO_FLAG")
    if len(flags) == 1:
        return Outcome(flags.pop().value, reasons.FLAG_CAPTURED)
    if Situation(rules, cells, seat).can_move():
        return None
    could_move = UnknownPiece(enemy) in cells or Situation(rules, cells, enemy).can_move()
    return Outcome(enemy.value if could_move else None, reasons.NO_MOVES)


def sample(view: View, shuffle: Shuffle) -> Position:
    """A full position that the viewer cannot distinguish from the true one, uniform over all of them.

    Treat the pieces as distinct. A deal gives each unknown square of a side a different one of its unseen pieces: the
    flag goes to a square whose piece has not moved, movable pieces go to the squares whose pieces have moved, and the
    rest goes to the other squares. In this order, the number of choices at each step does not depend on the earlier
    choices. So every deal is equally likely. Every assignment of ranks is equally likely too when all unseen pieces are
    on the board, because each one corresponds to the same number of deals (the product of the counts' factorials).

    The side to move must have a legal move, because the game is not over. Deals without one are rejected, which keeps
    the others equally likely. The items are rotated by one before each new attempt, so that the search also ends with a
    shuffle that does nothing.
    """
    cells = view.cells
    unseen_ranks = {side: _unseen_ranks(view, side) for side in Side}
    for draw in range(MOST_DRAWS):
        given: dict[int, Rank] = {}
        for side, ranks in unseen_ranks.items():
            given |= _deal(cells, side, ranks, _turning(shuffle, draw))
        state = _full(view, tuple(_known(piece, given.get(index)) for index, piece in enumerate(cells)))
        if view.outcome is not None or state.situation.can_move():
            return state
    raise BadPosition("stratego.impossible_view", code="IMPOSSIBLE_VIEW")


def _unseen_ranks(view: View, side: Side) -> list[Rank]:
    counts = dict(view.hidden)
    return [rank for rank, _ in view.rules.army for _ in range(counts.get(kind_of(side, rank), 0))]


def _deal(cells: Cells, side: Side, ranks: Sequence[Rank], shuffle: Shuffle) -> dict[int, Rank]:
    """A rank for the square of each unknown piece of a side."""
    strangers = [(index, piece) for index, piece in enumerate(cells) if isinstance(piece, UnknownPiece)]
    moved = [index for index, piece in strangers if piece.side is side and piece.moved]
    unmoved = [index for index, piece in strangers if piece.side is side and not piece.moved]
    given: dict[int, Rank] = {}
    if Rank.FLAG in ranks and unmoved:
        given[shuffle(unmoved)[0]] = Rank.FLAG
    movers = shuffle([rank for rank in ranks if rank.is_movable])
    given.update(zip(moved, movers, strict=False))
    rest = shuffle([*movers[len(moved) :], *(rank for rank in ranks if rank is Rank.BOMB)])
    given.update(zip((index for index in unmoved if index not in given), rest, strict=False))
    return given


def _turning(shuffle: Shuffle, by: int) -> Shuffle:
    """The shuffle of the rotated items. A uniform shuffle stays uniform."""

    def turned(items: Sequence[Item], /) -> Sequence[Item]:
        start = by % len(items) if items else 0
        return shuffle([*items[start:], *items[:start]])

    return turned


def _known(piece: Occupant | None, rank: Rank | None) -> Occupant | None:
    return piece if rank is None or piece is None else Piece(rank, piece.side, moved=piece.moved)


def _full(view: View, cells: Cells) -> Position:
    phase = Phase.GAME_OVER if view.outcome else Phase.PLAYING
    board = Board(known_pieces(cells), view.rules)
    fallen = tuple(fallen_piece(*SIDE_AND_RANK[kind]) for kind in view.taken)
    return Position(board, phase, view.side, view.turn_number, view.plies, fallen, view.outcome)
