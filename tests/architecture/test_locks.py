"""The lock files name every package that is needed, with hashes, and no place to get it from."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import metadata

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from tests.architecture.sources import ROOT

LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-cluster.lock")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)( ; [^\\]+)? \\(\n    --hash=sha256:[0-9a-f]{64}( \\)?)+$", re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS, RUNNING = PROJECT["dependency-groups"], PROJECT["project"]["dependencies"]
CLUSTER = PROJECT["project"]["optional-dependencies"]["cluster"]
DIRECT = {
    ("requirements.lock",): [*RUNNING, *GROUPS["build"]],
    ("requirements.lock", "requirements-dev.lock"): [*RUNNING, *GROUPS["build"], *GROUPS["dev"]],
    ("requirements-cluster.lock",): [*RUNNING, *CLUSTER, *GROUPS["build"]],
}
"""The locks that are installed together, and what they are made from."""
MACHINES = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64"), ("darwin", "arm64"), ("win32", "AMD64"))
PYTHONS = ("3.11.0", "3.11.9", "3.12.0", "3.13.0", "3.14.0")
NEEDS_NOTHING = frozenset({"async-timeout", "colorama"})
"""Packages for other platforms than that of the tests, which need no others."""


def lock(name: str) -> str:
    return (ROOT / name).read_text()


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(name: str) -> dict[str, str]:
    return {plain(match[1]): match[2] for match in PINNED.finditer(lock(name))}


def named(requirement: str) -> str:
    return plain(re.split(r"[\s<>=!~;\[(]", requirement, maxsplit=1)[0])


LEFT_OUT = {named(one) for one in PROJECT["tool"]["uv"]["override-dependencies"]}


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_belongs_to_a_pinned_version_with_hashes(name: str) -> None:
    assert PINNED.sub("", lock(name)).strip() == ""


@pytest.mark.parametrize("name", LOCKS)
def test_no_host_is_named(name: str) -> None:
    assert not re.search(r"https?:|file:|--index|--find-links|--extra-index", lock(name))


def test_every_direct_dependency_is_locked() -> None:
    assert {named(one) for one in RUNNING} <= pinned("requirements.lock").keys()
    assert {named(one) for one in GROUPS["build"]} <= pinned("requirements.lock").keys()
    assert {named(one) for one in CLUSTER} <= pinned("requirements-cluster.lock").keys()
    assert {named(one) for one in GROUPS["dev"]} <= pinned("requirements-dev.lock").keys()


def platforms() -> dict[str, dict[str, str]]:
    """What markers are evaluated for: every supported version of Python on every supported platform."""
    return {
        f"{system} {machine} {version}": {
            "sys_platform": system,
            "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
            "os_name": "nt" if system == "win32" else "posix",
            "platform_machine": machine,
            "python_full_version": version,
            "python_version": version.rpartition(".")[0],
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
        }
        for system, machine in MACHINES
        for version in PYTHONS
    }


def holds(marker: Marker | None, platform: dict[str, str], extras: Iterable[str] = ()) -> bool:
    return marker is None or any(marker.evaluate({**platform, "extra": extra}) for extra in ("", *extras))


def locked_for(names: Iterable[str], platform: dict[str, str]) -> set[str]:
    return {package for name in names for package, marker in entries(name) if holds(marker, platform)}


@cache
def entries(name: str) -> list[tuple[str, Marker | None]]:
    """The packages of a lock, with the marker of each."""
    found = PINNED.finditer(lock(name))
    return [(plain(one[1]), Marker(one[3].strip(" ;")) if one[3] else None) for one in found]


def needs(package: str, extras: set[str], platform: dict[str, str]) -> list[Requirement]:
    return [one for one in requirements(package) if holds(one.marker, platform, extras)]


@cache
def requirements(package: str) -> list[Requirement]:
    """As the installed package says; what is not installed here must be known to need nothing."""
    try:
        return list(map(Requirement, metadata.requires(package) or []))
    except metadata.PackageNotFoundError:
        assert package in NEEDS_NOTHING, package
        return []


def all_needed(direct: Iterable[str], platform: dict[str, str]) -> set[str]:
    """Everything that these requirements need in the end."""
    waiting = [one for one in map(Requirement, direct) if holds(one.marker, platform)]
    seen: dict[str, set[str]] = {}
    while waiting:
        one = waiting.pop()
        name = plain(one.name)
        if name in LEFT_OUT or (name in seen and one.extras <= seen[name]):
            continue
        seen[name] = seen.get(name, set()) | one.extras
        waiting += needs(name, seen[name], platform)
    return set(seen)


@pytest.mark.parametrize("platform", platforms())
@pytest.mark.parametrize("locks", DIRECT)
def test_every_package_that_is_needed_on_a_platform_is_locked_for_it(locks: tuple[str, ...], platform: str) -> None:
    markers = platforms()[platform]
    assert all_needed(DIRECT[locks], markers) - locked_for(locks, markers) == set()


def test_what_is_only_tested_with_is_not_locked_for_running() -> None:
    tools = {named(one) for one in GROUPS["dev"]}
    assert tools.isdisjoint(pinned("requirements.lock"))


def test_containers_get_the_versions_that_are_tested() -> None:
    tested = pinned("requirements.lock") | pinned("requirements-dev.lock")
    assert pinned("requirements-cluster.lock").items() <= tested.items()
