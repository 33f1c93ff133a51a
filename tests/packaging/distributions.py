"""What a wheel and a source distribution may contain."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path, PurePosixPath

LARGEST_WHEEL = 4_000_000
GENERATED = frozenset({".c", ".cpp", ".pyx", ".pxd", ".html", ".pyc", ".o"})
"""Endings of what compiling leaves behind or needs. The browser client's own pages are the exception."""
NEEDED = (
    "damero/py.typed",
    "damero/rules/spanish.md",
    "damero/texts/en.json",
    "damero/web/static/index.html",
    "damero/infrastructure/sqlite/schema/0001_initial.sql",
)


def faults_of_wheel(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        libraries = {name: wheel.read(name) for name in names if name.endswith(".so")}
    faults = [f"{name} is generated" for name in names if is_generated(name)]
    faults += [f"{name} is not stripped" for name, content in libraries.items() if b".symtab" in content]
    faults += [f"{name} is missing" for name in NEEDED if name not in names]
    if path.stat().st_size > LARGEST_WHEEL:
        faults.append(f"{path.stat().st_size:,} bytes are too many")
    return faults


def faults_of_sdist(path: Path) -> list[str]:
    with tarfile.open(path) as sdist:
        names = [name.partition("/")[2] for name in sdist.getnames()]
        links = [member.name for member in sdist.getmembers() if member.issym()]
    faults = [f"{name} is generated" for name in names if name.endswith((".c", ".so", ".pyc"))]
    faults += [f"{name} is a symbolic link" for name in links]
    return faults + [
        f"{name} is missing" for name in (*NEEDED, "damero/engines/bits.pxd") if f"src/{name}" not in names
    ]


def is_generated(name: str) -> bool:
    return PurePosixPath(name).suffix in GENERATED and "/static/" not in name
