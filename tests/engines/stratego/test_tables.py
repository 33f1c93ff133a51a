from __future__ import annotations

import json
from importlib.resources import files

import msgspec
import pytest

from damero.domain.stratego.rules import Rank
from damero.engines.stratego import tables

PACKAGED = {
    "human_setups.json": tables.human_setups,
    "ataraxos_setups.json": tables.ataraxos_setups,
    "engine_setups.json": tables.engine_setups,
    "setup_weights.json": tables.setup_weights,
    "engine_behaviour.json": tables.engine_behaviour,
    "other_program_behaviour.json": tables.other_program_behaviour,
    "evaluation_weights.json": tables.evaluation_weights,
}


def content_of(name):
    return json.loads((files("damero.engines.stratego") / "data" / name).read_text("utf-8"))


def changed(tmp_path, name, change):
    """A packaged file after a change, and the type of its table."""
    content = content_of(name)
    change(content)
    path = tmp_path / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return path, type(PACKAGED[name]())


def test_every_packaged_file_has_a_loader():
    folder = files("damero.engines.stratego") / "data"
    assert {file.name for file in folder.iterdir()} == set(PACKAGED)


@pytest.mark.parametrize("name", PACKAGED)
def test_every_packaged_file_says_where_it_comes_from(name):
    table = PACKAGED[name]()
    assert table.format == tables.FORMAT
    assert table.source
    assert table.licence == "MIT"
    assert table.description


@pytest.mark.parametrize("name", PACKAGED)
def test_a_table_is_written_as_it_is_packaged(name, tmp_path):
    tables.write_table(tmp_path / name, PACKAGED[name]())
    assert (tmp_path / name).read_bytes() == (files("damero.engines.stratego") / "data" / name).read_bytes()


@pytest.mark.parametrize("name", PACKAGED)
@pytest.mark.parametrize("key", ["source", "licence", "description"])
def test_a_missing_key_is_refused_by_file_and_key(name, key, tmp_path):
    path, kind = changed(tmp_path, name, lambda content: content.pop(key))
    with pytest.raises(tables.TableError, match=f"{name}.*missing.*`{key}`"):
        tables.read_table(path, kind)


@pytest.mark.parametrize("name", PACKAGED)
def test_an_unknown_key_is_refused_by_file_and_key(name, tmp_path):
    path, kind = changed(tmp_path, name, lambda content: content.update(colour="red"))
    with pytest.raises(tables.TableError, match=f"{name}.*unknown.*`colour`"):
        tables.read_table(path, kind)


@pytest.mark.parametrize("found", [0, 2, "1", None])
def test_another_format_is_refused(found, tmp_path):
    path, kind = changed(tmp_path, "evaluation_weights.json", lambda content: content.update(format=found))
    with pytest.raises(tables.TableError, match="this version reads format 1"):
        tables.read_table(path, kind)


def test_a_rank_that_is_missing_or_unknown_is_refused(tmp_path):
    path, kind = changed(tmp_path, "ataraxos_setups.json", lambda content: content["counts"].pop("spy"))
    with pytest.raises(tables.TableError, match="`spy`"):
        tables.read_table(path, kind)
    path, kind = changed(tmp_path, "ataraxos_setups.json", lambda content: content["counts"].update(pawn=[]))
    with pytest.raises(tables.TableError, match="`pawn`"):
        tables.read_table(path, kind)


def test_a_row_of_the_wrong_length_is_refused(tmp_path):
    path, kind = changed(tmp_path, "engine_setups.json", lambda content: content["counts"]["flag"][0].pop())
    with pytest.raises(tables.TableError, match=r"counts\.flag"):
        tables.read_table(path, kind)


def test_a_behaviour_feature_that_is_missing_or_unknown_is_refused(tmp_path):
    name = "engine_behaviour.json"
    path, kind = changed(tmp_path, name, lambda content: content["armies"][0]["features"].pop("fled 10"))
    with pytest.raises(tables.TableError, match=f"{name}.*missing behaviour feature 'fled 10'"):
        tables.read_table(path, kind)
    path, kind = changed(tmp_path, name, lambda content: content["armies"][1]["features"].update(smiled=None))
    with pytest.raises(tables.TableError, match=f"{name}.*unknown behaviour feature 'smiled'"):
        tables.read_table(path, kind)


@pytest.mark.parametrize("content", ["", "nonsense", "[]", "{}"])
def test_a_file_that_is_no_table_is_refused(content, tmp_path):
    path = tmp_path / "table.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(tables.TableError, match=r"table\.json"):
        tables.read_table(path, tables.SetupCounts)


def test_values_by_rank_are_in_the_order_of_the_ranks():
    values = tables.by_rank(range(len(Rank)))
    assert values.in_order == tuple(Rank)
    assert list(msgspec.structs.asdict(values)) == [rank.name.lower() for rank in Rank]
