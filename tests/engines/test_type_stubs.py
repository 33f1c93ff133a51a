"""The type stubs of the compiled modules say what the modules offer: the same names with the same parameters."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import pytest

from damero import engines

FOLDER = Path(engines.__path__[0])
SOURCES = sorted(FOLDER.rglob("*.pyx"))
every_module = pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))

CONSTRUCTORS = ("__init__", "__cinit__")

Parameters: TypeAlias = tuple[str, ...]
"""Names in order; `*` stands before keyword-only ones, `=` after a name that has a default."""


def module_of(source: Path) -> ModuleType:
    return import_module(".".join(("damero", "engines", *source.relative_to(FOLDER).with_suffix("").parts)))


def stub_of(source: Path) -> ast.Module:
    stub = source.with_suffix(".pyi")
    return ast.parse(stub.read_text(encoding="utf-8") if stub.exists() else "")


def declared(function: ast.FunctionDef) -> Parameters:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    first_default = len(positional) - len(arguments.defaults)
    names = [f"{each.arg}{'=' if at >= first_default else ''}" for at, each in enumerate(positional)]
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    named = [f"{each.arg}{'=' if default is not None else ''}" for each, default in keywords]
    return (*names, *(["*", *named] if named else []))


def offered(function: object) -> Parameters:
    names: list[str] = []
    for parameter in inspect.signature(function).parameters.values():  # type: ignore[arg-type]
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in names:
            names.append("*")
        names.append(f"{parameter.name}{'=' if parameter.default is not parameter.empty else ''}")
    return tuple(names)


def constructors(source: Path) -> dict[str, Parameters]:
    """The parameters of each constructor, read from the source: a compiled class does not reveal them."""
    text = source.read_text(encoding="utf-8")
    found = {}
    for block in re.split(r"^(?:cdef )?class ", text, flags=re.MULTILINE)[1:]:
        found_in = [re.search(rf"^    def {name}\((.*?)\):$", block, re.MULTILINE | re.DOTALL) for name in CONSTRUCTORS]
        written = next((each[1] for each in found_in if each), "")
        parts = [" ".join(part.split()) for part in written.split(",")]
        found[re.match(r"\w+", block)[0]] = tuple(_parameter(part) for part in parts if part)  # type: ignore[index]
    return found


def _parameter(written: str) -> str:
    before, equals, _ = written.partition("=")
    return before.split()[-1] + ("=" if equals else "")


def test_parameters_are_read_alike_from_stub_and_source(tmp_path: Path) -> None:
    source = tmp_path / "kernel.pyx"
    source.write_text(
        "cdef class Kernel:\n    def __init__(self, int size, Other other=None, *, bint wide=0):\n        pass\n"
    )
    stub = ast.parse("def __init__(self, size: int, other: object = None, *, wide: bool = False): ...").body[0]
    assert isinstance(stub, ast.FunctionDef)
    assert constructors(source) == {"Kernel": declared(stub)} == {"Kernel": ("self", "size", "other=", "*", "wide=")}


@every_module
def test_a_stub_declares_what_the_module_has(source: Path) -> None:
    module = module_of(source)
    for node in stub_of(source).body:
        if isinstance(node, ast.FunctionDef):
            assert declared(node) == offered(getattr(module, node.name)), node.name
        elif isinstance(node, ast.ClassDef):
            check_class(node, getattr(module, node.name), constructors(source)[node.name])
        elif isinstance(node, ast.AnnAssign):
            assert hasattr(module, ast.unparse(node.target)), ast.unparse(node)


def check_class(node: ast.ClassDef, compiled: type, constructor: Parameters) -> None:
    for member in node.body:
        if isinstance(member, ast.AnnAssign):
            assert hasattr(compiled, ast.unparse(member.target)), f"{node.name}.{ast.unparse(member)}"
        elif isinstance(member, ast.FunctionDef) and member.name == "__init__":
            assert declared(member) == constructor, node.name
        elif isinstance(member, ast.FunctionDef):
            assert declared(member) == offered(getattr(compiled, member.name)), f"{node.name}.{member.name}"


@every_module
def test_a_stub_leaves_out_no_public_name(source: Path) -> None:
    module = module_of(source)
    stub = {node.name: node for node in stub_of(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert public_names(module, module.__name__) - stub.keys() == set()
    for name, node in stub.items():
        if isinstance(node, ast.ClassDef):
            members = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            assert public_names(getattr(module, name), module.__name__) - members == set(), name


def public_names(owner: ModuleType | type, module: str) -> set[str]:
    """Functions and classes that are defined here, and whose names do not begin with an underscore."""
    return {
        name
        for name, value in vars(owner).items()
        if not name.startswith("_") and callable(value) and getattr(value, "__module__", None) == module
    }
