"""What `damero doctor` checks: one function for each subject, each with one finding."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import socket
import sys
import time
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.error import URLError
from urllib.request import urlopen

KERNELS = ("damero.engines.draughts.search", "damero.engines.stratego.search", "damero.engines.banqi.search")
INSTRUCTIONS = frozenset({"popcnt", "bmi1", "bmi2"})
"""What the compiled engines use of an x86 processor, as Linux names it."""
OLDEST_PYTHON = (3, 11)
OLDEST_SQLITE = (3, 35)
"""The first version that knows RETURNING."""
EXTRAS = {
    "png": ("PIL", "resvg_py"),
    "plot": ("matplotlib",),
    "rl": ("gymnasium", "numpy", "pettingzoo", "pyspiel"),
    "cluster": ("procrastinate", "psycopg", "redis"),
    "ray": ("ray",),
    "train": ("numpy",),
}
"""One module of each package that an extra installs."""
PURPOSES = {
    "png": "PNG and GIF pictures",
    "plot": "plots",
    "rl": "environments for learning",
    "cluster": "several servers",
    "ray": "computing on many machines",
    "train": "fitting weights",
}
COMPILERS = ("cl",) if sys.platform == "win32" else ("cc", "gcc", "clang")
FEW_FILES = 1024
LITTLE_SPACE = 200 << 20
COARSE_CLOCK = 0.02
EARLIEST = 1_700_000_000
"""Seconds since 1970: a clock that shows an earlier time is wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    subject: str
    level: Literal["ok", "note", "error"]
    sentence: str


def all_checks(data: Path | None, port: int) -> Iterator[Finding]:
    yield check_python()
    yield check_packages()
    processor = check_processor(Path("/proc/cpuinfo"))
    yield processor
    if processor.level != "error":
        yield check_engines()
    yield check_data_folder(data)
    yield check_sqlite()
    yield check_port(port)
    yield check_file_handles()
    yield check_clock()
    yield check_tables()
    yield check_browser()
    yield check_extras()
    yield check_compiler()


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    text = ".".join(map(str, version))
    if version < OLDEST_PYTHON:
        return Finding("python", "error", f"This is Python {text}. Damero needs 3.11 or newer.")
    return Finding("python", "ok", f"Python {text} on {platform.system()}, {platform.machine()}.")


def check_packages() -> Finding:
    try:
        required = importlib.metadata.requires("damero") or []
    except importlib.metadata.PackageNotFoundError:
        return Finding("packages", "error", "Damero itself is not installed. Install it with pip.")
    missing = [name for line in required if (name := needed_package(line)) and not is_installed(name)]
    if missing:
        return Finding("packages", "error", f"Packages are missing: {', '.join(missing)}. Install Damero again.")
    return Finding("packages", "ok", f"Damero {importlib.metadata.version('damero')} has all packages it needs.")


def needed_package(requirement: str) -> str | None:
    """The name in a line of the package's metadata, unless it belongs to an extra or to another system."""
    name, _, condition = requirement.partition(";")
    is_elsewhere = "win32" in condition and ("!=" in condition) == (sys.platform == "win32")
    return None if "extra" in condition or is_elsewhere else re.split(r"[^\w.-]", name.strip())[0]


