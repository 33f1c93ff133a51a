"""The HTML of each page, made when the server starts: one style sheet, and the scripts that the page needs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape

from damero.languages import in_language
from damero.texts import Text, catalogue
from damero.web.bundles import FOLDER, PAGES, START, Bundles, joined_style
from damero.web.text_files import START as START_TEXTS
from damero.web.text_files import part_of, text_files

INDEX = "index.html"
OFFLINE = "offline.html"
MANIFEST = "manifest.webmanifest"
HOME = "home"
MAIN = "js/main.js"
STYLE = f"{FOLDER}/style.css"
STYLE_LINK = re.compile(r'( *<link rel="stylesheet" href="/static/([^"]+)">\n)+')
STYLE_NAME = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">')
TEXT = re.compile(r"\{\{([\w.]+)\}\}")
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
        style = joined_style(bodies[name] for name in STYLE_NAME.findall(index))
        self.files = {STYLE: style, **bundles.files, **text_files(bundles.source)}
        index = STYLE_LINK.sub(f'    <link rel="stylesheet" href="/static/{STYLE}">\n', index)
        for module in (name for name in bodies if name.startswith(PAGES)):
            page = module.removeprefix(PAGES).removesuffix(".js")
            scripts = "".join(map(_script, bundles.needed_by(module))) + _texts(page)
            self.html[page] = SCRIPT.sub(scripts, index).encode()


def _texts(page: str) -> str:
    """The link to the texts that a page needs; those of the start page are named in every page."""
    part = part_of(page)
    if part == START_TEXTS:
        return ""
    return f'    <link rel="preload" href="/static/texts/en/{part}.json" as="fetch" crossorigin>\n'


def translated(page: bytes, language: str) -> bytes:
    """A page with its texts, and with links to the files of its language."""
    direction = catalogue(language).direction
    html = page.decode().replace('<html lang="en" dir="ltr">', f'<html lang="{language}" dir="{direction}">')
    html = html.replace("/texts/en/", f"/texts/{language}/")
    return TEXT.sub(lambda found: _text(found[1], language), html).encode()


def manifest_in(manifest: bytes, language: str) -> bytes:
    """What a device shows of the installed client, in a language."""
    own = {"lang": language, "dir": catalogue(language).direction}
    description = in_language(Text("app.description"), language)
    return json.dumps({**json.loads(manifest), **own, "description": description}, ensure_ascii=False).encode()


def _text(key: str, language: str) -> str:
    return escape(in_language(Text(key), language))


def _script(name: str) -> str:
    """The browser runs the file of the main module; it only loads the others, which are imported later."""
    if name == START:
        return f'    <script type="module" src="/static/{name}"></script>\n'
    return f'    <link rel="modulepreload" href="/static/{name}">\n'
