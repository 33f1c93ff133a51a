from __future__ import annotations

import argparse
import socket
import subprocess
from pathlib import Path

import httpx
import pytest
from tests.cli.pseudo_terminal import pseudo_terminal
from tests.cli.running import DAMERO, damero

from damero.cli import serve


def test_the_server_prints_its_address_and_stops_when_interrupted(tmp_path: Path) -> None:
    arguments = ("serve", "--port", "0", "--no-browser", "--data", str(tmp_path))
    with pseudo_terminal(*arguments, environment={}) as terminal:
        terminal.wait_for("Damero is running at ")
        address = terminal.wait_for("/  (press Ctrl+C to stop)").split()[0]
        assert httpx.get(f"{address}api/health", trust_env=False, timeout=60).is_success
        terminal.interrupt()
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.shown


def test_a_server_that_is_told_to_stop_leaves_nothing_behind(tmp_path: Path) -> None:
    command = [*DAMERO, "serve", "--port", "0", "--no-browser", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "Damero is running" in server.stdout.readline()
        assert (tmp_path / "admin.json").exists()
        server.terminate()
        assert server.wait(timeout=60) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"damero.lock", "damero.sqlite", "signing-keys.json"}


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = damero("serve", "--port", str(port), "--no-browser", "--data", str(tmp_path))
    assert ran.code == 1
    assert ran.err.startswith(f"error: CANNOT_LISTEN Cannot listen on 127.0.0.1:{port} ")


def test_options_come_from_the_environment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "PORT": "9001",
        "DATA": "/data",
        "ENGINE_WORKERS": "3",
        "TRUSTED_PROXY": "192.0.2.0/24 198.51.100.7",
        "LOG": "json",
    }
    for name, value in given.items():
        monkeypatch.setenv(f"DAMERO_{name}", value)
    monkeypatch.setenv("DAMERO_TRUSTED_PROXY", "192.0.2.0/24 198.51.100.7")
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    read = parser.parse_args([])
    assert (read.port, read.data, read.engine_workers, read.log) == (9001, Path("/data"), 3, "json")
    assert read.trusted_proxy == ["192.0.2.0/24", "198.51.100.7/32"]
    assert parser.parse_args(["--port", "9002"]).port == 9002
    monkeypatch.setenv("DAMERO_PORT", "none")
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    with pytest.raises(SystemExit):
        parser.parse_args([])
