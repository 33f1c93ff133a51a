"""Compiles every Cython module below src/; all other settings are in pyproject.toml."""

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("src").rglob("*.pyx"))
IS_ABI3 = os.environ.get("DAMERO_ABI3") == "1"
"""Wheels for every Python from 3.11 on. The kernels run without Python, so they lose no speed by it."""
IS_X86 = platform.machine().lower() in {"x86_64", "amd64"}


def compile_arguments() -> list[str]:
    """Optimise, and on x86 use the instructions that count and find bits, as every processor since 2013 can."""
    if sys.platform == "win32":
        return ["/O2", *(["/arch:AVX2"] if IS_X86 else [])]
    return ["-O3", "-g0", "-fno-math-errno", *(["-mpopcnt", "-mbmi", "-mbmi2"] if IS_X86 else [])]


# Without debugging information, and on Linux without a table of symbols, the libraries are a third of the size.
LINK = ["-Wl,--strip-all"] if sys.platform == "linux" else []


# One module with the code that typed memory views need, instead of a copy in each of twelve.
SHARED = "damero.engines.memory_views"


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    return Extension(
        name,
        [str(source)],
        extra_compile_args=compile_arguments(),
        extra_link_args=LINK,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if IS_ABI3 else [],
        py_limited_api=IS_ABI3,
    )


setup(
    # The generated C is kept out of src, so that it is in no package.
    ext_modules=cythonize(
        [extension(source) for source in (*SOURCES, Path("src", *SHARED.split(".")).with_suffix(".c"))],
        language_level=3,
        build_dir="build/cython",
        shared_utility_qualified_name=SHARED,
    ),
    options={
        "build_ext": {"parallel": os.cpu_count()},
        "bdist_wheel": {"py_limited_api": "cp311"} if IS_ABI3 else {},
    },
)
