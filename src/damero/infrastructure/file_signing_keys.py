"""The keys with which the server signs records, in a file of its data folder that only its owner may read.

The private key is kept only as long as it is in use; public keys are kept for ever, so that old records can be checked.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from damero.application.ports import PublishedKey
from damero.domain.errors import DameroError
from damero.domain.record import Signature
from damero.infrastructure import ed25519
from damero.texts import Text

FILE = "signing-keys.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The private key in use, and all public keys."""

    format: int
    private_key: bytes
    published: tuple[PublishedKey, ...]
    """The present key first."""


class FileSigningKeys:
    """Follows the file, so that a rotation needs no restart."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self._loaded: KeyRing | None = None

    @classmethod
    def open(cls, folder: Path, wall: Callable[[], int]) -> FileSigningKeys:
        """The keys of a data folder; the first one is made with it."""
        path = folder / FILE
        if not path.exists():
            _write(path, with_new_key((), wall()))
        keys = cls(path)
        keys.published()
        return keys

    def rotate(self, now: int) -> PublishedKey:
        """Signs with a new key from now on. The old private key is destroyed."""
        present, *earlier = self.published()
        _write(self._path, with_new_key((replace(present, until=now), *earlier), now))
        return self._keys().published[0]

    def sign(self, message: bytes) -> Signature:
        keys = self._keys()
        present = keys.published[0]
        return Signature(present.public_key, ed25519.sign(keys.private_key, message))

    @staticmethod
    def check(public_key: bytes, signature: bytes, message: bytes, /) -> bool:
        return ed25519.check_signature(public_key, signature, message)

    def published(self) -> tuple[PublishedKey, ...]:
        return self._keys().published

    def _keys(self) -> KeyRing:
        stamp = _stamp(self._path)
        if self._loaded is None or stamp != self._stamp:
            self._loaded, self._stamp = _read(self._path), stamp
        return self._loaded


def with_new_key(earlier: tuple[PublishedKey, ...], now: int) -> KeyRing:
    private_key = ed25519.new_private_key()
    public_key = ed25519.public_key_of(private_key)
    present = PublishedKey(public_key, now)
    return KeyRing(FORMAT, private_key, (present, *earlier))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    return status.st_mtime_ns, status.st_ino


def _read(path: Path) -> KeyRing:
    try:
        keys = decode_keys(path.read_bytes())
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    if keys is None:
        raise _unreadable(path, Text("keys.damaged"))
    return keys


def encode_keys(keys: KeyRing) -> bytes:
    return msgspec.json.format(msgspec.json.encode(keys)) + b"\n"


def decode_keys(content: bytes) -> KeyRing | None:
    """None if the content is damaged."""
    try:
        keys = msgspec.json.decode(content, type=KeyRing)
        whole = keys.format == FORMAT and keys.published[0].public_key == ed25519.public_key_of(keys.private_key)
    except (msgspec.MsgspecError, ValueError, IndexError):
        return None
    return keys if whole else None


def _unreadable(path: Path, why: str | Text) -> DameroError:
    return DameroError("keys.cannot_read", code="NO_SIGNING_KEYS", file=str(path), reason=why)


def _write(path: Path, keys: KeyRing) -> None:
    write_privately(path, encode_keys(keys))


def write_privately(path: Path, content: bytes) -> None:
    """All or nothing, readable by nobody else, and on the disk when this returns."""
    temporary = path.with_suffix(".new")
    try:
        temporary.unlink(missing_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DameroError("keys.cannot_write", code="NO_SIGNING_KEYS", file=str(path), reason=reason) from error
