from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.domain import catalogue
from damero.domain.fairness import (
    Commitment,
    Opening,
    commit,
    derive_salts,
    fair_shuffle,
    open_leaf,
    permutation,
    seed_commitment,
    verify_opening,
)
from damero.domain.sealing import seal

SEED = bytes(range(32))
NONCES = (b"first nonce", b"second nonce")
VALUES = st.lists(st.text(max_size=8), min_size=1, max_size=45)


def salts_for(values: list[str]) -> tuple[bytes, ...]:
    return derive_salts(SEED, NONCES, len(values))


def test_the_vectors_of_the_specification() -> None:
    assert seed_commitment(SEED).hex() == "2361b6243cf144c0c720fc3ed8c0b55dfa9523721a3f872018d25829356f4d88"
    assert permutation(SEED, NONCES, 8) == (1, 5, 3, 4, 0, 6, 2, 7)
    assert permutation(SEED, NONCES, 32) == (
        14,
        18,
        26,
        25,
        16,
        20,
        13,
        1,
        2,
        11,
        17,
        5,
        12,
        10,
        19,
        22,
        28,
        29,
        30,
        4,
        15,
        24,
        31,
        3,
        23,
        27,
        21,
        0,
        6,
        8,
        9,
        7,
    )
    salts = derive_salts(SEED, NONCES, 3)
    assert salts[2].hex() == "f9e956f61a5c2eca77e777293379d2da698bfe6112147506d95c0a58623c3c03"
    assert (
        commit(["a4=K", "b4=p", "c4=R"], salts).root.hex()
        == "25474c0adb0e1d6bc5e96ca9bc73f9964837ccb972daa500fef74f2c79f8da43"
    )


def test_a_seed_is_bound_by_a_tagged_hash() -> None:
    assert seed_commitment(SEED) == hashlib.sha256(b"damero seed v1\x00" + SEED).digest()
    assert seed_commitment(SEED) != hashlib.sha256(SEED).digest()


@given(
    seed=st.binary(min_size=1, max_size=64),
    nonces=st.lists(st.binary(max_size=20), max_size=3),
    size=st.integers(0, 60),
)
def test_a_permutation_has_every_number_once(seed: bytes, nonces: list[bytes], size: int) -> None:
    assert sorted(permutation(seed, nonces, size)) == list(range(size))


def test_every_part_of_the_chance_matters() -> None:
    parts = [
        (SEED, NONCES),
        (SEED[:-1] + b"\xff", NONCES),
        (SEED, (b"First nonce", NONCES[1])),
        (SEED, (NONCES[0], b"second noncf")),
        (SEED, (NONCES[1], NONCES[0])),
        (SEED, (NONCES[0] + NONCES[1],)),
        (SEED, (NONCES[0] + b"s", NONCES[1][1:])),
        (SEED, ()),
    ]
    assert len({permutation(seed, nonces, 32) for seed, nonces in parts}) == len(parts)


def test_permutations_are_uniform() -> None:
    """Chi-square over the 24 orders of four things; 49.728 is the 99.9 % point for 23 degrees of freedom."""
    trials = 4800
    seen = Counter(permutation(number.to_bytes(4, "big"), NONCES, 4) for number in range(trials))
    assert set(seen) == set(permutations(range(4)))
    expected = trials / 24
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.728


def test_a_word_that_would_favour_small_numbers_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**64 is no multiple of 3: the largest word, alone beyond the last multiple, gives no number."""
    largest, one = b"\xff" * 8, (1).to_bytes(8, "big")
    monkeypatch.setattr(hmac, "digest", lambda *_: largest + one + one + one)
    assert permutation(SEED, (), 3) == (0, 2, 1)


def test_a_fair_shuffle_lays_the_items_in_the_order_of_the_permutation() -> None:
    items = [f"item {number}" for number in range(32)]
    shuffled = fair_shuffle(SEED, NONCES)(items)
    assert [items.index(item) for item in shuffled] == list(permutation(SEED, NONCES, 32))


def test_salts_have_32_bytes_and_differ() -> None:
    salts = derive_salts(SEED, NONCES, 40)
    assert {len(salt) for salt in salts} == {32}
    assert len(set(salts)) == 40
    assert not set(salts) & set(derive_salts(SEED, (*NONCES, b"blue"), 40))


def root_of(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, from its own words: k is the largest power of two smaller than n."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = max(2**power for power in range(10) if 2**power < len(leaves))
    return hashlib.sha256(b"\x01" + root_of(leaves[:k]) + root_of(leaves[k:])).digest()


@given(VALUES)
def test_the_root_is_that_of_rfc_6962(values: list[str]) -> None:
    salts = salts_for(values)
    data = [index.to_bytes(4, "big") + salts[index] + value.encode() for index, value in enumerate(values)]
    assert commit(values, salts) == Commitment(root_of(data), len(values))


@given(VALUES)
def test_every_leaf_opens(values: list[str]) -> None:
    salts = salts_for(values)
    commitment = commit(values, salts)
    for index, value in enumerate(values):
        opening = open_leaf(values, salts, index)
        assert opening.value == value
        assert verify_opening(commitment, opening)


@given(VALUES, st.data())
def test_nothing_else_opens(values: list[str], data: st.DataObject) -> None:
    salts = salts_for(values)
    commitment = commit(values, salts)
    index = data.draw(st.integers(0, len(values) - 1))
    for forged in forgeries(open_leaf(values, salts, index)):
        assert not verify_opening(commitment, forged)


def forgeries(opening: Opening) -> list[Opening]:
    forged = [
        replace(opening, value=opening.value + "!"),
        replace(opening, index=opening.index + 1),
        replace(opening, index=-1),
        replace(opening, index=2**40),
        replace(opening, salt=bytes(32)),
        replace(opening, salt=opening.salt + b"\x00"),
        replace(opening, path=(*opening.path, bytes(32))),
    ]
    if opening.path:
        forged.append(replace(opening, path=opening.path[1:]))
        forged.append(replace(opening, path=(bytes(32), *opening.path[1:])))
    return forged


def test_an_inner_node_does_not_pass_for_a_leaf() -> None:
    values = ["a", "b", "c", "d"]
    salts = salts_for(values)
    pair = commit(values[:2], salts[:2]).root
    assert commit(values, salts) != Commitment(hashlib.sha256(b"\x00" + pair).digest(), 2)


def test_a_commitment_needs_values_and_whole_salts() -> None:
    with pytest.raises(ValueError, match="at least one"):
        commit([], [])
    with pytest.raises(ValueError, match="32 bytes"):
        commit(["a"], [b"short"])
    with pytest.raises(ValueError):
        commit(["a", "b"], [bytes(32)])


def test_a_salt_hides_which_of_few_values_was_committed() -> None:
    one, other = (commit(["K"], [salt]) for salt in derive_salts(SEED, NONCES, 2))
    assert one != other


def test_the_check_that_the_documentation_spells_out_is_true() -> None:
    """The page's own program uses nothing of Damero and asserts its vectors; its deal and root are Damero's."""
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    program = page.split("```python\n")[1].split("```")[0]
    names: dict[str, object] = {}
    exec(program, names)
    start = catalogue.game("banqi").initial(fair_shuffle(SEED, NONCES))
    (deal,) = seal(start, SEED, NONCES)
    assert names["deal"] == start.text.split()[-1]
    assert names["facts"] == list(deal.values)
    assert deal.commitment.root.hex() in program
