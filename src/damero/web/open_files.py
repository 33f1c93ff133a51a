"""How many files this process may have open. Every connection needs one."""

from __future__ import annotations

import sys

SPARE_FILES = 100
"""Left to the database, engines and log files."""
WITHOUT_A_LIMIT = 8_000
"""Connections where the system sets no limit."""

if sys.platform == "win32":

    def allow_many_files() -> None:
        """Windows sets no limit."""

    def most_files() -> int | None:
        """The limit of this process; None if there is none."""
        return None

else:
    import resource

    def allow_many_files() -> None:
        """Raises the limit as far as the system allows."""
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def most_files() -> int | None:
        """The limit of this process; None if there is none."""
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return None if allowed == resource.RLIM_INFINITY else allowed


def most_connections() -> int:
    """The number of connections that leaves enough files for everything else."""
    allowed = most_files()
    return WITHOUT_A_LIMIT if allowed is None else max(allowed - SPARE_FILES, allowed // 2)
