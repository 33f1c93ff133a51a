"""The record of a game: write it, read it, and verify it offline."""

from __future__ import annotations

from damero.domain.record.text import read_record, write_record
from damero.domain.record.values import OpenedSecret, PlayedMove, Record, Reveal
from damero.domain.record.verification import Failure, Report, verify, verify_text

__all__ = [
    "Failure",
    "OpenedSecret",
    "PlayedMove",
    "Record",
    "Report",
    "Reveal",
    "read_record",
    "verify",
    "verify_text",
    "write_record",
]
