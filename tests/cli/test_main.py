from __future__ import annotations

import os
import re
import subprocess
from importlib.metadata import version

import pytest
from tests.cli.running import DAMERO, damero, damero_process

from damero.cli.commands import COMMANDS

NAMES = [command.name for command in COMMANDS]


def test_every_command_is_listed_in_the_help() -> None:
    listed = [line.split()[0] for line in damero("--help").lines if line.startswith("    ") and line.strip()]
    assert set(NAMES) <= set(listed)


@pytest.mark.parametrize("command", NAMES)
def test_the_help_of_a_command_has_examples_of_it(command: str) -> None:
    ran = damero(command, "--help")
    assert ran.code == 0
    assert f"  damero {command}" in ran.out.split("examples:\n")[1]


@pytest.mark.parametrize("arguments", [("--help",), ("play", "--help")])
def test_the_help_is_in_the_language_of_the_command_line(arguments: tuple[str, ...]) -> None:
    ran = damero("--language", "es", *arguments)
    assert ran.code == 0
    assert ran.out.startswith("uso: damero")
    english = {"usage", "options", "arguments", "examples", "show", "the", "engine", "your", "first"}
    assert english.isdisjoint(re.findall(r"[a-z]+", re.sub(r"(damero|--).*?  |GAME|COMMAND|\[.*?\]", "", ran.out)))


def test_the_version_is_the_packages() -> None:
    assert damero("--version").out == f"damero {version('damero')}\n"


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["moves"], ["perft", "spanish"], ["games", "--nonsense"], ["serve", "--port", "65536"]]
)
def test_wrong_usage_has_its_own_exit_code(arguments: list[str]) -> None:
    ran = damero(*arguments)
    assert ran.code == 2
    assert ran.err.startswith("usage: damero")


def test_a_process_ends_with_the_exit_code() -> None:
    assert damero_process("moves", "spanish", "--position", "W:W22:B18").out == "22x15\n"
    refused = damero_process("moves", "spansh")
    assert refused.code == 1
    assert refused.err.startswith("error: UNKNOWN_GAME ")
    assert damero_process("moves").code == 2


def test_each_line_is_answered_before_the_next_one_is_sent() -> None:
    command = [*DAMERO, "moves", "spanish", "--position", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write("W:W22:B18\n")
            process.stdin.flush()
            assert process.stdout.readline() == "22x15\n"
        process.stdin.close()
        assert process.wait(timeout=120) == 0


def test_a_closed_output_pipe_causes_no_error() -> None:
    command = [*DAMERO, "moves", "spanish", "--position", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, complaint = process.communicate(b"W:W22:B18\n" * 1000, timeout=120)
    assert complaint == b""
    assert process.returncode == 0


def test_characters_that_the_terminal_lacks_become_question_marks() -> None:
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*DAMERO, "play", "spanish"], input=b"quit\n", capture_output=True, timeout=120, check=False, env=plain
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?1   b ?" in done.stdout
