"""Compiles every Cython module below src/; all other settings are in pyproject.toml."""

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("src").rglob("*.pyx"))
IS_X86 = platform.machine().lower() in {"x86_64", "amd64"}


def compile_arguments() -> list[str]:
    """Optimise, and on x86 use the instructions that count and find bits, as every processor since 2013 can."""
    if sys.platform == "win32":
        return ["/O2", *(["/arch:AVX2"] if IS_X86 else [])]
    return ["-O3", "-g0", "-fno-math-errno", *(["-mpopcnt", "-mbmi", "-mbmi2"] if IS_X86 else [])]


# Without debugging information, and on Linux without a table of symbols, the libraries are a third of the size.
LINK = ["-Wl,--strip-all"] if sys.platform == "linux" else []


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    return Extension(name, [str(source)], extra_compile_args=compile_arguments(), extra_link_args=LINK)


setup(
    # The generated C is kept out of src, so that it is in no package.
    ext_modules=cythonize([extension(source) for source in SOURCES], language_level=3, build_dir="build/cython"),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
