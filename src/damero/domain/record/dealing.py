"""Who had a part in the chance of a match: the server, and every player who announced a nonce and told it later."""

from __future__ import annotations

from collections.abc import Iterator

from damero.domain.fairness import nonce_hash
from damero.domain.record.canonical import Entry
from damero.domain.record.report import Finding, fact, unchecked, untrue
from damero.domain.record.values import Record


def check_nonces(record: Record) -> None:
    """Every announced nonce was told, matches its hash, and is the one that was used."""
    taken = [entry for entry in record.history if entry["type"] == "seat_taken"]
    opened = {entry["seat"]: str(entry["nonce"]) for entry in record.history if entry["type"] == "nonce_opened"}
    for number, entry in enumerate(taken):
        seat = entry["seat"]
        if "nonce_hash" in entry or seat in opened:
            _check_nonce(entry, opened.pop(seat, ""), record.nonces[number : number + 1])
    if opened:
        raise untrue("OTHER_NONCE", "verify.other_nonce", seat=str(next(iter(opened))))


def who_dealt(record: Record) -> Iterator[Finding]:
    """Who besides the server decided the deal. The nonce of an engine is the server's own."""
    seats = [entry for entry in record.history if entry["type"] == "seat_taken"]
    players = sum("nonce_hash" in entry and "level" not in entry for entry in seats)
    if players == 0:
        yield unchecked("verify.dealt_by_server")
    elif players == 1:
        yield fact("verify.dealt_with_one_player")
    else:
        yield fact("verify.dealt_with_both_players")


def _check_nonce(taken: Entry, nonce: str, used: tuple[bytes, ...]) -> None:
    if nonce_hash(nonce) != taken.get("nonce_hash") or used != (nonce.encode(),):
        raise untrue("OTHER_NONCE", "verify.other_nonce", seat=str(taken["seat"]))
