"""A simulated disk that can lose power. It logs every operation, so that any moment can be reconstructed afterwards.

Synced writes survive. Every other write may survive, be lost, or be torn at a sector boundary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import apsw

SECTOR = 512


@dataclass(frozen=True, slots=True)
class Written:
    file: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncated:
    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Synced:
    file: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """SQLite syncs the folder too, so a deletion is never undone."""

    file: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An acknowledgement to a player, placed between two operations of the disk."""

    what: str


Operation = Written | Truncated | Synced | Deleted | Acknowledged


class LoggedFile(apsw.VFSFile):
    def __init__(self, base: str, name: str | apsw.URIFilename | None, flags: list[int], log: list[Operation]) -> None:
        super().__init__(base, name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._file, self._log = Path(path or "temporary").name, log

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self._log.append(Written(self._file, offset, bytes(data)))

    def xTruncate(self, size: int) -> None:
        super().xTruncate(size)
        self._log.append(Truncated(self._file, size))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._log.append(Synced(self._file))


class LoggedDisk(apsw.VFS):
    def __init__(self, name: str) -> None:
        super().__init__(name, "")
        self.name = name
        self.log: list[Operation] = []

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self.log.append(Deleted(Path(filename).name))

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> LoggedFile:
        return LoggedFile("", name, flags, self.log)


@dataclass
class Disk:
    """The synced content of every file, and the writes since its last sync."""

    synced: dict[str, bytearray] = field(default_factory=dict)
    pending: dict[str, list[Written | Truncated]] = field(default_factory=dict)

    def do(self, operation: Written | Truncated | Synced | Deleted) -> None:
        if isinstance(operation, Deleted):
            self.synced.pop(operation.file, None)
            self.pending.pop(operation.file, None)
            return
        pending = self.pending.setdefault(operation.file, [])
        if not isinstance(operation, Synced):
            pending.append(operation)
            return
        content = self.synced.setdefault(operation.file, bytearray())
        for change in pending:
            _apply(content, change)
        pending.clear()

    def after_power_loss(self, random: Random) -> Iterator[tuple[str, bytes]]:
        for file in self.synced.keys() | self.pending.keys():
            content = bytearray(self.synced.get(file, b""))
            for change in self.pending.get(file, ()):
                _apply_perhaps(content, change, random)
            yield file, bytes(content)


def _apply_perhaps(content: bytearray, change: Written | Truncated, random: Random) -> None:
    fate = random.choice(("there", "missing", "torn"))
    if fate == "missing":
        return
    if fate == "torn" and isinstance(change, Written):
        sectors = random.randrange(1 + len(change.data) // SECTOR)
        change = Written(change.file, change.offset, change.data[: SECTOR * sectors])
    _apply(content, change)


def _apply(content: bytearray, change: Written | Truncated) -> None:
    if isinstance(change, Truncated):
        del content[change.size :]
        return
    if len(content) < change.offset:
        content.extend(bytes(change.offset - len(content)))
    content[change.offset : change.offset + len(change.data)] = change.data


@dataclass(frozen=True, slots=True)
class Crash:
    """What was acknowledged before a power cut, and the files found after it."""

    acknowledged: frozenset[str]
    files: dict[str, bytes]


def crashes(log: list[Operation], count: int, seed: int) -> Iterator[Crash]:
    """Crashes at random moments; the same moment can leave the disk in many different states."""
    random, disk, acknowledged = Random(seed), Disk(), set[str]()
    moments = Counter(random.choices(range(len(log)), k=count))
    for number, operation in enumerate(log):
        if isinstance(operation, Acknowledged):
            acknowledged.add(operation.what)
        else:
            disk.do(operation)
        for _ in range(moments[number]):
            yield Crash(frozenset(acknowledged), dict(disk.after_power_loss(random)))
