from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.running import damero

from damero.cli.commands import COMMANDS
from damero.domain.catalogue import GAMES


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_knows_every_command_and_every_game(shell: str) -> None:
    ran = damero("completion", shell)
    assert ran.code == 0
    assert [command.name for command in COMMANDS if command.name not in ran.out] == []
    assert [game.info.id for game in GAMES if game.info.id not in ran.out] == []


def completed(script: Path, *words: str) -> set[str]:
    """What bash offers for the last of these words."""
    program = f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _shtab_damero 2>/dev/null"
    bash = shutil.which("bash")
    assert bash is not None
    command = [bash, "-c", f'{program}; printf "%s\\n" "${{COMPREPLY[@]}}"']
    return set(subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.split())


def test_bash_completes_commands_options_and_games(tmp_path: Path) -> None:
    script = tmp_path / "damero"
    script.write_text(damero("completion", "bash").out, encoding="utf-8")
    assert completed(script, "damero", "mo") == {"move-data", "moves"}
    assert completed(script, "damero", "moves", "sp") == {"spanish", "spanish-federation"}
    assert completed(script, "damero", "serve", "--tr") == {"--trusted-proxy"}


def test_another_shell_is_refused() -> None:
    ran = damero("completion", "cmd")
    assert (ran.code, "invalid choice: 'cmd'" in ran.err) == (2, True)
