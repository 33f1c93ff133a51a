"""The record as JSON: a list of entries, each with a hash over itself and everything before it.

A record has exactly one text (sorted keys, one space of indentation, ASCII, a final newline). A file that was changed
anywhere is therefore not a valid record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias

from damero.domain import catalogue
from damero.domain.errors import BadText
from damero.domain.fairness import Commitment, Opening
from damero.domain.game import Outcome
from damero.domain.reasons import Reason
from damero.domain.record.values import OpenedSecret, PlayedMove, Record, Reveal

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Entry: TypeAlias = dict[str, Json]

FORMAT = "damero-record"
VERSION = 1
CHAIN_TAG = b"damero record v1\x00"
LARGEST_SEAL = 65536


def write_record(record: Record) -> str:
    entries = _chained(_entries(record))
    return _dump({"format": FORMAT, "version": VERSION, "entries": entries}, indent=1) + "\n"


def _entries(record: Record) -> list[Entry]:
    entries = [_start_entry(record), *map(_move_entry, record.moves)]
    if record.outcome:
        entries.append({"type": "result", "winner": record.outcome.winner, "reason": record.outcome.reason})
    if record.reveal:
        entries.append({"type": "reveal", "seed": record.reveal.seed.hex(), "start": record.reveal.start})
    return entries


def _start_entry(record: Record) -> Entry:
    return {
        "type": "start",
        "game": record.game_id,
        "ruleset": record.ruleset,
        "players": record.players,
        "position": record.start,
        "seed_commitment": record.seed_commitment.hex() if record.seed_commitment is not None else None,
        "nonces": [nonce.hex() for nonce in record.nonces],
        "seals": {name: {"root": seal.root.hex(), "size": seal.size} for name, seal in record.seals.items()},
    }


def _move_entry(move: PlayedMove) -> Entry:
    entry: Entry = {"type": "move", "move": move.text}
    if move.at is not None:
        entry["at"] = move.at
    if move.clocks:
        entry["clocks"] = move.clocks
    if move.openings:
        entry["openings"] = [_opening_json(opened) for opened in move.openings]
    return entry


def _opening_json(opened: OpenedSecret) -> Entry:
    opening = opened.opening
    return {
        "seal": opened.seal,
        "index": opening.index,
        "value": opening.value,
        "salt": opening.salt.hex(),
        "path": [sibling.hex() for sibling in opening.path],
    }


def _chained(entries: Iterable[Entry]) -> list[Json]:
    head = b""
    chained: list[Json] = []
    for entry in entries:
        head = _entry_hash(head, entry)
        chained.append({**entry, "hash": head.hex()})
    return chained


def _entry_hash(previous: bytes, entry: Mapping[str, Json]) -> bytes:
    """A hash over the previous hash and the entry without its own hash."""
    body = {key: value for key, value in entry.items() if key != "hash"}
    return hashlib.sha256(CHAIN_TAG + previous + _dump(body).encode()).digest()


def _dump(value: Json, indent: int | None = None) -> str:
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(value, sort_keys=True, separators=separators, indent=indent, allow_nan=False)


def read_record(text: str | bytes) -> Record:
    """Read a record. The text must have exactly the form that `write_record` gives; `BadText` says what is wrong."""
    plain = text if isinstance(text, str) else _decoded(text)
    entries = _read_entries(plain)
    record = _record(entries)
    _check_chain(entries, plain)
    _check_form(plain, write_record(record))
    return record


def _decoded(data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("ascii")
        raise _bad_at(before, "a record contains ASCII characters only.", "BAD_JSON") from None


def _check_form(text: str, canonical: str) -> None:
    if text != canonical:
        pairs = takewhile(lambda pair: pair[0] == pair[1], zip(text, canonical, strict=False))
        before = text[: len(list(pairs))]
        raise _bad_at(before, "from here on, the text does not have the form of a record.", "NOT_CANONICAL")


def _bad_at(before: str, sentence: str, code: str) -> BadText:
    """The error at the end of this beginning of the text."""
    return BadText(sentence, line=before.count("\n") + 1, column=len(before) - before.rfind("\n"), code=code)


def _read_entries(text: str) -> list[Mapping[str, Json]]:
    document = _fields(_parse(text), "the record", required={"format", "version", "entries"})
    if document["format"] != FORMAT or document["version"] != VERSION:
        raise _bad(f"this is not a {FORMAT} of version {VERSION}")
    entries = _list(document["entries"], "the entries")
    return [_object(entry, f"entry {number}") for number, entry in enumerate(entries)]


def _parse(text: str) -> Json:
    try:
        parsed: Json = json.loads(text)
    except RecursionError:
        raise BadText("the text is nested too deeply.", code="BAD_JSON") from None
    except json.JSONDecodeError as error:
        sentence = f"this is not JSON: {error.msg}."
        raise BadText(sentence, line=error.lineno, column=error.colno, code="BAD_JSON") from None
    except ValueError as error:
        raise BadText(f"this is not JSON: {error}.", code="BAD_JSON") from None
    return parsed


def _check_chain(entries: Sequence[Mapping[str, Json]], text: str) -> None:
    head = b""
    for number, entry in enumerate(entries):
        head = _entry_hash(head, entry)
        if entry["hash"] != head.hex():
            before = text.partition(f'"{entry["hash"]}"')[0]
            sentence = f"entry {number}, a {entry['type']}, does not match its hash, or an entry before it was changed."
            raise _bad_at(before, sentence, "CHAIN_BROKEN")


def _record(entries: Sequence[Mapping[str, Json]]) -> Record:
    kinds = [entry.get("type") for entry in entries]
    moves = kinds.count("move")
    expected = ["start", *["move"] * moves, *(kind for kind in ("result", "reveal") if kind in kinds)]
    if kinds != expected:
        raise _bad("the entries are a start, moves, and at most one result and one reveal, in this order")
    ending = {str(entry["type"]): entry for entry in entries[1 + moves :]}
    moves_read = tuple(_move(entry) for entry in entries[1 : 1 + moves])
    return _started(entries[0], moves_read, _outcome(ending.get("result")), _reveal(ending.get("reveal")))


def _started(
    entry: Mapping[str, Json], moves: tuple[PlayedMove, ...], outcome: Outcome | None, reveal: Reveal | None
) -> Record:
    keys = {"type", "hash", "game", "ruleset", "players", "position", "seed_commitment", "nonces", "seals"}
    start = _fields(entry, "the start", required=keys)
    commitment = start["seed_commitment"]
    return Record(
        game_id=_str(start["game"], "the game"),
        ruleset=_int(start["ruleset"], "the ruleset"),
        players={seat: _str(name, "a name") for seat, name in _object(start["players"], "the players").items()},
        start=_str(start["position"], "the first position"),
        moves=moves,
        outcome=outcome,
        seed_commitment=None if commitment is None else _hex(commitment, "the seed's commitment"),
        nonces=tuple(_hex(nonce, "a nonce") for nonce in _list(start["nonces"], "the nonces")),
        seals={name: _commitment(seal) for name, seal in _object(start["seals"], "the seals").items()},
        reveal=reveal,
    )


def _commitment(value: Json) -> Commitment:
    seal = _fields(value, "a seal", required={"root", "size"})
    size = _int(seal["size"], "a seal's size")
    if not 1 <= size <= LARGEST_SEAL:
        raise _bad(f"a seal covers 1 to {LARGEST_SEAL} values")
    return Commitment(_hex(seal["root"], "a root"), size)


def _move(entry: Mapping[str, Json]) -> PlayedMove:
    move = _fields(entry, "a move", required={"type", "hash", "move"}, optional={"at", "clocks", "openings"})
    clocks = _object(move.get("clocks", {}), "the clocks")
    return PlayedMove(
        text=_str(move["move"], "a move"),
        at=_int(move["at"], "a time") if "at" in move else None,
        clocks={seat: _int(left, "a clock") for seat, left in clocks.items()},
        openings=tuple(_opening(opened) for opened in _list(move.get("openings", []), "the openings")),
    )


def _opening(value: Json) -> OpenedSecret:
    opened = _fields(value, "an opening", required={"seal", "index", "value", "salt", "path"})
    path = tuple(_hex(sibling, "a path") for sibling in _list(opened["path"], "a path"))
    index = _int(opened["index"], "an index")
    if not 0 <= index < LARGEST_SEAL:
        raise _bad(f"a seal has no value {index}")
    opening = Opening(index, _str(opened["value"], "a value"), _hex(opened["salt"], "a salt"), path)
    return OpenedSecret(_str(opened["seal"], "a seal's name"), opening)


def _outcome(entry: Mapping[str, Json] | None) -> Outcome | None:
    if entry is None:
        return None
    result = _fields(entry, "the result", required={"type", "hash", "winner", "reason"})
    reason = Reason(_str(result["reason"], "the reason"))
    if reason not in catalogue.known_reasons():
        raise _bad(f"{reason!r} is not a reason for a game to end")
    winner = result["winner"]
    return Outcome(None if winner is None else _str(winner, "the winner"), reason)


def _reveal(entry: Mapping[str, Json] | None) -> Reveal | None:
    if entry is None:
        return None
    reveal = _fields(entry, "the reveal", required={"type", "hash", "seed", "start"})
    return Reveal(_hex(reveal["seed"], "the seed"), _str(reveal["start"], "the first position"))


def _fields(
    value: Json, name: str, *, required: set[str], optional: frozenset[str] | set[str] = frozenset()
) -> Mapping[str, Json]:
    found = _object(value, name)
    missing, unknown = required - found.keys(), found.keys() - required - optional
    if missing or unknown:
        raise _bad(f"{name} has wrong fields: missing {sorted(missing)}, unknown {sorted(unknown)}")
    return found


def _object(value: Json, name: str) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise _bad(f"{name} should be an object")
    return value


def _list(value: Json, name: str) -> Sequence[Json]:
    if not isinstance(value, list):
        raise _bad(f"{name} should be a list")
    return value


def _str(value: Json, name: str) -> str:
    if not isinstance(value, str):
        raise _bad(f"{name} should be a text")
    return value


def _int(value: Json, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(f"{name} should be a whole number")
    return value


def _hex(value: Json, name: str) -> bytes:
    text = _str(value, name)
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise _bad(f"{name} should be hexadecimal") from None


def _bad(sentence: str) -> BadText:
    return BadText(f"{sentence}.", code="NOT_A_RECORD")
