"""The lock files name every package that is needed, with hashes, and no place to get it from."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata

import pytest
from tests.architecture.sources import ROOT

LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-cluster.lock")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)( ; [^\\]+)? \\(\n    --hash=sha256:[0-9a-f]{64}( \\)?)+$", re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def lock(name: str) -> str:
    return (ROOT / name).read_text()


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(name: str) -> dict[str, str]:
    return {plain(match[1]): match[2] for match in PINNED.finditer(lock(name))}


def named(requirement: str) -> str:
    return plain(re.split(r"[\s<>=!~;\[(]", requirement, maxsplit=1)[0])


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_belongs_to_a_pinned_version_with_hashes(name: str) -> None:
    assert PINNED.sub("", lock(name)).strip() == ""


@pytest.mark.parametrize("name", LOCKS)
def test_no_host_is_named(name: str) -> None:
    assert not re.search(r"https?:|file:|--index|--find-links|--extra-index", lock(name))


def test_every_direct_dependency_is_locked() -> None:
    assert {named(one) for one in PROJECT["project"]["dependencies"]} <= pinned("requirements.lock").keys()
    assert {named(one) for one in PROJECT["dependency-groups"]["build"]} <= pinned("requirements.lock").keys()
    cluster = PROJECT["project"]["optional-dependencies"]["cluster"]
    assert {named(one) for one in cluster} <= pinned("requirements-cluster.lock").keys()
    assert {named(one) for one in PROJECT["dependency-groups"]["dev"]} <= pinned("requirements-dev.lock").keys()


def test_every_dependency_of_a_locked_package_is_locked_too() -> None:
    known = pinned("requirements.lock") | pinned("requirements-dev.lock")
    left_out = {named(one) for one in PROJECT["tool"]["uv"]["override-dependencies"]}
    for name in known:
        try:
            needs = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # for another platform
        needed = {named(one) for one in needs if "extra ==" not in one and ";" not in one}
        assert needed - left_out <= known.keys(), name


def test_what_is_only_tested_with_is_not_locked_for_running() -> None:
    tools = {named(one) for one in PROJECT["dependency-groups"]["dev"]}
    assert tools.isdisjoint(pinned("requirements.lock"))


def test_containers_get_the_versions_that_are_tested() -> None:
    tested = pinned("requirements.lock") | pinned("requirements-dev.lock")
    assert pinned("requirements-cluster.lock").items() <= tested.items()
