"""The server as its own process, which can be killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path


class ServerProcess:
    def __init__(self, data_dir: Path, port: int) -> None:
        self.data_dir = data_dir
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "damero", "serve", "--no-browser"]
        options = ["--port", str(self.port), "--data", str(self.data_dir)]
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=os.environ)
        first = self._process.stdout.readline() if self._process.stdout else ""
        assert re.search(r"is running at", first), first

    def kill(self) -> None:
        """Kill the process without warning, as a power failure would."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._process = None
