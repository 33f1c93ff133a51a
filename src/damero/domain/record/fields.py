"""Typed access to the JSON of a record: `BadText` says which field is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from damero.domain import catalogue
from damero.domain.errors import BadText
from damero.domain.fairness import Commitment, Opening
from damero.domain.game import Outcome
from damero.domain.reasons import Reason
from damero.domain.record.canonical import Json
from damero.domain.record.values import OpenedSecret, Reveal
from damero.texts import Text, Value

Fields: TypeAlias = Mapping[str, Json]
LARGEST_SEAL = 65536
HEXADECIMAL = re.compile("([0-9a-f]{2})*")


def fields(value: Json, name: str, *, required: Collection[str], optional: Collection[str] = ()) -> Fields:
    found = to_object(value, name)
    missing, unknown = set(required) - found.keys(), found.keys() - set(required) - set(optional)
    if missing or unknown:
        raise bad("record.wrong_fields", name=name, missing=_names(missing), unknown=_names(unknown))
    return found


def to_object(value: Json, name: str) -> Fields:
    if not isinstance(value, dict):
        raise bad("record.not_an_object", name=name)
    return value


def to_list(value: Json, name: str) -> Sequence[Json]:
    if not isinstance(value, list):
        raise bad("record.not_a_list", name=name)
    return value


def to_str(value: Json, name: str) -> str:
    if not isinstance(value, str):
        raise bad("record.not_a_text", name=name)
    return value


def to_int(value: Json, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise bad("record.not_a_number", name=name)
    return value


def to_bytes(value: Json, name: str) -> bytes:
    text = to_str(value, name)
    if not HEXADECIMAL.fullmatch(text):
        raise bad("record.not_hexadecimal", name=name)
    return bytes.fromhex(text)


def to_bool(value: Json, name: str) -> bool:
    if not isinstance(value, bool):
        raise bad("record.not_a_truth_value", name=name)
    return value


def to_clocks(value: Json, name: str) -> dict[str, int]:
    return {seat: to_int(left, "clocks") for seat, left in to_object(value, name).items()}


def to_nonces(value: Json, name: str) -> tuple[bytes, ...]:
    return tuple(to_bytes(nonce, "nonces") for nonce in to_list(value, name))


def to_seals(value: Json, name: str) -> dict[str, Commitment]:
    return {seal: _commitment(commitment) for seal, commitment in to_object(value, name).items()}


def to_openings(value: Json, name: str) -> tuple[OpenedSecret, ...]:
    return tuple(_opening(opened) for opened in to_list(value, name))


def to_outcome(result: Fields) -> Outcome:
    reason, winner = Reason(to_str(result["reason"], "reason")), result["winner"]
    if reason not in catalogue.known_reasons():
        raise bad("record.unknown_reason", reason=reason)
    return Outcome(None if winner is None else to_str(winner, "winner"), reason)


def to_reveal(reveal: Fields) -> Reveal:
    return Reveal(to_bytes(reveal["seed"], "seed"), to_str(reveal["start"], "start"))


def bad(key: str, **values: Value) -> BadText:
    return BadText(Text(key, values), code="NOT_A_RECORD")


def _names(fields: Collection[str]) -> str:
    return ", ".join(sorted(fields)) or "-"


def _commitment(value: Json) -> Commitment:
    seal = fields(value, "seals", required={"root", "size"})
    size = to_int(seal["size"], "size")
    if not 1 <= size <= LARGEST_SEAL:
        raise bad("record.seal_size", most=LARGEST_SEAL)
    return Commitment(to_bytes(seal["root"], "root"), size)


def _opening(value: Json) -> OpenedSecret:
    opened = fields(value, "openings", required={"seal", "index", "value", "salt", "path"})
    path = tuple(to_bytes(sibling, "path") for sibling in to_list(opened["path"], "path"))
    index = to_int(opened["index"], "index")
    if not 0 <= index < LARGEST_SEAL:
        raise bad("record.seal_index", index=index)
    opening = Opening(index, to_str(opened["value"], "value"), to_bytes(opened["salt"], "salt"), path)
    return OpenedSecret(to_str(opened["seal"], "seal"), opening)
