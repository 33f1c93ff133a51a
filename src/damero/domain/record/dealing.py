"""Who had a part in the chance of a match."""

from __future__ import annotations

from collections.abc import Iterator

from damero.domain.record.report import Finding, unchecked
from damero.domain.record.values import Record


def who_dealt(_record: Record) -> Iterator[Finding]:
    """Whether anybody but the server decided the deal."""
    yield unchecked("verify.dealt_by_server")
