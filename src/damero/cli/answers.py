"""Answers about positions: one given as an argument, or any number of them on standard input, one a line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, TypeAlias

from damero.domain.errors import DameroError

Facts: TypeAlias = Mapping[str, object]

CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said about one position: for people (any number of lines), in one line, and as JSON."""

    lines: tuple[str, ...]
    line: str
    facts: Facts


def respond(arguments: argparse.Namespace, answer: Callable[[str | None], Answer]) -> int:
    """Answers `--position`, given or left out, or `-` for every line of standard input."""
    if arguments.position == "-":
        return _respond_to_stream(answer, in_json=arguments.json)
    answered = answer(arguments.position)
    for line in (to_json(answered.facts),) if arguments.json else answered.lines:
        print(line)
    return 0


def _respond_to_stream(answer: Callable[[str | None], Answer], *, in_json: bool) -> int:
    asked = refused = 0
    for lines in _arriving_lines(sys.stdin.buffer):
        for text in lines:
            asked += 1
            try:
                answered = answer(text)
                print(to_json(answered.facts) if in_json else answered.line)
            except DameroError as refusal:
                refused += 1
                print(to_json(facts_of(refusal)) if in_json else f"error: {_in_one_line(str(refusal))}")
        sys.stdout.flush()
    if refused:
        print(f"error: {refused} of {asked} positions were refused.", file=sys.stderr)
    return 1 if refused else 0


def _arriving_lines(stream: IO[bytes]) -> Iterator[list[str]]:
    """Whole lines as they arrive, so that who asks one question at a time is answered at once."""
    rest = b""
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]
        *lines, rest = (rest + chunk).split(b"\n")
        yield [line.decode(errors="replace").rstrip("\r") for line in lines]
    if rest:
        yield [rest.decode(errors="replace")]


def facts_of(refusal: DameroError) -> Facts:
    return {"error": refusal.code, "sentence": refusal.sentence, "squares": refusal.squares}


def to_json(facts: object) -> str:
    return json.dumps(facts, ensure_ascii=False)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
