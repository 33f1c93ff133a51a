"""Compiles every Cython module below src/; all other settings are in pyproject.toml."""

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("src").rglob("*.pyx"))

# Counting and finding bits is what the kernels do most; compilers leave out the x86 instructions for it by default.
BIT_INSTRUCTIONS = ["-mpopcnt", "-mbmi", "-mbmi2"] if platform.machine().lower() in {"x86_64", "amd64"} else []
# Without debugging information, and on Linux without a table of symbols, the libraries are a third of the size.
LINK = ["-Wl,--strip-all"] if platform.system() == "Linux" else []


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    compile_args = ["-O3", "-g0", "-fno-math-errno", *BIT_INSTRUCTIONS]
    return Extension(name, [str(source)], extra_compile_args=compile_args, extra_link_args=LINK)


setup(
    # The generated C is kept out of src, so that it is in no package.
    ext_modules=cythonize([extension(source) for source in SOURCES], language_level=3, build_dir="build/cython"),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
