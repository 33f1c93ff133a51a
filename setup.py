"""Compiles every Cython module below src/; all other settings are in pyproject.toml."""

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("src").rglob("*.pyx"))

# Counting and finding bits is what the kernels do most; compilers leave out the x86 instructions for it by default.
BIT_INSTRUCTIONS = ["-mpopcnt", "-mbmi", "-mbmi2"] if platform.machine().lower() in {"x86_64", "amd64"} else []


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    return Extension(name, [str(source)], extra_compile_args=["-O3", "-fno-math-errno", *BIT_INSTRUCTIONS])


setup(
    ext_modules=cythonize([extension(source) for source in SOURCES], language_level=3),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
