from __future__ import annotations

import socket
from pathlib import Path

import httpx
from tests.cli.pseudo_terminal import pseudo_terminal
from tests.cli.running import damero


def test_the_server_prints_its_address_and_stops_when_interrupted(tmp_path: Path) -> None:
    arguments = ("serve", "--port", "0", "--no-browser", "--data", str(tmp_path))
    with pseudo_terminal(*arguments, environment={}) as terminal:
        terminal.wait_for("Damero is running at ")
        address = terminal.wait_for("/  (press Ctrl+C to stop)").split()[0]
        assert httpx.get(f"{address}api/health", trust_env=False).is_success
        terminal.interrupt()
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.shown


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = damero("serve", "--port", str(port), "--no-browser", "--data", str(tmp_path))
    assert ran.code == 1
    assert ran.err.startswith(f"error: CANNOT_LISTEN Cannot listen on 127.0.0.1:{port} ")
