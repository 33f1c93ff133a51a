"""The browser client's files: read, compressed and hashed once, when the server starts."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from pathlib import Path

from damero.languages import DEFAULT
from damero.web.page_html import HOME, INDEX, MANIFEST, OFFLINE, Pages, manifest_in, translated

SMALLEST_GZIP = 512
"""Bytes; compressing a smaller file gains nothing."""
LARGEST_GZIP_SHARE = 0.9
"""A file is served compressed only if that leaves at most this share of it."""
MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    body: bytes
    gzipped: bytes | None
    """None if compression does not pay."""
    media_type: str
    etag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> StaticFile:
        return cls(body, _gzipped(body), media_type(name), f'"{sha256(body).hexdigest()[:20]}"')


class StaticFiles:
    """All files below a folder, by their paths relative to it. Changes after the start are not seen."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or Path(str(resources.files("damero.web") / "static"))
        bodies = {
            path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }
        pages = Pages(bodies)
        bodies |= pages.files
        self.version = _version(bodies)
        """Changes with the content of any file."""
        self._files = {name: StaticFile.of(name, body) for name, body in bodies.items()}
        self._html = {name: _with_version(page, self.version) for name, page in pages.html.items()}
        self._html |= {OFFLINE: bodies[OFFLINE]} if OFFLINE in bodies else {}
        self._translated: dict[tuple[str, str], StaticFile] = {}

    def page(self, name: str, language: str = DEFAULT) -> StaticFile | None:
        """The page with this name, or the start page. They differ in what they tell the browser to load at once."""
        name = name if name in self._html else HOME
        if name not in self._html:
            return None
        if (name, language) not in self._translated:
            self._translated[name, language] = StaticFile.of(INDEX, translated(self._html[name], language))
        return self._translated[name, language]

    def manifest(self, language: str) -> StaticFile | None:
        if MANIFEST not in self._files:
            return None
        if (MANIFEST, language) not in self._translated:
            body = manifest_in(self._files[MANIFEST].body, language)
            self._translated[MANIFEST, language] = StaticFile.of(MANIFEST, body)
        return self._translated[MANIFEST, language]

    def find(self, name: str) -> StaticFile | None:
        return self._files.get(name)


def media_type(name: str) -> str:
    return MEDIA_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _gzipped(body: bytes) -> bytes | None:
    if len(body) < SMALLEST_GZIP:
        return None
    gzipped = gzip.compress(body, 9, mtime=0)
    return gzipped if len(gzipped) < len(body) * LARGEST_GZIP_SHARE else None


def _version(bodies: dict[str, bytes]) -> str:
    digest = sha256()
    for name, body in sorted(bodies.items()):
        digest.update(f"{name} {len(body)}\n".encode())
        digest.update(body)
    return digest.hexdigest()[:12]


def _with_version(page: bytes, version: str) -> bytes:
    return page.replace(b'"/static/', f'"/static/{version}/'.encode())
