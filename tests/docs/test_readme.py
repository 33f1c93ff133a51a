"""The documents are true: `python` blocks run, `console` blocks print what they show, and links lead somewhere.

In a console block a line that begins with `$ ` is a command, and the lines below it are its output; `…` stands for any
number of lines. In a Python block a comment after `print(…)` is the printed text.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from pathlib import Path

import pytest
from tests.architecture.sources import files
from tests.cli.running import damero

import damero as damero_package

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)


def blocks(language: str) -> list[tuple[str, str]]:
    """Each block of a language with the place where it stands."""
    found = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for block in _BLOCK.finditer(text):
            line = text[: block.start()].count("\n") + 1
            found += [(f"{document.relative_to(ROOT).as_posix()}:{line}", block[2])] if block[1] == language else []
    return found


def run_python(source: str) -> None:
    """Runs a block; what it prints must be what its comments say."""
    said = _PRINTED.findall(source)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source, "example", "exec"), {"__name__": "example"})
    assert printed.getvalue().splitlines() == said


def run_console(block: str) -> None:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, said = part.partition("\n")
        name, *arguments = shlex.split(command, comments=True)
        assert name == "damero", f"only damero is run, not {name}"
        ran = damero(*arguments)
        pattern = re.escape(said.strip("\n")).replace("…", "(?s:.*)")
        assert re.fullmatch(pattern, (ran.out + ran.err).strip("\n")), f"{command}\n{ran.out}{ran.err}"


@pytest.mark.parametrize(("place", "source"), blocks("python"), ids=lambda value: value if "\n" not in value else "")
def test_a_python_example_does_what_it_says(place: str, source: str) -> None:
    run_python(source)


@pytest.mark.parametrize(("place", "block"), blocks("console"), ids=lambda value: value if "\n" not in value else "")
def test_a_console_example_prints_what_it_says(place: str, block: str) -> None:
    run_console(block)


def test_the_readme_has_examples_of_both_kinds() -> None:
    assert {"README.md"} <= {place.split(":")[0] for place, _ in blocks("python")}
    assert {"README.md"} <= {place.split(":")[0] for place, _ in blocks("console")}


@pytest.mark.parametrize(
    "block", ["$ damero moves spanish\n21-17\n", "$ rm -r x\n", "$ damero games\nid  title\n", "$ damero nonsense\n"]
)
def test_a_false_console_example_is_found(block: str) -> None:
    with pytest.raises(AssertionError):
        run_console(block)


@pytest.mark.parametrize("source", ["print(1)  # 2\n", "print(1)\n"])
def test_a_false_python_example_is_found(source: str) -> None:
    with pytest.raises(AssertionError):
        run_python(source)


def test_the_packages_own_example_is_true() -> None:
    failed, attempted = doctest.testmod(damero_package)
    assert (failed, attempted > 2) == (0, True)


PAGES = files(".md")
_LINK = re.compile(r"\]\((?!https?://|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them from its headings."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(page: Path) -> list[str]:
    broken = []
    for target, anchor in _LINK.findall(page.read_text(encoding="utf-8")):
        linked = (page.parent / target) if target else page
        if not linked.exists() or (anchor and anchor not in headings(linked)):
            broken.append(f"{target}#{anchor}" if anchor else target)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_or_a_heading(page: Path) -> None:
    assert broken_links(page) == []


BASES = (ROOT, ROOT / "src" / "damero", ROOT / "src" / "damero" / "web")
_NAMED_FILE = re.compile(r"`([a-z][a-z0-9_./-]*/[a-z0-9_.-]+\.(?:py|pyx|pxd|js|json|md))`")


def missing_files(page: Path) -> list[str]:
    """The paths on a page that do not exist, relative to the root, the package, its web folder or the page's engine."""
    paths = _NAMED_FILE.findall(page.read_text(encoding="utf-8"))
    engine = ROOT / "src" / "damero" / "engines" / page.stem.partition("-")[0]
    return [path for path in paths if not any((base / path).exists() for base in (*BASES, engine))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    assert missing_files(page) == []


def test_a_missing_file_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`domain/game.py` and `domain/missing.py`\n")
    assert missing_files(page) == ["domain/missing.py"]


@pytest.mark.parametrize("link", ["[a](missing.md)", "[a](#missing)", "[a](page.md#missing)"])
def test_a_broken_link_is_found(link: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n\n[one](#title) {link}\n")
    assert len(broken_links(page)) == 1
