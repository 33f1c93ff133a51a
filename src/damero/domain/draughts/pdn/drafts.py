"""The games of a PDN text before anybody knows their rules: tags, the words of the move text, and a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from damero.domain.draughts.pdn.tags import tag_name
from damero.domain.draughts.pdn.tokens import Kind, Token, tokens
from damero.domain.errors import BadText
from damero.texts import Text

MOST_ITEMS = 20_000
"""Moves, comments and marks of one game."""
DEEPEST = 40
"""The most variations of variations inside each other."""


def fault_at(token: Token, fault: Text, code: str | None = None, *, column: int | None = None) -> BadText:
    return BadText(fault, line=token.line, column=column or token.column, code=code)


@dataclass(slots=True)
class Draft:
    """A game as it is written."""

    number: int
    """In its file, from 1."""
    tags: dict[str, Token] = field(default_factory=dict)
    items: list[Token] = field(default_factory=list)
    result: Token | None = None
    faults: list[BadText] = field(default_factory=list)
    first: Token | None = None
    last: Token | None = None
    opened: list[Token] = field(default_factory=list)
    """The variations that are open while it is being read."""
    has_moves: bool = False

    @property
    def exists(self) -> bool:
        """A result or a comment alone is not a game."""
        return bool(self.tags or self.has_moves or self.faults)

    def value(self, name: str) -> str | None:
        return self.tags[name].value if name in self.tags else None

    def is_ended_by(self, token: Token) -> bool:
        """Whether this tag begins the next game."""
        if self.has_moves or self.opened:
            return True
        if self.last is None or token.line <= self.last.line + 1:
            return False
        return tag_name(token.text) in self.tags or self.last.kind in (Kind.FAULT, Kind.SETUP)

    def add(self, token: Token) -> None:
        self.first = self.first or token
        self.last = token
        match token.kind:
            case Kind.FAULT:
                self._add_item(token)
                self.faults.append(fault_at(token, Text(token.text, {"word": token.value})))
            case Kind.TAG:
                self._add_tag(token)
            case Kind.RESULT if not self.opened:
                self.result = token
            case Kind.OPENED | Kind.CLOSED:
                self._add_bracket(token)
            case Kind.RESULT:
                pass
            case _:
                self.has_moves |= token.kind is Kind.MOVE
                self._add_item(token)

    def close(self) -> None:
        if self.opened:
            self.faults.append(fault_at(self.opened[-1], Text("pdn.variation_not_closed")))
        elif self.result is None and self.items and self.items[-1].text == self.value("Result"):
            self.result = self.items.pop()

    def _add_tag(self, token: Token) -> None:
        if self.tags.setdefault(tag_name(token.text), token) is not token:
            self.faults.append(fault_at(token, Text("pdn.tag_twice", {"tag": token.text})))

    def _add_bracket(self, token: Token) -> None:
        if token.kind is Kind.OPENED:
            self.opened.append(token)
            if len(self.opened) == DEEPEST + 1:
                self.faults.append(fault_at(token, Text("pdn.too_deep", {"most": DEEPEST})))
        elif not self.opened:
            self.faults.append(fault_at(token, Text("pdn.variation_not_opened")))
            return
        self._add_item(token)
        if token.kind is Kind.CLOSED:
            self.opened.pop()

    def _add_item(self, token: Token) -> None:
        if len(self.items) == MOST_ITEMS:
            self.faults.append(fault_at(token, Text("pdn.too_long", {"most": MOST_ITEMS})))
        if len(self.items) <= MOST_ITEMS and len(self.opened) <= DEEPEST:
            self.items.append(token)


def drafts(lines: Iterable[str]) -> Iterator[Draft]:
    """A game ends with its result, or where the tags of the next one begin."""
    draft = Draft(1)
    for token in tokens(lines):
        if token.kind is Kind.TAG and draft.is_ended_by(token):
            draft.close()
            yield draft
            draft = Draft(draft.number + 1)
        draft.add(token)
        if draft.result:
            draft.close()
            if draft.exists:
                yield draft
            draft = Draft(draft.number + draft.exists)
    draft.close()
    if draft.exists:
        yield draft
