"""Who vouches for a record: its signature, a head of the chain that a player kept, and its times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from damero.domain.clock import ENGINE_PAUSE
from damero.domain.record.canonical import heads
from damero.domain.record.fields import to_int, to_str
from damero.domain.record.report import Finding, Policy, Replayed, absent, fact, unchecked, untrue
from damero.domain.record.text import signed_bytes
from damero.domain.record.values import PlayedMove, Record, Signature

LARGEST_TIME = 2**53
"""Whole numbers up to here are the same in every program that reads JSON."""


def check_signature(replayed: Replayed, policy: Policy) -> Iterator[Finding]:
    signature = replayed.record.signature
    if signature is None:
        raise absent("UNSIGNED", "verify.unsigned")
    if policy.check_signature is None:
        raise absent("SIGNATURE_NOT_CHECKED", "verify.signature_not_checked")
    if not policy.check_signature(signature.public_key, signature.value, signed_bytes(replayed.record)):
        raise untrue("BAD_SIGNATURE", "verify.bad_signature")
    yield from _check_key(signature, policy)


def _check_key(signature: Signature, policy: Policy) -> Iterator[Finding]:
    if policy.known_keys is None:
        yield fact("verify.signed", signer=signature.key_id)
        yield unchecked("verify.key_not_known")
    elif signature.public_key in policy.known_keys:
        yield fact("verify.signed_by_known_key", signer=signature.key_id)
    else:
        raise untrue("UNKNOWN_KEY", "verify.unknown_key", signer=signature.key_id)


def check_head(replayed: Replayed, policy: Policy) -> Iterator[Finding]:
    if policy.head is None:
        return
    for number, head in enumerate(heads(replayed.record.history), start=1):
        if head.hex() == policy.head:
            yield fact("verify.head_found", number=number)
            return
    raise untrue("OTHER_HISTORY", "verify.other_history")


def check_times(replayed: Replayed, _policy: Policy) -> Iterator[Finding]:
    """No time lies before the one above it, and no clock shows less than nothing."""
    times = _times(replayed.record)
    if any(later < earlier for earlier, later in pairwise(times)):
        raise untrue("TIME_RUNS_BACK", "verify.time_runs_back")
    if any(abs(time) > LARGEST_TIME for time in times):
        raise untrue("BAD_TIME", "verify.bad_time")
    _check_clocks(replayed.record)
    _check_pauses(replayed.record)
    yield fact("verify.times_hold")


def _times(record: Record) -> list[int]:
    if record.history:
        return [to_int(entry["at"], "at") for entry in record.history]
    return [move.at for move in record.moves if move.at is not None]


def _check_clocks(record: Record) -> None:
    played = [step for step in record.steps or record.moves if isinstance(step, PlayedMove)]
    for move in played:
        if not all(0 <= left <= LARGEST_TIME for left in move.clocks.values()):
            raise untrue("BAD_CLOCK", "verify.bad_clock", move=move.text)


def _check_pauses(record: Record) -> None:
    """A clock stands still only after an engine's move, and only as long as the rule allows."""
    engines = {entry["seat"] for entry in record.history if entry["type"] == "seat_taken" and "level" in entry}
    for entry in record.history:
        if entry.get("pause", 0) not in ((0, ENGINE_PAUSE) if entry.get("seat") in engines else (0,)):
            raise untrue("BAD_CLOCK", "verify.bad_clock", move=to_str(entry["move"], "move"))
