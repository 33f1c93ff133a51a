"""The HTML of each page, made when the server starts: one style sheet, and the scripts that the page needs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from damero.web.bundles import FOLDER, PAGES, Bundles

INDEX = "index.html"
HOME = "home"
MAIN = "js/main.js"
STYLE = f"{FOLDER}/style.css"
STYLE_LINK = re.compile(r'( *<link rel="stylesheet" href="/static/([^"]+)">\n)+')
STYLE_NAME = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">')
SCRIPT = re.compile(rf' *<script type="module" src="/static/{MAIN}"></script>\n')


class Pages:
    """The page of the folder, once for each page of the client, and the files that it loads in place of many."""

    def __init__(self, bodies: Mapping[str, bytes]) -> None:
        self.files: dict[str, bytes] = {}
        self.html = {HOME: bodies[INDEX]} if INDEX in bodies else {}
        if self.html and MAIN in bodies:
            self._join(bodies, bodies[INDEX].decode())

    def _join(self, bodies: Mapping[str, bytes], index: str) -> None:
        bundles = Bundles(bodies)
        style = b"".join(bodies[name] for name in STYLE_NAME.findall(index))
        self.files = {STYLE: style, **bundles.files}
        index = STYLE_LINK.sub(f'    <link rel="stylesheet" href="/static/{STYLE}">\n', index)
        for module in (name for name in bodies if name.startswith(PAGES)):
            scripts = "".join(map(_script, bundles.needed_by(module)))
            self.html[module.removeprefix(PAGES).removesuffix(".js")] = SCRIPT.sub(scripts, index).encode()


def _script(name: str) -> str:
    """The browser runs the file of the main module; it only loads the others, which are imported later."""
    if name == f"{FOLDER}/start.js":
        return f'    <script type="module" src="/static/{name}"></script>\n'
    return f'    <link rel="modulepreload" href="/static/{name}">\n'
