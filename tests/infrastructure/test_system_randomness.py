from __future__ import annotations

from damero.infrastructure.system_randomness import CODE_ALPHABET, SystemRandomness


def test_identifiers_repeat_for_the_same_parts_and_key_only() -> None:
    randomness = SystemRandomness(b"key")
    assert randomness.identifier("a", "bc") == randomness.identifier("a", "bc")
    other_key = SystemRandomness(b"kez")
    different = {
        randomness.identifier("ab", "c"),
        randomness.identifier("a", "bc"),
        other_key.identifier("a", "bc"),
    }
    assert len(different) == 3
    assert len({randomness.secret() for _ in range(100)}) == 100
    assert {randomness.pick("ab") for _ in range(100)} == {"a", "b"}


def test_codes_are_short_and_hold_no_letters_that_look_alike() -> None:
    codes = {SystemRandomness(b"key").code() for _ in range(100)}
    assert len(codes) > 90
    assert {len(code) for code in codes} == {6}
    assert set("".join(codes)) <= set(CODE_ALPHABET)
    assert not set("O0I1L") & set(CODE_ALPHABET)
