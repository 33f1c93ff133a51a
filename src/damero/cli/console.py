"""What the commands print: JSON, tables, errors and progress bars.

Terminals get colour, tables and progress bars from rich. Everywhere else the output is plain text that scripts can
read. rich takes a tenth of a second to load, so it is imported only when there is a terminal to show it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, Protocol, TextIO
from unicodedata import east_asian_width

from damero.cli.speech import name_of, say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


STYLES = {"ok": "bold green", "note": "bold yellow", "error": "bold red"}


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def print_error(text: str) -> None:
    _print_labelled(say("cli.label.error"), text, STYLES["error"], sys.stderr)


def print_note(text: str) -> None:
    _print_labelled(say("cli.label.note"), text, STYLES["note"], sys.stderr)


def print_success(text: str) -> None:
    _print_labelled(say("cli.label.ok"), text, STYLES["ok"], sys.stdout)


def print_unchecked(text: str) -> None:
    _print_labelled(say("cli.label.unchecked"), text, "bold yellow", sys.stdout)


def print_report_line(level: Literal["ok", "note", "error"], text: str) -> None:
    """One line of a report, which belongs to the output whatever it says."""
    _print_labelled(name_of("cli.label", level), text, STYLES[level], sys.stdout)


def _print_labelled(label: str, text: str, style: str, stream: TextIO) -> None:
    if not stream.isatty():
        print(f"{label}: {text}", file=stream)
        return
    from rich.text import Text

    _console(stream).print(Text.assemble((f"{label}:", style), " ", text), soft_wrap=True)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], right_aligned: Collection[str] = ()) -> None:
    """Prints a table on a terminal, and columns that are aligned by spaces anywhere else."""
    if not sys.stdout.isatty():
        _print_columns([header, *rows], [">" if name in right_aligned else "<" for name in header])
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in header:
        table.add_column(name, justify="right" if name in right_aligned else "left")
    table.columns[0].style = "bold"
    for row in rows:
        table.add_row(*map(Text, row))
    _console(sys.stdout).print(table)


def _print_columns(rows: Sequence[Sequence[str]], alignments: Sequence[str]) -> None:
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, alignments, widths, strict=True)
        print("  ".join(padded(cell, width, alignment) for cell, alignment, width in cells).rstrip())


def columns_of(text: str) -> int:
    """How wide a terminal shows a text: Chinese characters are two columns wide."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def padded(text: str, width: int, alignment: str = "<") -> str:
    """The text with spaces, so that it is at least this wide in a terminal."""
    spaces = " " * (width - columns_of(text))
    return spaces + text if alignment == ">" else text + spaces


class ShowProgress(Protocol):
    """Moves a progress bar to `done` of `total`, with a short note beside it."""

    def __call__(self, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def progress_bar(label: str) -> Iterator[ShowProgress]:
    """A progress bar on stderr while the block runs; nothing if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield _show_nothing
        return
    with _progress() as progress:
        task = progress.add_task(label, total=None, note="")

        def show(done: int, total: int, note: str = "") -> None:
            progress.update(task, completed=done, total=total, note=note)

        yield show


def _show_nothing(done: int, total: int, note: str = "") -> None:
    """Stands in for the progress bar when there is no terminal."""


def _progress() -> Progress:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        TimeElapsedColumn(),
        TextColumn(say("cli.progress.elapsed")),
        TimeRemainingColumn(),
        TextColumn(say("cli.progress.left")),
        console=_console(sys.stderr),
        transient=True,
        # Lines printed meanwhile appear above the bar, unless they go to a file or a pipe.
        redirect_stdout=sys.stdout.isatty(),
    )


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    return Console(file=stream, highlight=False)
