from __future__ import annotations

from pathlib import Path

import pytest

from damero.domain.errors import DameroError
from damero.infrastructure.file_signing_keys import FILE, FileSigningKeys

MESSAGE = b"a record"


def opened(folder: Path, wall: int = 0) -> FileSigningKeys:
    return FileSigningKeys.open(folder, lambda: wall)


def test_a_signature_fits_its_message_and_no_other(tmp_path: Path) -> None:
    keys = opened(tmp_path)
    signature = keys.sign(MESSAGE)
    assert signature.public_key == keys.published()[0].public_key
    assert keys.check(signature.public_key, signature.value, MESSAGE)
    assert not keys.check(signature.public_key, signature.value, b"another record")
    assert not keys.check(bytes(32), signature.value, MESSAGE)
    assert not keys.check(b"", b"", MESSAGE)


def test_the_key_stays_the_same_until_it_is_rotated(tmp_path: Path) -> None:
    first = opened(tmp_path, 1).published()
    assert opened(tmp_path, 2).published() == first


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    keys = opened(tmp_path)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    keys.rotate(1)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_running_server_follows_a_rotation_and_still_publishes_the_old_key(tmp_path: Path) -> None:
    serving = opened(tmp_path, 10)
    old = serving.sign(MESSAGE)
    new = opened(tmp_path).rotate(20)
    assert serving.sign(MESSAGE).public_key == new.public_key
    assert [(key.public_key, key.since, key.until) for key in serving.published()] == [
        (new.public_key, 20, None),
        (old.public_key, 10, 20),
    ]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"format": 2, "private_key": "", "published": []}'])
def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(DameroError, match="NO_SIGNING_KEYS Cannot read the signing keys in"):
        opened(tmp_path)


def test_the_key_of_another_public_key_is_refused(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        opened(folder)
    private = (other / FILE).read_text().split('"private_key": "')[1].split('"')[0]
    text = (one / FILE).read_text()
    own = text.split('"private_key": "')[1].split('"')[0]
    (one / FILE).write_text(text.replace(own, private))
    with pytest.raises(DameroError, match="NO_SIGNING_KEYS"):
        opened(one)
