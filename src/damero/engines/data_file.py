"""Tables that engines read: JSON with its source, licence and format version inside, and with no unknown field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar, TypeVar

import msgspec

from damero.domain.errors import DameroError

LICENCE = "MIT"
"""Of the tables that Damero's own programs made."""


class BadDataFile(DameroError):
    """A table is missing, damaged, or written in another format."""

    code = "BAD_DATA_FILE"


class DataFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every table says about itself. A subclass adds the fields of one kind of table."""

    FORMAT: ClassVar[int] = 1
    """The version of this kind of table; raise it when a field changes its meaning."""

    format: int
    source: str
    """Where the figures come from: the command that made them, or the author."""
    licence: str


AnyDataFile = TypeVar("AnyDataFile", bound=DataFile)


def read_data_file(path: Path, kind: type[AnyDataFile]) -> AnyDataFile:
    """The table in a file; `BadDataFile` if a field is missing, unknown or of the wrong type."""
    try:
        table = msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as problem:
        raise BadDataFile("file.unreadable", file=path.name, reason=problem.strerror or "") from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BadDataFile("file.not_a_table", file=path.name, table=kind.__name__, reason=str(problem)) from problem
    if table.format != kind.FORMAT:
        raise BadDataFile("file.other_format", file=path.name, format=table.format, readable=kind.FORMAT)
    return table


def write_data_file(path: Path, table: DataFile) -> None:
    """One field a line, so that a change to a table can be read as a difference."""
    fields = msgspec.to_builtins(table).items()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
