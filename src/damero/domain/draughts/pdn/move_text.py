"""Plays the move text of a game: its main line, variations and comments become the lines of a game tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from damero.domain.beginning import check_routes
from damero.domain.draughts import notation
from damero.domain.draughts.moves import Move
from damero.domain.draughts.pdn.annotations import Annotation
from damero.domain.draughts.pdn.drafts import fault_at
from damero.domain.draughts.pdn.readings import Reading
from damero.domain.draughts.pdn.tokens import Kind, Token
from damero.domain.draughts.position import Position
from damero.domain.errors import BadPosition, BadText, DameroError, IllegalMove
from damero.domain.game_tree import AnnotatedMove, Line
from damero.texts import Text, Value

LOOK_AHEAD = 100
"""How many moves are tried to find out which of several captures is meant."""


@dataclass(frozen=True, slots=True)
class PlayedText:
    """What the move text of a game says by one reading."""

    moves: Line
    comment: str
    places: tuple[tuple[int, int], ...]
    """Line and column of each move of the main line."""
    final: Position
    problem: BadText | None
    """The first move of the main line that is not legal. The moves before it are read."""
    notes: tuple[Text, ...]


def play_text(items: Iterable[Token], start: Position, reading: Reading, *, variations: bool = True) -> PlayedText:
    """Plays from a start whose captures can be listed quickly. The line ends before a position in which they cannot."""
    taken = list(items) if variations else list(_outside_variations(items))
    player = _Player(reading, taken, [_Branch(start, start)])
    for item in taken:
        player.take(item)
        player.next_item += 1
    return player.played()


def _outside_variations(items: Iterable[Token]) -> Iterable[Token]:
    depth = 0
    for item in items:
        depth += item.kind is Kind.OPENED
        if depth == 0:
            yield item
        depth -= item.kind is Kind.CLOSED


@dataclass(slots=True)
class _Branch:
    """The main line or a variation while it is being read."""

    before: Position
    """Before its last move."""
    current: Position
    continued_from: Position | None = None
    """Where a variation begins that goes on behind the move before it, instead of replacing it."""
    moves: list[AnnotatedMove] = field(default_factory=list)
    comment: str = ""
    """Before its first move."""
    awaited: list[Line] = field(default_factory=list)
    """Variations that stand before the move that they replace."""
    continues: bool = False
    is_broken: bool = False


@dataclass(slots=True)
class _Player:
    reading: Reading
    items: Sequence[Token]
    branches: list[_Branch]
    """The main line, then the variations that are open."""
    places: list[tuple[int, int]] = field(default_factory=list)
    problem: BadText | None = None
    notes: list[Text] = field(default_factory=list)
    is_played_on: bool = False
    next_item: int = 1
    """The item behind the one that is being taken."""

    @property
    def branch(self) -> _Branch:
        return self.branches[-1]

    def take(self, item: Token) -> None:
        match item.kind:
            case Kind.MOVE if not self.branch.is_broken:
                self._take_move(item)
            case Kind.COMMENT:
                self._take_comment(item)
            case Kind.GLYPH if self.branch.moves and not self.branch.is_broken:
                last = self.branch.moves[-1]
                if int(item.text) not in last.glyphs:
                    self.branch.moves[-1] = replace(last, glyphs=(*last.glyphs, int(item.text)))
            case Kind.OPENED:
                self._open()
            case Kind.CLOSED:
                self._close()
            case Kind.SETUP if not self.branch.is_broken:
                self.branch.is_broken = True
                self.notes.append(Text("pdn.setup_in_game", {"line": item.line}))
            case Kind.FAULT:
                self.branch.is_broken = True

    def played(self) -> PlayedText:
        while len(self.branches) > 1:
            self._close()
        main = self.branch
        self._drop_awaited(main)
        return PlayedText(
            tuple(main.moves), main.comment, tuple(self.places), main.current, self.problem, tuple(self.notes)
        )

    def _take_move(self, item: Token) -> None:
        branch = self.branch
        try:
            before, move = self._found(item, branch)
            after = before.play(move)
            check_routes(after)
        except DameroError as refusal:
            self._break(_refused(item, refusal))
            return
        annotated = AnnotatedMove(str(move), before=branch.comment if not branch.moves else "")
        if len(self.branches) == 1:
            annotated = replace(annotated, before="")
            self.places.append((item.line, item.column))
        branch.moves.append(replace(annotated, variations=tuple(branch.awaited)))
        branch.awaited = []
        branch.before, branch.current = before, after

    def _found(self, item: Token, branch: _Branch) -> tuple[Position, Move]:
        """The position in which the move is played, and the move."""
        position = self._played_on(branch.current)
        try:
            return position, self._find(position, item)
        except IllegalMove as refusal:
            if branch.moves or branch.continued_from is None:
                raise
            position = self._played_on(branch.continued_from)
            try:
                move = self._find(position, item)
            except IllegalMove:
                raise refusal from None
        branch.continues = True
        return position, move

    def _find(self, position: Position, item: Token) -> Move:
        written = notation.read_move(item.text, self.reading.naming)
        try:
            return position.move_of(written)
        except IllegalMove:
            meant = position.meant_by(written) or _passing(position, written)
            if not meant:
                raise
        return meant[0] if len(meant) == 1 else self._likeliest(position, item, meant)

    def _likeliest(self, position: Position, item: Token, meant: list[Move]) -> Move:
        """Which of several captures with the same ends is meant: the one that lets the game go on longest."""
        following = list(_following(self.items[self.next_item :]))[:LOOK_AHEAD]
        move = max(meant, key=lambda one: self._legal_plies(position.play(one), following))
        values: dict[str, Value] = {"move": item.text, "line": item.line, "column": item.column, "read": str(move)}
        self.notes.append(Text("pdn.ambiguous", values))
        return move

    def _legal_plies(self, position: Position, following: Sequence[Token]) -> int:
        player = _Player(self.reading, (), [_Branch(position, position)])
        for item in following:
            player.take(item)
        return len(player.places)

    def _played_on(self, position: Position) -> Position:
        """The position, without the draw by which the rules have ended the game."""
        if position.outcome is None or position.outcome.winner is not None:
            return position
        if len(self.branches) == 1 and not self.is_played_on:
            self.is_played_on = True
            values: dict[str, Value] = {"moves": len(self.places), "reason": position.outcome.reason}
            self.notes.append(Text("pdn.played_on", values))
        return position.continued()

    def _take_comment(self, item: Token) -> None:
        branch = self.branch
        annotation = Annotation.read(item.text, self.reading.rules.first, branch.before.turn)
        if branch.moves:
            branch.moves[-1] = annotation.added_to(branch.moves[-1])
        else:
            branch.comment = " ".join(filter(None, (branch.comment, annotation.words)))

    def _open(self) -> None:
        outer = self.branch
        inner = _Branch(outer.before, outer.before, outer.current, is_broken=outer.is_broken)
        self.branches.append(inner)

    def _close(self) -> None:
        inner = self.branches.pop()
        self._drop_awaited(inner)
        outer, line = self.branch, tuple(inner.moves)
        if not line:
            if inner.comment and not inner.is_broken:
                self._add_comment(outer, inner.comment)
        elif inner.continues or not outer.moves:
            outer.awaited.append(line)
        else:
            last = outer.moves[-1]
            outer.moves[-1] = replace(last, variations=(*last.variations, line))

    def _drop_awaited(self, branch: _Branch) -> None:
        """At the end of a line there is no move that these variations could replace."""
        self.notes += (Text("pdn.variation_dropped", {"move": line[0].move}) for line in branch.awaited)

    def _add_comment(self, branch: _Branch, words: str) -> None:
        """A variation without a move is a comment in brackets."""
        if branch.moves:
            branch.moves[-1] = Annotation(words).added_to(branch.moves[-1])
        else:
            branch.comment = " ".join(filter(None, (branch.comment, words)))

    def _break(self, problem: BadText) -> None:
        """Ends the line here. A fault of the main line is a problem; one of a variation is a note."""
        self.branch.is_broken = True
        if len(self.branches) > 1:
            self.notes.append(Text("pdn.variation_cut", {"fault": problem.text}))
        elif self.problem is None:
            self.problem = problem


def _refused(item: Token, refusal: DameroError) -> BadText:
    column, reason = item.column, refusal.text
    if isinstance(refusal, BadText):
        column, reason = item.column + refusal.column - 1, refusal.fault
    if isinstance(refusal, BadPosition):
        return fault_at(item, refusal.text, refusal.code)
    fault = Text("pdn.refused_move", {"move": item.text, "refusal": reason})
    return fault_at(item, fault, refusal.code, column=column)


def _following(items: Iterable[Token]) -> Iterator[Token]:
    """The moves that follow in the same line."""
    depth = 0
    for item in items:
        depth += (item.kind is Kind.OPENED) - (item.kind is Kind.CLOSED)
        if depth < 0:
            return
        if depth == 0 and item.kind is Kind.MOVE:
            yield item


def _passing(position: Position, written: notation.WrittenMove) -> list[Move]:
    """The legal moves whose routes have the ends that are written, and pass the squares between them in this order."""
    if written.file or len(written.path) < 3:
        return []
    return list(dict.fromkeys(route for route in position.routes() if _passes(route, written)))


def _passes(route: Move, written: notation.WrittenMove) -> bool:
    if (route.origin, route.destination) != (written.path[0], written.path[-1]):
        return False
    ahead = iter(route.path)
    return all(square in ahead for square in written.path)
