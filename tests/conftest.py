"""Settings for every test: properties have no deadline, because a busy machine is no fault of the code."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("damero", deadline=None)
settings.load_profile("damero")

os.environ["DAMERO_TABLEBASE_PIECES"] = "0"  # no server of a test builds endgame tables in the background
