"""Tables are read only if they are exactly what the engine expects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from damero.engines.data_file import BadDataFile, DataFile, read_data_file, write_data_file


class Weights(DataFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    numbers: tuple[float, ...]


GOOD = {"format": 1, "source": "made up", "licence": "MIT", "numbers": [1.5, 2]}


def read(folder: Path, fields: object) -> Weights:
    path = folder / "weights.json"
    path.write_text(json.dumps(fields))
    return read_data_file(path, Weights)


def test_a_table_survives_its_file(tmp_path: Path) -> None:
    table = read(tmp_path, GOOD)
    assert table.numbers == (1.5, 2.0)
    write_data_file(tmp_path / "new" / "table.json", table)
    assert read_data_file(tmp_path / "new" / "table.json", Weights) == table


@pytest.mark.parametrize("missing", GOOD)
def test_a_table_without_one_of_its_fields_is_refused(tmp_path: Path, missing: str) -> None:
    with pytest.raises(BadDataFile, match=missing):
        read(tmp_path, {name: value for name, value in GOOD.items() if name != missing})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"colour": "red"}, "colour"),
        ({"numbers": ["one"]}, "numbers"),
        ({"format": 2}, "format 2; this engine reads format 1"),
    ],
)
def test_a_table_with_another_field_type_or_format_is_refused(
    tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    with pytest.raises(BadDataFile, match=reason):
        read(tmp_path, GOOD | change)


def test_a_file_that_is_not_there_or_no_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDataFile, match="cannot be read"):
        read_data_file(tmp_path / "none.json", Weights)
    (tmp_path / "bad.json").write_bytes(b"\xff{")
    with pytest.raises(BadDataFile, match=r"bad\.json is not a Weights table"):
        read_data_file(tmp_path / "bad.json", Weights)
