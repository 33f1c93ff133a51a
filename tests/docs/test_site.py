"""The documentation is built without a warning, asks no other host for anything, and describes every public name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from website.board_fence import captions_of, draw, read_lines

import damero
import damero.client

ROOT = Path(__file__).parents[2]
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|<link\b[^>]*\bhref=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|url\(["']?((?:https?:)?//[^"')\s]+)|@import\s+["']((?:https?:)?//[^"']+)""",
    re.IGNORECASE,
)
"""Addresses that a browser opens by itself, unlike those of links."""
MEMBERS = {
    "Game": ("info", "initial", "read_position"),
    "Position": ("info", "outcome", "legal_moves", "play", "view"),
    "View": ("seat", "outcome", "pieces", "legal_moves"),
    "Engine": ("choose", "analyse"),
    "Bot": ("choose", "place", "run"),
    "VectorEnv": ("step", "reset", "observe"),
}
"""The reference must describe these, even if their names say enough for a docstring."""


def foreign_addresses(text: str) -> list[str]:
    return [next(filter(None, found)) for found in FETCHED.findall(text)]


@pytest.mark.slow
def test_the_site_is_complete_and_stands_alone() -> None:
    command = [str(Path(sys.executable).parent / "zensical"), "build", "--strict", "--clean"]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"},
        capture_output=True, text=True, timeout=800, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    site = ROOT / "build" / "site"
    pages = {page.relative_to(site).as_posix(): page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    styles = [style.read_text(encoding="utf-8") for style in site.rglob("*.css")]
    assert [address for text in (*pages.values(), *styles) for address in foreign_addresses(text)] == []
    assert pages["rules/spanish.html"].count('<figure class="board">') >= 3
    assert (site / "search.json").is_file()
    described = "".join(text for name, text in pages.items() if name.startswith("reference/"))
    names = [*damero.__all__, *(name for name in damero.client.__all__ if name != "new_id")]
    names += [f"{kind}.{name}" for kind, members in MEMBERS.items() for name in members]
    assert [name for name in names if not re.search(rf'id="damero\.[\w.]*\b{re.escape(name)}"', described)] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_every_page_is_in_the_navigation(page: Path) -> None:
    assert re.search(rf"\b{re.escape(page.relative_to(ROOT / 'docs').as_posix())}$", NAVIGATION, re.MULTILINE)


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://cdn.example.org/a.js"></script>',
        "<link rel=stylesheet href=//fonts.example.org/css>",
        "@font-face { src: url(https://example.org/a.woff2) }",
        '@import "https://example.org/a.css";',
    ],
)
def test_what_a_browser_would_fetch_from_another_host_is_found(text: str) -> None:
    assert len(foreign_addresses(text)) == 1


def test_a_link_to_another_host_is_allowed() -> None:
    assert foreign_addresses('<a href="https://example.org">there</a> <svg xmlns="http://www.w3.org/2000/svg">') == []


def test_a_position_block_is_drawn_with_what_it_says() -> None:
    drawn = draw("game: spanish\nposition: W:W22,\n  31:B18\nmoves: 22x15\nillegal: 31-27 The man on 22 must capture.")
    assert drawn.count("<svg ") == 1
    assert "<p>All legal moves: 22x15</p><p>Not legal: 31-27. The man on 22 must capture.</p>" in drawn


def test_captions_are_escaped() -> None:
    assert captions_of(read_lines("legal: <b>")) == "<p>Legal moves, among others: &lt;b&gt;</p>"
