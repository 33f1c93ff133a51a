"""What the documents show is what happens: `python` blocks run, `console` blocks print what they say.

In a console block a line that begins with `$ ` is a command and the lines below it are its output; `…` stands for any
number of lines. In a Python block a comment after `print(…)` is what is printed.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from pathlib import Path

import pytest
from tests.cli.running import damero

import damero as damero_package

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)


def blocks(language: str) -> list[tuple[str, str]]:
    """Each block of a language with the place where it stands."""
    found = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for block in _BLOCK.finditer(text):
            line = text[: block.start()].count("\n") + 1
            found += [(f"{document.name}:{line}", block[2])] if block[1] == language else []
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


def linked_files(document: Path) -> list[str]:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", document.read_text(encoding="utf-8"))
    return [link for link in links if not (document.parent / link).exists()]


def test_every_link_to_a_file_leads_to_one() -> None:
    pages = [*DOCUMENTS, *sorted((ROOT / "docs" / "rules").glob("*.md"))]
    assert {page.name: missing for page in pages if (missing := linked_files(page))} == {}
