"""The course of a game as a plot."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from damero import plot
from damero.domain.analysis import Judgement

SCORES = [0, 300, -300, 30_000]


def judgement(ply: int, cost: int) -> Judgement:
    return Judgement(ply, "white", "1-2", "1-2", (), score=0, cost=cost, luck=0, for_first=-cost)


def test_the_png_plot_is_a_whole_picture() -> None:
    image = Image.open(BytesIO(plot.evaluation(SCORES).png())).convert("RGB")
    assert image.width > image.height > 100
    assert len(image.getcolors(1_000_000) or []) > 5


@pytest.mark.parametrize("scores", [[], [50], SCORES])
def test_a_plot_shows_itself_in_a_notebook(scores: list[int]) -> None:
    shown = plot.evaluation(scores, title="<Spanish & other>")._repr_svg_()
    assert ElementTree.fromstring(shown.encode()).tag.endswith("svg")


def test_mistakes_are_marked() -> None:
    course = plot.evaluation([judgement(1, 0), judgement(2, 100), judgement(3, 400)])
    assert [text.get_text() for text in course.figure.axes[0].get_legend().get_texts()] == ["?", "??"]


def test_a_plot_is_saved_in_the_format_of_its_name(tmp_path: Path) -> None:
    plot.evaluation(SCORES).save(tmp_path / "course.pdf")
    assert (tmp_path / "course.pdf").read_bytes().startswith(b"%PDF")


def test_the_command_says_what_to_install_before_it_analyses(tmp_path: Path) -> None:
    script = "import sys; sys.modules['matplotlib.figure'] = None; from damero.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "analyse", "missing.pdn", "--png", str(tmp_path / "a.png")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'pip install "damero[plot]"' in done.stderr
