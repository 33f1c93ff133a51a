"""Runs the command line: `python -m damero`."""

from __future__ import annotations

import sys

from damero.cli.main import main

sys.exit(main())
