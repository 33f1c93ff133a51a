"""The record of a game: write it, read it, and verify it offline."""

from __future__ import annotations

from damero.domain.record.history import read_history
from damero.domain.record.report import RULES_ONLY, Failure, Policy, Report, SignatureCheck
from damero.domain.record.text import read_record, signed_bytes, write_record
from damero.domain.record.values import OpenedSecret, PlayedMove, Record, Reveal, Signature, key_id
from damero.domain.record.verification import verify, verify_text

__all__ = [
    "RULES_ONLY",
    "Failure",
    "OpenedSecret",
    "PlayedMove",
    "Policy",
    "Record",
    "Report",
    "Reveal",
    "Signature",
    "SignatureCheck",
    "key_id",
    "read_history",
    "read_record",
    "signed_bytes",
    "verify",
    "verify_text",
    "write_record",
]
