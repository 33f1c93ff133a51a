"""Shared by all tests of the command line."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def own_tables(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMERO_TABLEBASES", str(tmp_path_factory.getbasetemp() / "tables"))
