"""Files of recorded games: Damero records and PDN, told apart by their content.

PDN files can be larger than memory, so their lines are read one after the other.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import cast

from damero.domain import catalogue
from damero.domain.draughts import DraughtsGame, Rules
from damero.domain.errors import DameroError

LONGEST_LINE = 1 << 20
"""Bytes. A longer line is read in several parts."""
_LOOKS_LIKE_JSON = re.compile(rb'\s*\{\s*("|\})')
_LOOKS_CYRILLIC = re.compile(rb"[\xb8\xa8\xc0-\xff]{4}")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(slots=True)
class GameFile:
    """A file of games that is open for reading."""

    stream: BufferedReader
    size: int
    """In bytes; 0 if it is not known."""
    encoding: str | None = None
    done: int = 0
    """Bytes read so far."""

    @property
    def is_record(self) -> bool:
        """Whether this looks like a Damero record; anything else is read as PDN."""
        return _LOOKS_LIKE_JSON.match(self.stream.peek(64)) is not None

    def content(self) -> bytes:
        return self.stream.read()

    def lines(self) -> Iterator[str]:
        """Decoded by the given encoding, or as each line suggests."""
        decode = self._decoder()
        for part in self._parts():
            self.done += len(part)
            yield from decode(part).replace("\r\n", "\n").removesuffix("\n").split("\r")

    def _decoder(self) -> Callable[[bytes], str]:
        if self.encoding is None and not self.stream.peek(2).startswith(_WIDE_MARKS):
            return decode
        decoder = codecs.getincrementaldecoder(self.encoding or "utf-16")("replace")
        return decoder.decode

    def _parts(self) -> Iterator[bytes]:
        """The lines; those that are too long are cut at a space."""
        rest = b""
        while part := self.stream.readline(LONGEST_LINE):
            rest += part
            if rest.endswith(b"\n") or len(part) < LONGEST_LINE:
                yield rest
                rest = b""
            else:
                cut = rest.rfind(b" ") + 1 or len(rest)
                yield rest[:cut]
                rest = rest[cut:]
        if rest:
            yield rest


@contextmanager
def open_file(path: str, encoding: str | None = None) -> Iterator[GameFile]:
    """A file; `-` is stdin."""
    _check_encoding(encoding)
    if path == "-":
        stream = sys.stdin.buffer
        buffered = stream if isinstance(stream, BufferedReader) else BufferedReader(cast(RawIOBase, stream))
        yield GameFile(buffered, 0, encoding)
        return
    try:
        with Path(path).open("rb") as stream:
            yield GameFile(stream, Path(path).stat().st_size, encoding)
    except OSError as error:
        raise DameroError("cli.cannot_read", code="NO_SUCH_FILE", file=path, reason=error.strerror or "") from error


def _check_encoding(encoding: str | None) -> None:
    try:
        codecs.lookup(encoding or "utf-8")
    except LookupError as error:
        raise DameroError("cli.no_such_encoding", code="NO_SUCH_ENCODING", encoding=encoding or "") from error


def read_content(path: str) -> bytes:
    """The bytes of a small file; `-` is stdin."""
    with open_file(path) as file:
        return file.content()


def decode(content: bytes) -> str:
    """Decodes UTF-8, else Windows-1251 if there are whole Cyrillic words, else Latin-1, which can decode any byte."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("windows-1251" if _LOOKS_CYRILLIC.search(content) else "latin-1", "replace")


def pdn_rules(game_id: str | None) -> Rules | None:
    """The rules for PDN games that do not name theirs."""
    if game_id is None:
        return None
    game = catalogue.game(game_id)
    if not isinstance(game, DraughtsGame):
        raise DameroError("cli.no_pdn", code="NO_PDN", game=game.info.id)
    return game.rules
