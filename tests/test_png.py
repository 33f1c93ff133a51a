"""Pictures as PNG, GIF and WebP."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64encode
from io import BytesIO
from typing import Literal

import pytest
from PIL import Image, ImageChops
from tests.random_play import random_position

import damero
from damero import png, svg
from damero.domain.catalogue import GAMES
from damero.domain.game import Game
from damero.domain.game_tree import GameTree

START = damero.game("english").initial()


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: str(chosen.info.id))
def test_every_game_is_rendered(chosen: Game) -> None:
    position = random_position(chosen, seed=2, plies=10)
    image = opened(png.board(position, size=200))
    assert max(image.size) == 200
    assert len(image.getcolors(1_000_000) or []) > 100


def test_a_piece_is_seen_where_it_stands() -> None:
    before, after = (opened(png.board(position, last=(), size=468)) for position in (START, START.after("11-15")))
    box = ImageChops.difference(before, after).getbbox()
    assert box is not None
    left, top, right, bottom = (round((edge * 868 / 468 - 34) / 100, 1) for edge in box)
    assert 4 <= left <= right <= 6
    assert 2 <= top <= bottom <= 4.1


def test_numbers_need_no_font() -> None:
    assert opened(png.board(START, coordinates="none")).tobytes() != opened(png.board(START)).tobytes()


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_game_has_one_frame_for_each_position(kind: str) -> None:
    tree = GameTree(START).play("11-15", "22-18", "15x22")
    image = Image.open(BytesIO(png.game(tree, format=kind, size=100)))  # type: ignore[arg-type]
    assert (image.format, image.n_frames) == (kind.upper(), 4)


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_moving_picture_is_shown_by_every_notebook(kind: Literal["gif", "webp"]) -> None:
    """Most programs that show notebooks know PNG and HTML only."""
    made = png.game(GameTree(START).play("11-15"), format=kind, size=60)
    shown = made._repr_mimebundle_()
    assert shown["text/html"] == f'<img src="data:image/{kind};base64,{b64encode(made).decode()}" alt="{kind.upper()}">'


def test_a_picture_leaves_no_bytes_in_the_text_of_a_notebook() -> None:
    made = png.board(START, size=60)
    assert made._repr_mimebundle_() == {"image/png": bytes(made), "text/plain": f"<PNG picture, {len(made)} bytes>"}


def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['resvg_py'] = None\n"
        "import damero; from damero import png\n"
        "try: png.board(damero.game('drafti').initial())\n"
        "except damero.DameroError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == 'MISSING_EXTRA This needs the package resvg_py: pip install "damero[png]".\n'


def test_an_svg_picture_keeps_its_own_size() -> None:
    assert opened(png.render(svg.board(START, size=123))).size == (123, 123)