def is_installed(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def check_processor(description: Path) -> Finding:
    known = re.search(r"^flags\s*:(.*)$", _text_of(description), re.MULTILINE)
    missing = sorted(INSTRUCTIONS - set(known[1].split())) if known else []
    if missing:
        names = ", ".join(missing)
        return Finding(
            "processor", "error", f"The processor lacks {names}, which the engines need. Processors since 2013 have it."
        )
    return Finding("processor", "ok", f"Processors that can run the engines: {os.cpu_count()}.")


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def check_engines(modules: tuple[str, ...] = KERNELS) -> Finding:
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError as error:
        return Finding(
            "engines",
            "error",
            f"The compiled engines cannot be loaded ({error}). Install a wheel, or build Damero with a C compiler.",
        )
    return Finding("engines", "ok", "The compiled engines can be loaded.")


def check_data_folder(data: Path | None) -> Finding:
    import platformdirs

    folder = data or platformdirs.user_data_path("damero")
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not existing.is_dir():
        return Finding("data", "error", f"{existing} is not a folder. Choose another one with --data.")
    if not os.access(existing, os.W_OK | os.X_OK):
        return Finding("data", "error", f"You may not write in {existing}. Choose another folder with --data.")
    free = shutil.disk_usage(existing).free
    if free < LITTLE_SPACE:
        return Finding("data", "error", f"The disk of {folder} has only {free >> 20} MB left.")
    state = "holds games" if (folder / "damero.sqlite").exists() else "is ready for the first game"
    return Finding("data", "ok", f"The data folder {folder} {state}; {free >> 30} GB are free.")


def check_sqlite() -> Finding:
    try:
        import apsw
    except ImportError as error:
        return Finding("sqlite", "error", f"SQLite cannot be loaded ({error}).")
    version = apsw.sqlite_lib_version()
    if tuple(map(int, version.split(".")[:2])) < OLDEST_SQLITE:
        return Finding("sqlite", "error", f"SQLite {version} is too old. Damero needs 3.35 or newer.")
    return Finding("sqlite", "ok", f"SQLite {version}.")


def check_port(port: int) -> Finding:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as error:
        if _serves_damero(port):
            return Finding("port", "note", f"A Damero server is running on port {port}.")
        return Finding("port", "error", f"Port {port} cannot be used ({error.strerror}). Choose another with --port.")
    return Finding("port", "ok", f"Port {port} is free.")


def _serves_damero(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=2) as answer:
            return b'"status"' in answer.read(4096)
    except (URLError, OSError, ValueError):
        return False


def check_file_handles() -> Finding:
    from damero.web.open_files import allow_many_files, most_files

    allow_many_files()
    most = most_files()
    if most is not None and most < FEW_FILES:
        return Finding(
            "files",
            "note",
            f"Only {most} files may be open at once, one for each connection. Raise it with `ulimit -n`.",
        )
    return Finding("files", "ok", f"{'Any number of' if most is None else f'{most:,}'} files may be open at once.")


def check_clock(now: float | None = None) -> Finding:
    resolution = time.get_clock_info("monotonic").resolution
    if (time.time() if now is None else now) < EARLIEST:
        return Finding("clock", "note", "The computer's date is wrong: games would get a wrong date.")
    if resolution > COARSE_CLOCK:
        return Finding("clock", "note", f"The clock counts steps of {resolution * 1000:.0f} ms, which is coarse.")
    return Finding("clock", "ok", "The clock is fine enough for games.")


def check_tables() -> Finding:
    from damero.domain.draughts.variants import VARIANTS
    from damero.engines.draughts.tablebase.slice_file import pieces_in
    from damero.engines.draughts.tablebase.tables import covers, folder_of

    folders = [folder_of(rules) for rules in VARIANTS if covers(rules)]
    present = [folder for folder in folders if pieces_in(folder) > 0]
    if len(present) < len(folders):
        sentence = (
            f"{len(present)} of {len(folders)} games have endgame tables. The others are built when they are needed."
        )
        return Finding("tables", "note", sentence)
    return Finding("tables", "ok", f"All {len(folders)} games that can have endgame tables have them.")


def check_browser() -> Finding:
    try:
        webbrowser.get()
    except webbrowser.Error:
        sentence = "No browser was found on this computer. Open the server's address on any other device."
        return Finding("browser", "note", sentence)
    return Finding("browser", "ok", "A browser can be opened.")


def check_extras() -> Finding:
    missing = [extra for extra, modules in EXTRAS.items() if not all(map(_can_be_imported, modules))]
    if missing:
        named = ", ".join(f"{extra} ({PURPOSES[extra]})" for extra in missing)
        sentence = f'Not installed: {named}. Install what you need, for example `pip install "damero[{missing[0]}]"`.'
        return Finding("extras", "note", sentence)
    return Finding("extras", "ok", f"All extras are installed: {', '.join(EXTRAS)}.")


def _can_be_imported(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def check_compiler() -> Finding:
    if not any(map(shutil.which, COMPILERS)):
        return Finding("compiler", "note", "There is no C compiler. It is needed only to build Damero from source.")
    return Finding("compiler", "ok", "There is a C compiler.")
