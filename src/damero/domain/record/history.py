"""Reads the public history of a match, as `domain.chain` writes it, back into a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeAlias

from damero.domain import reasons
from damero.domain.game import Outcome
from damero.domain.record.canonical import Entry, Json
from damero.domain.record.fields import (
    Fields,
    bad,
    fields,
    to_bool,
    to_bytes,
    to_clocks,
    to_int,
    to_nonces,
    to_openings,
    to_outcome,
    to_seals,
    to_str,
)
from damero.domain.record.values import PlayedMove, Record, Reveal, Signature, Step, TakenBack

Reader: TypeAlias = Callable[[Json, str], object]


def _control(value: Json, name: str) -> Fields | None:
    if value is None:
        return None
    control = fields(value, name, required={"base", "increment", "delay", "cap", "renewed"})
    for part in ("base", "increment", "delay"):
        to_int(control[part], name)
    if control["cap"] is not None:
        to_int(control["cap"], name)
    to_bool(control["renewed"], name)
    return control


def _optional_bytes(value: Json, name: str) -> bytes | None:
    return None if value is None else to_bytes(value, name)


def _optional_str(value: Json, name: str) -> str | None:
    return None if value is None else to_str(value, name)


OFFER: dict[str, Reader] = {"seat": to_str, "kind": to_str, "offer": to_int}
REQUIRED: dict[str, dict[str, Reader]] = {
    "match_created": {
        "match": to_str,
        "game": to_str,
        "ruleset": to_int,
        "seed_commitment": _optional_bytes,
        "control": _control,
    },
    "seat_taken": {"seat": to_str, "name": to_str},
    "challenge_declined": {"name": to_str},
    "nonce_opened": {"seat": to_str, "nonce": to_str},
    "nonce_missed": {"seat": to_str},
    "army_placed": {"seat": to_str},
    "match_began": {"position": to_str, "nonces": to_nonces, "seals": to_seals},
    "move_played": {"seat": to_str, "move": to_str},
    "moves_taken_back": {"count": to_int},
    "hint_taken": {"seat": to_str},
    "offer_made": OFFER,
    "offer_accepted": OFFER,
    "offer_declined": OFFER,
    "match_finished": {"winner": _optional_str, "reason": to_str},
    "match_aborted": {},
    "rematch_agreed": {"match": to_str},
}
"""The fields of each type of entry, which every entry has besides `type` and `at` …"""
OPTIONAL: dict[str, dict[str, Reader]] = {
    "match_created": {"imported": to_bool, "rematch_of": to_str, "nonce_hash": to_bytes},
    "seat_taken": {"level": to_int, "nonce_hash": to_bytes},
    "offer_made": {"seed_commitment": to_bytes, "nonce_hash": to_bytes},
    "rematch_agreed": {"seed_commitment": to_bytes},
    "move_played": {"clocks": to_clocks, "lag_credit": to_int, "pause": to_int, "openings": to_openings},
}
"""… and those that are left out where there is nothing to say."""

OFFERS = frozenset({"offer_made", "offer_accepted", "offer_declined"})
BEFORE_PLAY = frozenset({"seat_taken", "nonce_opened", "army_placed"})
PLAY = OFFERS | {"move_played", "moves_taken_back", "hint_taken"}
ENDS = frozenset({"match_finished", "match_aborted"})
AFTER_PLAY = OFFERS | {"rematch_agreed"}


def read_history(entries: Sequence[Entry], reveal: Reveal | None = None, signature: Signature | None = None) -> Record:
    """The record of a match with this public history."""
    history = tuple(_entry(entry, number) for number, entry in enumerate(entries))
    _check_order([str(entry["type"]) for entry in history])
    created, began = history[0], next(entry for entry in history if entry["type"] == "match_began")
    steps = tuple(_steps(history))
    return Record(
        game_id=to_str(created["game"], "game"),
        ruleset=to_int(created["ruleset"], "ruleset"),
        players=_players(history),
        start=to_str(began["position"], "position"),
        moves=_remaining(steps),
        outcome=next((_outcome(entry) for entry in history if entry["type"] in ENDS), None),
        seed_commitment=_optional_bytes(created["seed_commitment"], "seed_commitment"),
        nonces=to_nonces(began["nonces"], "nonces"),
        seals=to_seals(began["seals"], "seals"),
        reveal=reveal,
        history=history,
        steps=steps,
        signature=signature,
    )


def _entry(entry: Fields, number: int) -> Fields:
    kind = to_str(entry.get("type"), f"entry {number}: type")
    if kind not in REQUIRED:
        raise bad("record.unknown_type", number=number, type=kind)
    required, optional = {"type": to_str, "at": to_int, **REQUIRED[kind]}, OPTIONAL.get(kind, {})
    fields(entry, f"entry {number}: {kind}", required=required, optional=optional)
    for name, read in {**required, **optional}.items():
        if name in entry:
            read(entry[name], f"entry {number}: {name}")
    return entry


def _check_order(kinds: list[str]) -> None:
    """Created, seats and armies, begun, play, at most one end, and after it offers of a rematch."""
    before = list(takewhile(lambda kind: kind in BEFORE_PLAY, kinds[1:]))
    began = kinds[1 + len(before) : 2 + len(before)]
    play = list(takewhile(lambda kind: kind in PLAY, kinds[2 + len(before) :]))
    ending = kinds[2 + len(before) + len(play) :]
    whole = not ending or (ending[0] in ENDS and AFTER_PLAY.issuperset(ending[1:]))
    if kinds[:1] != ["match_created"] or began != ["match_began"] or not whole:
        raise bad("record.order")


def _players(history: Iterable[Fields]) -> dict[str, str]:
    players: dict[str, str] = {}
    for entry in history:
        if entry["type"] == "seat_taken":
            seat = to_str(entry["seat"], "seat")
            if seat in players:
                raise bad("record.seat_taken_twice", seat=seat)
            players[seat] = to_str(entry["name"], "name")
    return players


def _steps(history: Iterable[Fields]) -> Iterator[Step]:
    for entry in history:
        if entry["type"] == "move_played":
            yield _move(entry)
        elif entry["type"] == "moves_taken_back":
            yield TakenBack(to_int(entry["count"], "count"))


def _move(entry: Fields) -> PlayedMove:
    return PlayedMove(
        text=to_str(entry["move"], "move"),
        at=to_int(entry["at"], "at"),
        clocks=to_clocks(entry.get("clocks", {}), "clocks"),
        openings=to_openings(entry.get("openings", []), "openings"),
        seat=to_str(entry["seat"], "seat"),
    )


def _remaining(steps: Iterable[Step]) -> tuple[PlayedMove, ...]:
    moves: list[PlayedMove] = []
    for step in steps:
        if isinstance(step, PlayedMove):
            moves.append(step)
        elif 1 <= step.count <= len(moves):
            del moves[-step.count :]
        else:
            raise bad("record.bad_takeback", count=step.count, moves=len(moves))
    return tuple(moves)


def _outcome(entry: Fields) -> Outcome:
    return Outcome(None, reasons.ABORTED) if entry["type"] == "match_aborted" else to_outcome(entry)
