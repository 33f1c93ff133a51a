"""Every sentence is in the catalogue, and the catalogue holds nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from tests.architecture.sources import PACKAGE, files, named, tree_of

from damero.domain import catalogue as games
from damero.domain import reasons
from damero.engines.levels import LEVELS
from damero.texts import catalogue
from damero.texts.message import parse, placeholders
from damero.texts.message import prefixes as prefixes_of
from damero.web.text_files import keys_in

SOURCES = files(".py", under=PACKAGE)
TEXTS = catalogue("en").texts
KEY = re.compile(r"[a-z_]+(\.[a-zA-Z0-9_-]+)+")
SCRIPTS = files(".js", under=PACKAGE / "web" / "static" / "js")
PASSED_ON = {"key", "text", "fault"}
"""Names of variables and attributes that hold a key or a text made elsewhere."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Use:
    """A call that makes a text of a key."""

    place: str
    key: ast.expr
    values: frozenset[str] | None
    """The names of its values; None if they are not written in the call."""


def error_classes() -> dict[str, set[str]]:
    """The parameters of every class of errors with a text, besides the values."""
    classes = {
        node.name: node for path in SOURCES for node in ast.walk(tree_of(path)) if isinstance(node, ast.ClassDef)
    }
    found = {"DameroError": _parameters(_constructor(classes["DameroError"]))}
    while new := {name: _inherited(node, found) for name, node in classes.items() if _is_new(name, node, found)}:
        found |= new
    return found


def _is_new(name: str, node: ast.ClassDef, found: dict[str, set[str]]) -> bool:
    return name not in found and any(isinstance(base, ast.Name) and base.id in found for base in node.bases)


def _inherited(node: ast.ClassDef, found: dict[str, set[str]]) -> set[str]:
    constructor = _constructor(node)
    inherited = next(found[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in found)
    return _parameters(constructor) if constructor else inherited


def _constructor(node: ast.ClassDef) -> ast.FunctionDef | None:
    return next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)


def _parameters(function: Function | None) -> set[str]:
    assert function is not None
    return {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}


ERRORS = error_classes()


def uses(path: Path) -> list[Use]:
    tree = tree_of(path)
    functions = functions_of(tree)
    helpers = imported_helpers(tree) | helpers_of(tree)
    scopes = {call: scope for scope in [tree, *functions] for call in ast.walk(scope) if isinstance(call, ast.Call)}
    return [use for call, scope in scopes.items() for use in _use(path, call, scope, helpers)]


def functions_of(tree: ast.Module) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def helpers_of(tree: ast.Module) -> dict[str, Function]:
    return {function.name: function for function in functions_of(tree) if _is_helper(function)}


def imported_helpers(tree: ast.Module) -> dict[str, Function]:
    modules = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found = {alias.name: helpers_of(module) for node in modules for alias in node.names if (module := _module(node))}
    return {name: helpers[name] for name, helpers in found.items() if name in helpers}


def _module(imported: ast.ImportFrom) -> ast.Module | None:
    path = PACKAGE.parent / f"{(imported.module or '').replace('.', '/')}.py"
    return tree_of(path) if path in SOURCES else None


def _is_helper(function: Function) -> bool:
    """Whether it makes an error of a key and of values, which it passes on."""
    return "key" in _parameters(function) and function.args.kwarg is not None and function.name != "__init__"


def _use(path: Path, call: ast.Call, scope: ast.AST, helpers: dict[str, Function]) -> Iterator[Use]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    place = f"{named(path)}:{call.lineno}"
    if name == "Text" and call.args:
        written = call.args[1] if len(call.args) > 1 else ast.Dict(keys=[], values=[])
        yield Use(place, call.args[0], _keys(written, scope))
    elif name in ERRORS and call.args and "key" in ERRORS[name]:
        yield Use(place, call.args[0], _keywords(call, ERRORS[name], scope))
    elif name in helpers:
        names = [argument.arg for argument in helpers[name].args.args if argument.arg != "self"]
        yield Use(place, call.args[names.index("key")], _keywords(call, _parameters(helpers[name]), scope))


def _keywords(call: ast.Call, reserved: set[str], scope: ast.AST) -> frozenset[str] | None:
    names = {keyword.arg for keyword in call.keywords if keyword.arg and keyword.arg not in reserved}
    spread = [_keys(keyword.value, scope) for keyword in call.keywords if keyword.arg is None]
    return None if None in spread else frozenset(names).union(*(keys for keys in spread if keys is not None))


