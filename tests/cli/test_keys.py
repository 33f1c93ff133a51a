from __future__ import annotations

from pathlib import Path

from tests.cli.running import damero


def test_the_keys_of_a_data_folder_are_listed(tmp_path: Path) -> None:
    ran = damero("keys", "--data", str(tmp_path))
    assert ran.code == 0
    assert ran.lines[0].split() == ["key", "since", "until", "public", "key"]
    assert len(ran.lines) == 2
    assert damero("keys", "--data", str(tmp_path)).lines == ran.lines


def test_a_rotation_keeps_the_old_public_key(tmp_path: Path) -> None:
    before = damero("keys", "--data", str(tmp_path), "--json").json
    after = damero("keys", "rotate", "--data", str(tmp_path), "--json").json
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    new, old = after["keys"]
    assert new["until"] is None
    assert old["until"] is not None
    assert old["public_key"] == before["keys"][0]["public_key"] != new["public_key"]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    ran = damero("keys", "--data", str(tmp_path / "nowhere"))
    assert ran.code == 1
    assert ran.err.startswith("error: NO_SIGNING_KEYS Cannot write ")
