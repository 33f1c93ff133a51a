"""The record as JSON: a list of entries, each with a hash over itself and everything before it, and a signature.

A record has exactly one text (sorted keys, one space of indentation, ASCII, a final newline). A file that was changed
anywhere is therefore not a valid record.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import takewhile

from damero.domain.errors import BadText
from damero.domain.record import version_1
from damero.domain.record.canonical import CHAIN_TAG, Entry, Json, dump, heads
from damero.domain.record.fields import Fields, bad, fields, to_bytes, to_list, to_object, to_reveal
from damero.domain.record.history import read_history
from damero.domain.record.values import Record, Reveal, Signature
from damero.texts import Text

FORMAT = "damero-record"
VERSION = 2
SIGNATURE_TAG = b"damero record v2 signature\x00"


def write_record(record: Record) -> str:
    """The text of a record with a history."""
    return dump({**_unsigned(record), "signature": _signature_json(record.signature)}, indent=1) + "\n"


def signed_bytes(record: Record) -> bytes:
    """What the server signs: the record without its signature."""
    return SIGNATURE_TAG + dump(_unsigned(record)).encode()


def _unsigned(record: Record) -> dict[str, Json]:
    chained = zip(record.history, heads(record.history), strict=True)
    return {
        "format": FORMAT,
        "version": VERSION,
        "entries": [{**entry, "hash": head.hex()} for entry, head in chained],
        "reveal": _reveal_json(record.reveal),
    }


def _reveal_json(reveal: Reveal | None) -> Json:
    return None if reveal is None else {"seed": reveal.seed.hex(), "start": reveal.start}


def _signature_json(signature: Signature | None) -> Json:
    if signature is None:
        return None
    return {"public_key": signature.public_key.hex(), "value": signature.value.hex()}


def read_record(text: str | bytes) -> Record:
    """Read a record of version 1 or 2. The text must have its exact form; `BadText` says what is wrong."""
    plain = text if isinstance(text, str) else _decoded(text)
    document = to_object(_parse(plain), "record")
    version = document.get("version")
    if document.get("format") != FORMAT or type(version) is not int or version not in (1, VERSION):
        raise bad("record.not_this_format", format=FORMAT, version=VERSION)
    record = _read_version_1(document, plain) if document["version"] == 1 else _read_version_2(document, plain)
    _check_form(plain, dump(document, indent=1) + "\n")
    return record


def _read_version_1(document: Fields, text: str) -> Record:
    entries = _entries(fields(document, "record", required={"format", "version", "entries"}))
    record = version_1.read_entries([_bare(entry) for entry in entries])
    _check_chain(entries, text, version_1.CHAIN_TAG)
    return record


def _read_version_2(document: Fields, text: str) -> Record:
    fields(document, "record", required={"format", "version", "entries", "reveal", "signature"})
    entries = _entries(document)
    record = read_history(
        [_bare(entry) for entry in entries], _read_reveal(document["reveal"]), _read_signature(document["signature"])
    )
    _check_chain(entries, text, CHAIN_TAG)
    return record


def _entries(document: Fields) -> list[Fields]:
    entries = to_list(document["entries"], "entries")
    return [to_object(entry, f"entry {number}") for number, entry in enumerate(entries)]


def _bare(entry: Fields) -> Entry:
    if "hash" not in entry:
        raise bad("record.no_hash")
    return {key: value for key, value in entry.items() if key != "hash"}


def _read_reveal(value: Json) -> Reveal | None:
    return None if value is None else to_reveal(fields(value, "reveal", required={"seed", "start"}))


def _read_signature(value: Json) -> Signature | None:
    if value is None:
        return None
    read = fields(value, "signature", required={"public_key", "value"})
    return Signature(to_bytes(read["public_key"], "public_key"), to_bytes(read["value"], "signature"))


def _check_chain(entries: Sequence[Fields], text: str, tag: bytes) -> None:
    for number, (entry, head) in enumerate(zip(entries, heads(map(_bare, entries), tag), strict=True)):
        if entry["hash"] != head.hex():
            before = text.partition(f'"{entry["hash"]}"')[0]
            fault = Text("record.chain_broken", {"number": number, "type": str(entry["type"])})
            raise _bad_at(before, fault, "CHAIN_BROKEN")


def _check_form(text: str, canonical: str) -> None:
    if text != canonical:
        pairs = takewhile(lambda pair: pair[0] == pair[1], zip(text, canonical, strict=False))
        before = text[: len(list(pairs))]
        raise _bad_at(before, Text("record.not_canonical"), "NOT_CANONICAL")


def _decoded(data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("ascii")
        raise _bad_at(before, Text("record.not_ascii"), "BAD_JSON") from None


def _parse(text: str) -> Json:
    try:
        parsed: Json = json.loads(text)
    except RecursionError:
        raise BadText("record.nested_too_deeply", code="BAD_JSON") from None
    except json.JSONDecodeError as error:
        fault = Text("record.not_json", {"reason": error.msg})
        raise BadText(fault, line=error.lineno, column=error.colno, code="BAD_JSON") from None
    except ValueError as error:
        raise BadText("record.not_json", reason=str(error), code="BAD_JSON") from None
    return parsed


def _bad_at(before: str, fault: Text, code: str) -> BadText:
    """The error at the end of this beginning of the text."""
    return BadText(fault, line=before.count("\n") + 1, column=len(before) - before.rfind("\n"), code=code)