def _keys(values: ast.expr, scope: ast.AST) -> frozenset[str] | None:
    """The keys of a dictionary that is written here, or assigned in the same function."""
    if isinstance(values, ast.Name):
        assigned = (node for node in ast.walk(scope) if isinstance(node, ast.Assign))
        found = (one.value for one in assigned if ast.unparse(one.targets[0]) == values.id)
        values = next(found, values)
    if not isinstance(values, ast.Dict):
        return None
    return frozenset(key.value for key in values.keys if isinstance(key, ast.Constant))


def literals(key: ast.expr) -> list[str]:
    """The keys that an expression names; a choice between two names both."""
    if isinstance(key, ast.IfExp):
        return literals(key.body) + literals(key.orelse)
    return [key.value] if isinstance(key, ast.Constant) and isinstance(key.value, str) else []


def values_of(key: str) -> frozenset[str]:
    return frozenset(name for name, _ in placeholders(parse(TEXTS.get(key, ""))))


def is_key(key: ast.expr) -> bool:
    """Whether this can be a key or a text, and is no sentence."""
    if isinstance(key, ast.IfExp):
        return is_key(key.body) and is_key(key.orelse)
    if isinstance(key, ast.Constant):
        return isinstance(key.value, str) and KEY.fullmatch(key.value) is not None
    name = key.attr if isinstance(key, ast.Attribute) else getattr(key, "id", None)
    return name in PASSED_ON or (isinstance(key, ast.Call) and ast.unparse(key.func) == "Text")


@cache
def prefixes() -> frozenset[str]:
    """What the keys begin with that are looked up by an id."""
    calls = (node for path in SOURCES for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
    place = {"name_of": 0, "named_in": 1}
    named_by = {
        key
        for call in calls
        if (at := place.get(ast.unparse(call.func))) is not None
        for key in literals(call.args[at])
    }
    return frozenset(named_by).union(*(prefixes_of(parse(text)) for text in TEXTS.values()))


USES = [use for path in SOURCES for use in uses(path)]


def test_uses_are_found() -> None:
    assert len(USES) > 200
    assert {"DameroError", "BadText", "WebError", "RulesViolationError", "BackupFailed"} <= ERRORS.keys()


def test_no_error_is_given_a_sentence() -> None:
    assert [f"{use.place}: {ast.unparse(use.key)}" for use in USES if not is_key(use.key)] == []


def test_every_key_is_in_the_catalogue() -> None:
    assert [f"{use.place}: {key}" for use in USES for key in literals(use.key) if key not in TEXTS] == []


def test_every_message_gets_the_values_that_it_has_placeholders_for() -> None:
    wrong = [
        f"{use.place}: {key} wants {sorted(wanted)}, has {sorted(use.values)}"
        for use in USES
        for key in literals(use.key)
        if use.values is not None and (wanted := values_of(key)) != use.values
    ]
    assert wrong == []


@cache
def browser_source() -> str:
    pages = "".join(path.read_text(encoding="utf-8") for path in files(".html", under=PACKAGE))
    return "".join(
        [re.sub(r"\{\{([\w.]+)\}\}", r'"\1"', pages), *(path.read_text(encoding="utf-8") for path in SCRIPTS)]
    )


def test_every_key_of_the_browser_is_in_the_catalogue() -> None:
    assert set(re.findall(r'\bt\("([^"]+)"', browser_source())) <= TEXTS.keys()


def test_no_key_is_unused() -> None:
    constants = {node.value for path in SOURCES for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant)}
    by_id, by_browser = tuple(f"{prefix}." for prefix in prefixes()), keys_in(browser_source())
    unused = [key for key in TEXTS if key not in constants and not key.startswith(by_id)]
    assert [key for key in unused if not by_browser.fullmatch(key)] == []


def test_the_catalogue_is_in_the_order_of_its_keys() -> None:
    """So that two people who add texts rarely change the same lines."""
    assert list(TEXTS) == sorted(TEXTS)


@pytest.mark.parametrize("key", TEXTS)
def test_every_message_can_be_read(key: str) -> None:
    assert KEY.fullmatch(key)
    assert parse(TEXTS[key])


@pytest.mark.parametrize("game", games.BY_ID.values(), ids=games.BY_ID)
def test_every_game_has_its_names_in_the_catalogue(game: games.Game) -> None:
    info = game.info
    keys = [f"game_title.{info.id}", f"game_summary.{info.id}"]
    keys += [f"seat.{seat}" for seat in info.seats] + [f"piece.{kind.id}" for kind in info.pieces]
    keys += [f"reason.{reason}" for reason in {*reasons.SHARED, *info.reasons}]
    keys += [f"colour.{kind.colour}" for kind in info.pieces if kind.colour]
    assert [key for key in keys if key not in TEXTS] == []


def test_every_level_has_a_name_and_a_description() -> None:
    assert all(f"{kind}.{level}" in TEXTS for kind in ("level", "level_description") for level in LEVELS)
