"""Engine work and findings as text that only this version of the program reads, and nobody else can make up."""

from __future__ import annotations

import hmac
import pickle
from base64 import b64decode, b64encode
from importlib.metadata import version

from damero.application.ports import EngineFault

VERSION = version("damero")
SEAL = 32
"""Bytes."""


def sealed(key: bytes, value: object) -> str:
    """A pickled value, behind the version that wrote it."""
    content = VERSION.encode() + b"\0" + pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return b64encode(hmac.digest(key, content, "sha256") + content).decode()


def opened(key: bytes, text: str | bytes) -> object:
    """`EngineFault` if it was sealed with another key or by another version, whose values may look otherwise."""
    content = b64decode(text)
    seal, content = content[:SEAL], content[SEAL:]
    if not hmac.compare_digest(seal, hmac.digest(key, content, "sha256")):
        raise EngineFault("Engine work was sealed with another key.")
    writer, _, pickled = content.partition(b"\0")
    if writer != VERSION.encode():
        raise EngineFault(f"Engine work was sealed by version {writer.decode()}, not by {VERSION}.")
    value: object = pickle.loads(pickled)
    return value
