"""Other libraries that Damero is compared with. Each has its own environment in the user's cache folder."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from platformdirs import user_cache_path

VERSIONS = {"pydraughts": "0.6.7", "py-draughts": "1.10.1", "open_spiel": "2.0.2"}


def python_with(peer: str) -> Path:
    """The Python interpreter of a library's environment, which is created at first use."""
    environment = user_cache_path("damero") / f"{peer}-{VERSIONS[peer]}"
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(environment, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, f"{peer}=={VERSIONS[peer]}"], check=True)
    return python
