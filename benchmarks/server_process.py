"""The real server in a process of its own, for the benchmarks that measure it."""

from __future__ import annotations

import asyncio
import resource
import socket
import subprocess
import sys
from pathlib import Path

import httpx


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def start_server(port: int, folder: Path) -> subprocess.Popen[bytes]:
    """Starts `damero serve` with its data in this folder."""
    command = [sys.executable, "-m", "damero", "serve", "--no-browser", "--port", str(port), "--data", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


async def wait_for(address: str) -> None:
    """Returns when the server answers."""
    async with httpx.AsyncClient() as http:
        for _ in range(600):
            try:
                await http.get(f"{address}/api/health")
                return
            except httpx.HTTPError:
                await asyncio.sleep(0.05)
    raise TimeoutError("The server did not start.")


def allow_many_sockets() -> None:
    """Raises the limit of open files as far as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
