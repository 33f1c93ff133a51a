"""Ed25519 signatures through libsodium."""

from __future__ import annotations

from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey


def new_private_key() -> bytes:
    return bytes(SigningKey.generate())


def public_key_of(private_key: bytes) -> bytes:
    return bytes(SigningKey(private_key).verify_key)


def sign(private_key: bytes, message: bytes) -> bytes:
    return SigningKey(private_key).sign(message).signature


def check_signature(public_key: bytes, signature: bytes, message: bytes, /) -> bool:
    try:
        VerifyKey(public_key).verify(message, signature)
    except (CryptoError, ValueError):
        return False
    return True
