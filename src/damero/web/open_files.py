"""How many files this process may have open. Every connection needs one."""

from __future__ import annotations

import sys

SPARE_FILES = 100
"""Left to the database, engines and log files."""
WITHOUT_A_LIMIT = 8_000
"""Connections where the system sets no limit."""


def allow_many_files() -> None:
    """Raises the limit as far as the system allows."""
    if sys.platform != "win32":
        import resource  # not on Windows

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def most_connections() -> int:
    """The number of connections that leaves enough files for everything else."""
    if sys.platform == "win32":
        return WITHOUT_A_LIMIT
    import resource  # not on Windows

    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WITHOUT_A_LIMIT if allowed == resource.RLIM_INFINITY else max(allowed - SPARE_FILES, allowed // 2)
