"""Whether the public events of a record fit its own game, its time control and each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damero.domain.record.canonical import Entry, Json
from damero.domain.record.report import Finding, Policy, Replayed, untrue
from damero.domain.record.values import PlayedMove, Record

OFFER_KINDS = frozenset({"draw", "takeback", "rematch"})
ANSWERS = frozenset({"offer_accepted", "offer_declined"})


def check_seats(replayed: Replayed, _policy: Policy) -> Iterable[Finding]:
    """Every event is about a seat of the game."""
    seats = replayed.game.info.seats
    for number, entry in enumerate(replayed.record.history, start=1):
        if "seat" in entry and entry["seat"] not in seats:
            seat, game = str(entry["seat"]), replayed.game.info.id
            raise untrue("WRONG_SEATS", "verify.unknown_seat", number=number, seat=seat, game=game)
    return ()


def check_offers(replayed: Replayed, _policy: Policy) -> Iterable[Finding]:
    """Every offer is of a kind that there is, and every answer names an offer that was made before it."""
    made: set[tuple[Json, Json]] = set()
    for number, entry in enumerate(replayed.record.history, start=1):
        if entry["type"] == "offer_made":
            made.add(_named(entry))
        is_unknown_kind = "kind" in entry and entry["kind"] not in OFFER_KINDS
        if is_unknown_kind or (entry["type"] in ANSWERS and _named(entry) not in made):
            raise untrue("NO_SUCH_OFFER", "verify.unknown_offer", number=number)
    return ()


def _named(entry: Entry) -> tuple[Json, Json]:
    return entry["offer"], entry["kind"]


def check_clocks(replayed: Replayed, _policy: Policy) -> Iterable[Finding]:
    """After every move the clocks of both seats are recorded, or those of none in a match without clocks."""
    record, seats = replayed.record, set(replayed.game.info.seats)
    for move in _played(record):
        if set(move.clocks) not in _possible_clocks(record, seats):
            raise untrue("BAD_CLOCK", "verify.other_clocks", move=move.text)
    return ()


def _possible_clocks(record: Record, seats: set[str]) -> tuple[set[str], ...]:
    """Version 1 does not tell the time control."""
    if not record.history:
        return set(), seats
    return (set() if record.history[0]["control"] is None else seats,)


def _played(record: Record) -> Iterator[PlayedMove]:
    return (step for step in record.steps or record.moves if isinstance(step, PlayedMove))
