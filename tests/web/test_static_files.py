from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

from damero import languages
from damero.texts import Catalogue, catalogue
from damero.web import page_html
from damero.web.static_files import StaticFile, StaticFiles, media_type

PAGE = '<script type="module" src="/static/main.js"></script>'


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)


def test_a_file_that_changes_has_another_address(tmp_path: Path) -> None:
    write(tmp_path, index_html=PAGE, main_js="export {}")
    first = StaticFiles(tmp_path).page("")
    write(tmp_path, main_js="export const changed = 1")
    second = StaticFiles(tmp_path).page("")
    assert first is not None
    assert second is not None
    assert first.body != second.body
    assert first.etag != second.etag


def test_the_same_files_have_the_same_addresses_wherever_and_whenever_they_are_installed(tmp_path: Path) -> None:
    versions = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        write(folder, index_html=PAGE, main_js="export {}")
        versions.append(StaticFiles(folder).version)
    assert versions[0] == versions[1]
    (tmp_path / "other" / "main.js").rename(tmp_path / "other" / "renamed.js")
    assert StaticFiles(tmp_path / "other").version != versions[0]


def test_the_page_links_to_versioned_files_and_the_table_keeps_the_original(tmp_path: Path) -> None:
    write(tmp_path, index_html=PAGE)
    files = StaticFiles(tmp_path)
    assert (index := files.page("")) is not None
    assert f'"/static/{files.version}/main.js"' in index.body.decode()
    original = files.find("index.html")
    assert original is not None
    assert original.body.decode() == PAGE


def test_a_folder_without_a_page_has_no_index(tmp_path: Path) -> None:
    assert StaticFiles(tmp_path).page("") is None


def test_files_are_read_once(tmp_path: Path) -> None:
    write(tmp_path, main_js="first")
    files = StaticFiles(tmp_path)
    write(tmp_path, main_js="second", new_js="new")
    found = files.find("main.js")
    assert found is not None
    assert found.body == b"first"
    assert files.find("new.js") is None


@pytest.mark.parametrize("name", ["", ".", "..", "../secret.txt", "static/../../secret.txt", "/secret.txt", "js"])
def test_only_files_of_the_folder_are_found(tmp_path: Path, name: str) -> None:
    write(tmp_path, secret_txt="secret")
    (tmp_path / "static" / "js").mkdir(parents=True)
    write(tmp_path / "static" / "js", main_js="export {}")
    files = StaticFiles(tmp_path / "static")
    assert files.find(name) is None
    assert files.find("js/main.js") is not None


def test_a_file_is_compressed_if_that_makes_it_clearly_smaller() -> None:
    repetitive = b"export const zero = 0;\n" * 100
    compressed = StaticFile.of("main.js", repetitive).gzipped
    assert compressed is not None
    assert gzip.decompress(compressed) == repetitive
    assert StaticFile.of("tiny.js", b"export {}").gzipped is None
    assert StaticFile.of("noise.png", Random(0).randbytes(2_000)).gzipped is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("js/main.js", "text/javascript; charset=utf-8"),
        ("app.webmanifest", "application/manifest+json"),
        ("board.png", "image/png"),
        ("LICENSE", "application/octet-stream"),
    ],
)
def test_the_media_type_follows_the_name(name: str, expected: str) -> None:
    assert media_type(name) == expected


def test_a_page_names_the_files_of_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    spanish = Catalogue("es", "Español", "es", "ltr", ("«", "»"), {"app.noScript": "Damero necesita JavaScript."})
    for module in (page_html, languages):
        monkeypatch.setattr(module, "catalogue", lambda code: spanish if code == "es" else catalogue(code))
    monkeypatch.setattr(page_html, "in_language", lambda text, _: spanish.texts.get(text.key, text.key))
    page = StaticFiles().page("settings", "es")
    assert page is not None
    html = page.body.decode()
    assert '<html lang="es" dir="ltr">' in html
    assert html.count("/texts/es/start.json") == html.count("/texts/es/rest.json") == 1
    assert "/texts/en/" not in html
    assert "Damero necesita JavaScript." in html
