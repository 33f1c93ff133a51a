"""The server that is fuzzed: as `damero serve` runs it, with limits so wide that requests get past them.

python benchmarks/fuzz_server.py PORT FOLDER
"""

from __future__ import annotations

import socket
import sys
from dataclasses import fields
from pathlib import Path

import uvicorn

from damero.bootstrap import Settings, web_app
from damero.web.limits import Limits, Rate
from damero.web.logs import log_to_stderr
from damero.web.uvicorn_config import configure, settle_process

WIDE = Rate(burst=1e6, per_second=1e6)


def main(port: int, folder: Path) -> None:
    rates = {one.name: WIDE for one in fields(Limits) if one.type == "Rate"}
    server = uvicorn.Server(configure(web_app(Settings(data_dir=folder, limits=Limits(**rates, cpu_second=1)))))
    log_to_stderr("text")
    settle_process()
    with socket.create_server(("127.0.0.1", port), backlog=2048) as listener:
        server.run(sockets=[listener])


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
