"""Compiles every Cython module below src/; all other settings are in pyproject.toml."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("src").rglob("*.pyx"))


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    return Extension(name, [str(source)], extra_compile_args=["-O3", "-fno-math-errno"])


setup(ext_modules=cythonize([extension(source) for source in SOURCES], language_level=3))
