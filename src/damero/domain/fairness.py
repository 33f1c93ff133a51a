"""Commitments that anyone can check: nobody chose the deal alone, and nobody changed a secret.

Everything is SHA-256 and HMAC-SHA-256 with domain separation. docs/fairness.md specifies each byte and gives test
vectors. Seeds, salts and nonces are arguments: nothing here is random.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from damero.domain.game import Item, Shuffle

SEED_TAG = b"damero seed v1\x00"
PERMUTATION_TAG = b"damero permutation v1\x00"
SALT_TAG = b"damero salt v1\x00"
LEAF_TAG = b"\x00"
NODE_TAG = b"\x01"
SALT_SIZE = 32
WORD_SIZE = 8
WORDS = 2 ** (8 * WORD_SIZE)
TREES_KEPT = 1_000
"""About 10 KB each."""
Path: TypeAlias = tuple[bytes, ...]
"""The siblings on the way from a leaf to the root."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """The root of a Merkle tree over `size` salted leaves. It fixes all of them and reveals none."""

    root: bytes
    size: int


@dataclass(frozen=True, slots=True)
class Opening:
    """One leaf, with the path that leads from it up to the root."""

    index: int
    value: str
    salt: bytes
    path: tuple[bytes, ...]


def seed_commitment(seed: bytes) -> bytes:
    """The commitment to a seed, published before any nonce is known."""
    return hashlib.sha256(SEED_TAG + seed).digest()


def nonce_hash(nonce: str) -> str:
    """What a player announces before telling the nonce itself: its SHA-256, as hexadecimal digits."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def permutation(seed: bytes, nonces: Sequence[bytes], size: int) -> tuple[int, ...]:
    """A permutation of 0 … size-1 that no single party can bias (Fisher–Yates)."""
    words = _words(seed, PERMUTATION_TAG + _lengths_and(nonces))
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = _below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def fair_shuffle(seed: bytes, nonces: Sequence[bytes]) -> Shuffle:
    """The shuffle by `permutation`: place p gets the item whose index the permutation has at p."""

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return [items[number] for number in permutation(seed, nonces, len(items))]

    return shuffle


def derive_salts(seed: bytes, nonces: Sequence[bytes], size: int) -> tuple[bytes, ...]:
    """A salt of 32 bytes for each leaf. Anyone who knows the seed can derive them again."""
    prefix = SALT_TAG + _lengths_and(nonces)
    return tuple(hmac.digest(seed, prefix + _uint32(index), "sha256") for index in range(size))


def commit(values: Sequence[str], salts: Sequence[bytes]) -> Commitment:
    root, _paths = _tree(tuple(values), tuple(salts))
    return Commitment(root, len(values))


def open_leaf(values: Sequence[str], salts: Sequence[bytes], index: int) -> Opening:
    """The proof that this value is covered by the commitment. The other values stay hidden."""
    _root, paths = _tree(tuple(values), tuple(salts))
    return Opening(index, values[index], salts[index], paths[index])


def verify_opening(commitment: Commitment, opening: Opening) -> bool:
    """Whether the commitment covers this value at this index."""
    if not 0 <= opening.index < commitment.size or len(opening.salt) != SALT_SIZE:
        return False
    leaf = _leaf(opening.index, opening.salt, opening.value)
    root = _climb(leaf, opening.index, commitment.size, list(opening.path))
    return root is not None and hmac.compare_digest(root, commitment.root)


def _words(key: bytes, message: bytes) -> Iterator[int]:
    """Endless 64-bit words from HMAC blocks in counter mode, all big-endian."""
    counter = 0
    while True:
        block = hmac.digest(key, message + counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), WORD_SIZE):
            yield int.from_bytes(block[start : start + WORD_SIZE], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number below the bound. Words beyond the last whole multiple are rejected."""
    limit = WORDS - WORDS % bound
    return next(word % bound for word in words if word < limit)


def _lengths_and(nonces: Sequence[bytes]) -> bytes:
    """The nonces in one string, each with its length, so that it is unambiguous."""
    return _uint32(len(nonces)) + b"".join(_uint32(len(nonce)) + nonce for nonce in nonces)


def _uint32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _leaves(values: Sequence[str], salts: Sequence[bytes]) -> list[bytes]:
    if not values:
        raise ValueError("A commitment covers at least one value.")
    if any(len(salt) != SALT_SIZE for salt in salts):
        raise ValueError(f"A salt has {SALT_SIZE} bytes.")
    pairs = zip(salts, values, strict=True)
    return [_leaf(index, salt, value) for index, (salt, value) in enumerate(pairs)]


def _leaf(index: int, salt: bytes, value: str) -> bytes:
    return hashlib.sha256(LEAF_TAG + _uint32(index) + salt + value.encode("utf-8", "surrogatepass")).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(NODE_TAG + left + right).digest()


@lru_cache(TREES_KEPT)
def _tree(values: tuple[str, ...], salts: tuple[bytes, ...]) -> tuple[bytes, tuple[Path, ...]]:
    """The root, and the path of each leaf. A game opens one leaf after the other of the same tree."""
    root, paths = _joined(_leaves(values, salts))
    return root, tuple(paths)


def _joined(leaves: Sequence[bytes]) -> tuple[bytes, list[Path]]:
    """The tree of RFC 6962: the left half is the largest power of two that is smaller than the number of leaves."""
    if len(leaves) == 1:
        return leaves[0], [()]
    half = _left_size(len(leaves))
    (left, to_left), (right, to_right) = _joined(leaves[:half]), _joined(leaves[half:])
    return _node(left, right), [(*path, right) for path in to_left] + [(*path, left) for path in to_right]


def _left_size(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1


def _climb(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to; None if the path has the wrong length."""
    if size == 1:
        return leaf if not path else None
    if not path:
        return None
    sibling = path.pop()
    half = _left_size(size)
    if index < half:
        left = _climb(leaf, index, half, path)
        return left and _node(left, sibling)
    right = _climb(leaf, index - half, size - half, path)
    return right and _node(sibling, right)
