"""Joins the modules of the browser client into few files, so that a page on a slow line needs few requests.

The modules stay plain ES modules and are served under their own names too. Only the forms of imports and exports that
they use are understood; any other is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath

FOLDER = "bundles"
START = f"{FOLDER}/start.js"
SCRIPTS = "js/"
PAGES = "js/pages/"
ENTRIES: Mapping[str, tuple[str, ...]] = {
    "start": ("js/main.js", "js/ui/board_preview.js", "js/ui/familiar_game.js", "js/state/selection.js"),
    "home": ("js/pages/home.js", "js/pages/play.js"),
    "rules": ("js/pages/rules.js",),
    "lists": ("js/pages/lobby.js", "js/pages/watch.js", "js/pages/games.js", "js/pages/player.js"),
    "match": ("js/pages/match.js",),
    "settings": ("js/pages/settings.js",),
    "replay": ("js/pages/replay.js", "js/pages/verify.js"),
}
"""The modules that a file contains, with all that they import. A module goes into the first file that needs it."""
REST = "pages"
"""The file of all other pages."""

COMMENT = re.compile(r"/\*\*.*?\*/[ \n]?|^\s*//[^\n]*\n", re.DOTALL | re.MULTILINE)
STYLE_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
"""No string in the modules or style sheets goes over several lines, so no space at the start of a line counts."""
IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from "(?P<path>[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
LAZY_IMPORT = re.compile(r'\bimport\("(?P<path>[^"]+)"\)')
UNKNOWN = re.compile(r"^(?:import|export)\b[^\n]*", re.MULTILINE)


class Bundles:
    """The joined files, and which of them a module needs."""

    def __init__(self, bodies: Mapping[str, bytes]) -> None:
        self._modules = {name: _code(body.decode()) for name, body in bodies.items() if _is_module(name)}
        self._places: dict[str, str] = {}
        """The file of each module, in an order in which every module comes after those that it imports."""
        pages = tuple(sorted(name for name in self._modules if name.startswith(PAGES)))
        for file, entries in {**ENTRIES, REST: pages}.items():
            for entry in entries:
                self._place(entry, file, ())
        self.files = {f"{FOLDER}/{file}.js": self._joined(file).encode() for file in (*ENTRIES, REST)}

    def needed_by(self, module: str) -> tuple[str, ...]:
        """The names of the files that must be loaded for a module."""
        needed, waiting = set[str](), [self._places[module]]
        while waiting:
            needed.add(file := waiting.pop())
            waiting.extend(self._others(file) - needed)
        return tuple(f"{FOLDER}/{file}.js" for file in (*ENTRIES, REST) if file in needed)

    def source(self, pages: Iterable[str]) -> str:
        """The code that these pages load."""
        files = {file for page in pages for file in self.needed_by(f"{PAGES}{page}.js")}
        return "".join(self.files[file].decode() for file in sorted(files))

    def _others(self, file: str) -> set[str]:
        """The other files that a file imports."""
        modules = (name for name, place in self._places.items() if place == file)
        return {self._places[imported] for name in modules for imported in self._imports(name)} - {file}

    def _imports(self, name: str) -> set[str]:
        return {_resolved(name, one["path"]) for one in IMPORT.finditer(self._modules[name])}

    def _place(self, name: str, file: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise ValueError(f"{name} imports itself by way of {importers}")
        if name not in self._places:
            for imported in sorted(self._imports(name)):
                self._place(imported, file, (*importers, name))
            self._places[name] = file

    def _joined(self, file: str) -> str:
        modules = [name for name, place in self._places.items() if place == file]
        imports = [f'import {{ modules as {other} }} from "./{other}.js";\n' for other in sorted(self._others(file))]
        functions = [f'modules["{name}"] = (() => {{\n{self._function(name, file)}}})();\n' for name in modules]
        return "".join([*imports, "export const modules = {};\n", *functions])

    def _function(self, name: str, file: str) -> str:
        """A module as the body of a function that returns what the module exports."""
        code = self._modules[name]
        exports = ", ".join(EXPORT.findall(code))
        code = IMPORT.sub(lambda one: self._import(one, name, file), EXPORT.sub("", code))
        code = LAZY_IMPORT.sub(lambda one: self._lazy_import(_resolved(name, one["path"]), file), code)
        code = code.replace("import.meta.url", f'new URL("../{name}", import.meta.url)')
        if unknown := UNKNOWN.search(code):
            raise ValueError(f"{name}: {unknown[0]!r} cannot be bundled")
        return f"{code}return {{ {exports} }};\n"

    def _import(self, one: re.Match[str], name: str, file: str) -> str:
        target = one["all"] or f"{{ {' '.join(one['names'].replace(' as ', ': ').split())} }}"
        return f"const {target} = {self._reference(_resolved(name, one['path']), file)};\n"

    def _reference(self, module: str, file: str) -> str:
        place = self._places[module]
        return f'{"modules" if place == file else place}["{module}"]'

    def _lazy_import(self, module: str, file: str) -> str:
        place = self._places[module]
        if place == file:
            return f'Promise.resolve(modules["{module}"])'
        return f'import("./{place}.js").then((file) => file.modules["{module}"])'


def joined_style(sheets: Iterable[bytes]) -> bytes:
    """Several style sheets as one, without comments and indentation."""
    text = b"".join(sheets).decode()
    return INDENT.sub("", STYLE_COMMENT.sub("", text)).encode()


def _is_module(name: str) -> bool:
    return name.startswith(SCRIPTS) and name.endswith(".js")


def _code(text: str) -> str:
    """Without comments and indentation, which are for readers of the modules."""
    return INDENT.sub("", COMMENT.sub("", text))


def _resolved(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))
