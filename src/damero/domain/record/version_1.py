"""Records of version 1: unsigned, without takebacks and offers. They are read, and no longer written."""

from __future__ import annotations

from collections.abc import Sequence

from damero.domain.game import Outcome
from damero.domain.record.fields import (
    Fields,
    bad,
    fields,
    to_bytes,
    to_clocks,
    to_int,
    to_nonces,
    to_object,
    to_openings,
    to_outcome,
    to_reveal,
    to_seals,
    to_str,
)
from damero.domain.record.values import PlayedMove, Record, Reveal

CHAIN_TAG = b"damero record v1\x00"


def read_entries(entries: Sequence[Fields]) -> Record:
    """The record that these entries (without their hashes) make."""
    kinds = [entry.get("type") for entry in entries]
    moves = kinds.count("move")
    expected = ["start", *["move"] * moves, *(kind for kind in ("result", "reveal") if kind in kinds)]
    if kinds != expected:
        raise bad("record.order_of_version_1")
    ending = {str(entry["type"]): entry for entry in entries[1 + moves :]}
    moves_read = tuple(_move(entry) for entry in entries[1 : 1 + moves])
    return _started(entries[0], moves_read, _outcome(ending.get("result")), _reveal(ending.get("reveal")))


def _started(entry: Fields, moves: tuple[PlayedMove, ...], outcome: Outcome | None, reveal: Reveal | None) -> Record:
    keys = {"type", "game", "ruleset", "players", "position", "seed_commitment", "nonces", "seals"}
    start = fields(entry, "start", required=keys)
    commitment = start["seed_commitment"]
    return Record(
        game_id=to_str(start["game"], "game"),
        ruleset=to_int(start["ruleset"], "ruleset"),
        players={seat: to_str(name, "players") for seat, name in to_object(start["players"], "players").items()},
        start=to_str(start["position"], "position"),
        moves=moves,
        outcome=outcome,
        seed_commitment=None if commitment is None else to_bytes(commitment, "seed_commitment"),
        nonces=to_nonces(start["nonces"], "nonces"),
        seals=to_seals(start["seals"], "seals"),
        reveal=reveal,
    )


def _move(entry: Fields) -> PlayedMove:
    move = fields(entry, "move", required={"type", "move"}, optional={"at", "clocks", "openings"})
    return PlayedMove(
        text=to_str(move["move"], "move"),
        at=to_int(move["at"], "at") if "at" in move else None,
        clocks=to_clocks(move.get("clocks", {}), "clocks"),
        openings=to_openings(move.get("openings", []), "openings"),
    )


def _outcome(entry: Fields | None) -> Outcome | None:
    if entry is None:
        return None
    return to_outcome(fields(entry, "result", required={"type", "winner", "reason"}))


def _reveal(entry: Fields | None) -> Reveal | None:
    if entry is None:
        return None
    return to_reveal(fields(entry, "reveal", required={"type", "seed", "start"}))
