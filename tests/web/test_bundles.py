from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import pytest

from damero.web.bundles import ENTRIES, Bundles, joined_style
from damero.web.page_html import Pages
from damero.web.static_files import StaticFiles

FOLDER = Path(str(resources.files("damero.web") / "static"))
BODIES = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()}
PAGES = sorted(name for name in BODIES if name.startswith("js/pages/"))
MODULE = re.compile(r'^modules\["([^"]+)"\] = ', re.MULTILINE)
FIRST_LOAD = 50_000
"""Bytes of scripts and styles, compressed."""


def bundles_of(**modules: str) -> Bundles:
    """Bundles of a small client: its pages need `main` and what is given."""
    entries = [module for modules in ENTRIES.values() for module in modules]
    given = {module.removeprefix("js/").removesuffix(".js"): "" for module in entries}
    given |= {name.replace("_", "/"): text for name, text in modules.items()}
    return Bundles({f"js/{name}.js": text.encode() for name, text in given.items()})


def modules_in(files: Mapping[str, bytes]) -> list[str]:
    return [name for body in files.values() for name in MODULE.findall(body.decode())]


def test_every_module_that_a_page_imports_is_in_one_file() -> None:
    found = modules_in(Bundles(BODIES).files)
    assert len(found) == len(set(found))
    types_only = {"js/wire.js"}
    other_page = {"js/offline.js"}
    assert set(found) == {name for name in BODIES if name.startswith("js/")} - types_only - other_page


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_every_script_that_it_needs(page: str) -> None:
    bundles, html = Bundles(BODIES), Pages(BODIES).html[Path(page).stem].decode()
    named = set(re.findall(r'"/static/(bundles/[^"]+\.js)"', html))
    files = {name for name in bundles.files if page in modules_in({name: bundles.files[name]})}
    for _ in bundles.files:
        texts = [bundles.files[name].decode() for name in files]
        files |= {f"bundles/{other}" for text in texts for other in re.findall(r'^import .* "\./(.+)";$', text, re.M)}
    assert named == files | {"bundles/start.js"}
    assert html.index("/api/games") < html.index("/static/")


def test_what_the_start_page_loads_is_small() -> None:
    files = StaticFiles()
    loaded = [files.find(name) for name in ("bundles/start.js", "bundles/home.js", "bundles/style.css")]
    assert 0 < sum(len(file.gzipped or file.body) for file in loaded if file) <= FIRST_LOAD


def test_the_rules_load_only_their_own_texts() -> None:
    files, html = StaticFiles(), Pages(BODIES).html
    assert "/texts/en/rules.json" in html["rules"].decode()
    assert "/texts/en/rest.json" not in html["rules"].decode()
    assert html["home"].decode().count("/texts/") == 1
    loaded, rest = (
        json.loads(file.body)["texts"] for name in ("rules", "rest") if (file := files.find(f"texts/en/{name}.json"))
    )
    assert {"rules.title", "rules.illegal"} <= loaded.keys() < rest.keys()


def test_no_string_of_a_module_goes_over_several_lines() -> None:
    reads_back_quotes = "js/ui/markdown.js"
    modules = [name for name in BODIES if name.endswith(".js") and name != reads_back_quotes]
    assert [name for name in modules for line in BODIES[name].splitlines() if line.count(b"`") % 2] == []


def test_comments_and_indentation_are_left_out() -> None:
    sheets = [b"/* What it is\n   for. */\na {\n  color: red;\n}\n", b"b {\n}\n"]
    assert joined_style(sheets) == b"a {\ncolor: red;\n}\nb {\n}\n"
    found = bundles_of(main="/** Starts. */\nexport function start() {\n  // now\n  go();\n}\n").files
    assert "export function start() {\ngo();\n}\n" in found["bundles/start.js"].decode().replace(
        "function", "export function"
    )


@pytest.mark.parametrize(("page", "limit"), [("rules", 50_000), ("match", 85_000), ("settings", 90_000)])
def test_a_page_that_is_opened_first_loads_no_scripts_of_the_analysis(page: str, limit: int) -> None:
    files = StaticFiles()
    names = ("bundles/style.css", *Bundles(BODIES).needed_by(f"js/pages/{page}.js"))
    assert 0 < sum(len(file.gzipped or file.body) for file in map(files.find, names) if file) <= limit


def test_imports_and_exports_become_constants_and_results() -> None:
    text = bundles_of(
        main='import { one as first, two } from "./numbers.js";\nconsole.log(first + two);\n',
        numbers="/** Numbers. */\nexport const one = 1;\nexport function two() {}\n",
    ).files["bundles/start.js"]
    assert b"return { one, two };" in text
    assert b'const { one: first, two } = modules["js/numbers.js"];' in text
    assert text.index(b'modules["js/numbers.js"]') < text.index(b'modules["js/main.js"]')
    assert b"Numbers." not in text


@pytest.mark.parametrize(
    "text", ['import "./home.js";\n', "export default 1;\n", "export let open = 1;\n", 'export * from "./home.js";\n']
)
def test_other_forms_of_imports_and_exports_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be bundled"):
        bundles_of(main=text)


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="imports itself"):
        bundles_of(main='import { a } from "./other.js";\n', other='import { b } from "./main.js";\n')
