"""The public keys of a server: from a file, or from the server itself."""

from __future__ import annotations

import re

import httpx
import msgspec

from damero.domain.errors import DameroError

TIMEOUT = 10.0
"""Seconds that a server has to answer."""
_ONE_KEY = re.compile(rb"\s*([0-9a-f]{64})\s*")


class _Key(msgspec.Struct):
    public_key: str


class _Keys(msgspec.Struct):
    keys: tuple[_Key, ...]


def read_keys(content: bytes) -> tuple[bytes, ...]:
    """The keys in a copy of `GET /api/keys`, or a single key as hexadecimal digits."""
    if single := _ONE_KEY.fullmatch(content):
        return (bytes.fromhex(single[1].decode()),)
    try:
        return tuple(bytes.fromhex(key.public_key) for key in msgspec.json.decode(content, type=_Keys).keys)
    except (msgspec.MsgspecError, ValueError) as error:
        raise DameroError("keys.not_keys", code="BAD_KEYS") from error


def fetch_keys(server: str) -> tuple[bytes, ...]:
    try:
        answer = httpx.get(f"{server.rstrip('/')}/api/keys", timeout=TIMEOUT).raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise DameroError("keys.cannot_fetch", code="NO_KEYS", server=server, reason=str(error)) from error
    return read_keys(answer.content)
