"""The example notebooks run from top to bottom, and their pictures are shown."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))


def cells_of(notebook: Path) -> list[str]:
    document = json.loads(notebook.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, object]) -> object:
    """Runs a cell as a notebook does; the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_a_notebook_runs_from_top_to_bottom(notebook: Path) -> None:
    names: dict[str, object] = {}
    shown = [run_cell(source, names) for source in cells_of(notebook)]
    pictures = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    assert len(pictures) >= 6
    for picture in pictures:
        assert ElementTree.fromstring(picture.encode()).tag.endswith("svg")
    assert any(
        "data:image/gif" in str(value._repr_mimebundle_()) for value in shown if hasattr(value, "_repr_mimebundle_")
    )
    assert any(hasattr(value, "_repr_html_") for value in shown)


def test_notebooks_are_stored_without_output() -> None:
    assert NOTEBOOKS
    for notebook in NOTEBOOKS:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        assert all(cell.get("outputs", []) == [] for cell in cells)
