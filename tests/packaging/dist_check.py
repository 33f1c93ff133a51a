"""Builds both distributions and tries each in an empty environment: `python -m tests.packaging.dist_check`.

The wheel is the one that is published, for all versions of Python. With it, docs/start.md is followed word by word.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.request import urlopen

from tests.packaging import start_page
from tests.packaging.distributions import faults_of_sdist, faults_of_wheel

ROOT = Path(__file__).parents[2]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        sdist, wheel = build(Path(folder) / "dist")
        faults = [*faults_of_sdist(sdist), *faults_of_wheel(wheel)]
        print(f"{sdist.name}: {sdist.stat().st_size:,} bytes. {wheel.name}: {wheel.stat().st_size:,} bytes.")
        for fault in faults:
            print(f"error: {fault}")
        follow_start_page(wheel, Path(folder) / "start")
        try_it(sdist, Path(folder) / "sdist")
        try_without_installing(wheel)
    return 1 if faults else 0


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel is built from the source distribution, as it is for everyone who builds it."""
    command = (sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT))
    subprocess.run(command, stdout=subprocess.PIPE, check=True, env=start_page.ENVIRONMENT | {"DAMERO_ABI3": "1"})
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"Built in {used.ru_utime + used.ru_stime:.0f} s of processor time.")
    return next(folder.glob("*.tar.gz")), next(folder.glob("*-abi3-*.whl"))


def follow_start_page(wheel: Path, home: Path) -> None:
    home.mkdir()
    programs = start_page.follow(home, wheel)
    print(f"Everything that {start_page.PAGE.name} says is true.")
    try_programs(programs, home / "data")


def try_it(distribution: Path, home: Path) -> None:
    venv.create(home, with_pip=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    run(str(programs / "pip"), "install", "--quiet", "--disable-pip-version-check", str(distribution))
    try_programs(programs, home / "data")


def try_programs(programs: Path, data: Path) -> None:
    damero = str(programs / "damero")
    print(run(damero, "--version").strip())
    print(run(damero, "bestmove", "drafti", "--level", "3", "--nodes", "1000", "--seed", "1").strip())
    print(serve(damero, data))


def serve(damero: str, data: Path) -> str:
    """What a new server says of its health."""
    command = [damero, "serve", "--port", "0", "--no-browser", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=start_page.ENVIRONMENT) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[4]
            with urlopen(f"{address}api/health", timeout=30) as answer:
                health: str = answer.read().decode()
        finally:
            server.terminate()
    return health


def try_without_installing(wheel: Path) -> None:
    """`uvx damero` and `pipx run damero`."""
    uvx = (str(Path(sys.executable).parent / "uv"), "tool", "run", "--isolated")
    print(run(*uvx, "--from", str(wheel), "damero", "--version").strip())
    print(run(*uvx, "pipx", "run", "--no-cache", "--spec", str(wheel), "damero", "--version").strip())


def run(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=start_page.ENVIRONMENT).stdout


if __name__ == "__main__":
    sys.exit(main())
