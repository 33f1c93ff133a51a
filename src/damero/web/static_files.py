"""The browser client's files: compressed once, cached for ever under an address that changes with their content."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from pathlib import Path

MIN_GZIP = 512
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
INDEX = "index.html"
TYPES = {
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
class File:
    body: bytes
    zipped: bytes | None
    media_type: str
    etag: str

    @classmethod
    def of(cls, body: bytes, name: str) -> File:
        zipped = gzip.compress(body, 9, mtime=0) if len(body) >= MIN_GZIP else None
        useful = zipped if zipped is not None and len(zipped) < len(body) * 0.9 else None
        return cls(body, useful, media_type(name), f'"{sha256(body).hexdigest()[:20]}"')


class Files:
    """The files below one folder, read again when they change."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(str(resources.files("damero.web") / "static"))
        self._read: dict[str, tuple[int, File]] = {}

    def find(self, name: str) -> File | None:
        """Only what lies in the folder is ever found, whatever the name looks like."""
        path = self._paths().get(name)
        if path is None:
            return None
        changed = path.stat().st_mtime_ns
        kept = self._read.get(name)
        if kept is None or kept[0] != changed:
            kept = self._read[name] = (changed, File.of(path.read_bytes(), name))
        return kept[1]

    def index(self) -> File | None:
        """The page, with the version in the addresses of what it loads."""
        page = self.find(INDEX)
        if page is None:
            return None
        body = page.body.replace(b'"/static/', f'"/static/{self.version}/'.encode())
        return File.of(body, INDEX)

    @property
    def version(self) -> str:
        """Of all files together: one that changes changes it."""
        marks = (f"{name} {path.stat().st_mtime_ns} {path.stat().st_size}" for name, path in self._paths().items())
        return sha256("\n".join(sorted(marks)).encode()).hexdigest()[:12]

    def _paths(self) -> dict[str, Path]:
        found = (path for path in self._folder.rglob("*") if path.is_file())
        return {path.relative_to(self._folder).as_posix(): path for path in found}


def media_type(name: str) -> str:
    return TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
