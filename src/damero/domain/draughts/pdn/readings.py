"""How a game can be read: by which rules, and with which names of the squares.

The tags name them, the caller names them, or they are found out from the moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from damero.domain.draughts.pdn.drafts import Draft, fault_at
from damero.domain.draughts.pdn.tokens import Kind, Token
from damero.domain.draughts.rules import Corner, Notation, Player, Rules
from damero.domain.draughts.variants import RETIRED_VARIANTS, VARIANTS
from damero.domain.errors import BadText
from damero.texts import Text, Value

_BY_ID = {rules.id: rules for rules in VARIANTS}
_BY_GAME_TYPE = {str(rules.pdn_game_type): rules for rules in VARIANTS if rules.pdn_game_type is not None}
_BY_VERSION = {(rules.id, str(rules.version)): rules for rules in (*VARIANTS, *RETIRED_VARIANTS)}
_FLAGS = re.compile(
    r"\s*[0-9]+\s*,\s*(?P<first>[WB])\s*,[^,]*,[^,]*,\s*(?P<notation>[ANS])(?P<corner>[0-3])(?:\s*,\s*(?P<inverted>[01]))?\s*",
    re.IGNORECASE,
)
_CORNERS = (Corner.BOTTOM_LEFT, Corner.BOTTOM_RIGHT, Corner.TOP_LEFT, Corner.TOP_RIGHT)
"""By the number in the GameType tag, as the side that moves first sees the board."""
_OPPOSITE = dict(zip(_CORNERS, reversed(_CORNERS), strict=True))
_SQUARE_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a game."""

    rules: Rules
    naming: Rules
    """The rules by which the squares are named."""
    first: Player
    """Who moves first from the usual start."""
    note: Text | None = None
    """Says that it is not what the tags say."""

    @staticmethod
    def usual(rules: Rules, note: Text | None = None) -> Reading:
        return Reading(rules, rules, rules.first, note)


def named_readings(draft: Draft, default: Rules | None) -> tuple[Reading, ...]:
    """The ways to read a game whose rules are named, the most likely first; none if nothing names them.

    Raises `BadText` if they are named, but unknown.
    """
    named = _named(draft, default)
    if named is None:
        return ()
    usual = Reading.usual(named)
    by_flags = _by_flags(draft, named)
    if by_flags in (None, usual):
        return (usual, *_other_readings(draft, named))
    assert by_flags is not None
    values = {"flags": draft.value("GameType") or "", "game": named.id}
    given_way = replace(usual, note=Text("pdn.flags_ignored", values))
    return (by_flags, given_way, *_other_readings(draft, named))


def _other_readings(draft: Draft, named: Rules) -> Iterator[Reading]:
    for rules in _other_rules(draft, named):
        values: dict[str, Value] = {"named": named.id, "read": rules.id, "version": rules.version}
        yield Reading.usual(rules, Text("pdn.read_by_other_rules", values))


def _other_rules(draft: Draft, named: Rules) -> Iterator[Rules]:
    """Variants whose games are found under this game type, unless a variant is named; then older versions."""
    if "Ruleset" in draft.tags:
        return
    if draft.value("Variant") not in _BY_ID and "GameType" in draft.tags:
        yield from (rules for rules in VARIANTS if rules.pdn_found_as == named.pdn_game_type)
    yield from (rules for rules in RETIRED_VARIANTS if rules.id == named.id)


def _named(draft: Draft, default: Rules | None) -> Rules | None:
    """The version in the Ruleset tag, or the newest, of the variant that is named."""
    named, version = _variant(draft, default), draft.value("Ruleset")
    if named is None or version is None:
        return named
    if (named.id, version) not in _BY_VERSION:
        fault = Text("pdn.unknown_ruleset", {"version": version, "game": named.id})
        raise _value_fault(draft.tags["Ruleset"], fault)
    return _BY_VERSION[named.id, version]


def _variant(draft: Draft, default: Rules | None) -> Rules | None:
    """By the Variant tag, else by the number that begins the GameType ("25" or "25,W,8,8,…")."""
    number, _, _ = (draft.value("GameType") or "").partition(",")
    named = _BY_ID.get(draft.value("Variant") or "", _BY_GAME_TYPE.get(number.strip()))
    told = next((name for name in ("GameType", "Variant") if draft.value(name)), None)
    if named is None and told is not None:
        known = tuple(_BY_ID) if told == "Variant" else tuple(sorted(_BY_GAME_TYPE))
        values: dict[str, Value] = {"tag": told, "value": draft.value(told) or "", "known": known}
        raise _value_fault(draft.tags[told], Text("pdn.unknown_rules", values))
    return named or default


def _value_fault(tag: Token, fault: Text) -> BadText:
    return fault_at(tag, fault, column=tag.value_column)


def _by_flags(draft: Draft, named: Rules) -> Reading | None:
    """The reading that the rest of the GameType tag describes: who begins, and where square 1 is."""
    flags = _FLAGS.fullmatch(draft.value("GameType") or "")
    if flags is None:
        return None
    first = Player.WHITE if flags["first"] in "Ww" else Player.BLACK
    mirrored = named.mirrored if flags["inverted"] is None else flags["inverted"] == "1"
    corner = _CORNERS[int(flags["corner"])]
    if flags["notation"] in "Nn":
        numbering = corner if first is Player.WHITE else _OPPOSITE[corner]
        return Reading(named, replace(named, numbering=numbering, mirrored=mirrored), first)
    return Reading(named, replace(named, mirrored=mirrored), first)


@cache
def possible_readings(*, letters: bool, large: bool) -> tuple[Reading, ...]:
    """The ways to read a game that names no rules, the most likely first: by the order of the standard's game types."""
    typed = sorted(_BY_GAME_TYPE.values(), key=lambda rules: rules.pdn_game_type or 0)
    fitting = [rules for rules in typed if rules.size == 8 or not letters]
    return tuple(
        map(Reading.usual, sorted(fitting, key=lambda rules: _is_unlikely(rules, letters=letters, large=large)))
    )


def _is_unlikely(rules: Rules, *, letters: bool, large: bool) -> tuple[bool, bool]:
    return (rules.size > 8) != large, (rules.notation is Notation.LETTERS) != letters


def uses_letters(drafts: Iterable[Draft]) -> bool:
    return any(item.text[0].isalpha() for draft in drafts for item in draft.items if item.kind is Kind.MOVE)


def uses_large_board(drafts: Iterable[Draft]) -> bool:
    """Whether there are numbers that are not on a board with 32 squares."""
    return any(
        int(number) > 32 for draft in drafts for text in _texts(draft) for number in _SQUARE_NUMBER.findall(text)
    )


def _texts(draft: Draft) -> Iterator[str]:
    yield from (item.text for item in draft.items if item.kind is Kind.MOVE)
    yield draft.value("FEN") or ""
