"""Answers for one position from the command line, or for a batch of positions on stdin, one per line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, TypeAlias

from damero.cli.console import print_error, to_json
from damero.cli.speech import say
from damero.domain.errors import DameroError

JsonObject: TypeAlias = Mapping[str, object]

CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one position in its three forms."""

    lines: tuple[str, ...]
    """For a single position."""
    line: str
    """For a position of a batch."""
    json: JsonObject


AnswerPosition: TypeAlias = Callable[[str | None], Answer]


def answer_positions(arguments: argparse.Namespace, answer: AnswerPosition) -> int:
    """Prints the answer for `--position`, or one for each line of stdin if that is `-`."""
    if arguments.position == "-":
        return _answer_stdin(answer, in_json=arguments.json)
    answered = answer(arguments.position)
    for line in (to_json(answered.json),) if arguments.json else answered.lines:
        print(line)
    return 0


def _answer_stdin(answer: AnswerPosition, *, in_json: bool) -> int:
    positions = refused = 0
    for lines in _arriving_lines(sys.stdin.buffer):
        for text in lines:
            positions += 1
            try:
                answered = answer(text)
                print(to_json(answered.json) if in_json else answered.line)
            except DameroError as error:
                refused += 1
                print(to_json(_error_json(error)) if in_json else f"error: {_in_one_line(str(error))}")
        sys.stdout.flush()
    if refused:
        print_error(say("cli.refused_positions", refused=refused, positions=positions))
    return 1 if refused else 0


def _arriving_lines(stream: IO[bytes]) -> Iterator[list[str]]:
    """Whole lines as they arrive, so that a program can wait for each answer before it sends the next position."""
    rest = b""
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]
        *lines, rest = (rest + chunk).split(b"\n")
        yield [line.decode(errors="replace").rstrip("\r") for line in lines]
    if rest:
        yield [rest.decode(errors="replace")]


def _error_json(error: DameroError) -> JsonObject:
    return {"error": error.code, "sentence": error.sentence, "squares": error.squares}


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
