"""Records that are whole but say anything: the verdict is a report, never a crash."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records import record_of_random_game, write_version_1

from damero.domain import catalogue, reasons
from damero.domain.fairness import Commitment, Opening
from damero.domain.game import Game, Outcome
from damero.domain.record import RULES_ONLY, OpenedSecret, PlayedMove, Record, Reveal, read_record, verify_text

NONSENSE = st.text(st.characters(), max_size=20) | st.sampled_from(["1-5", "a4?", "a4=K", "e4-e5", "W:W1:B32", "??/?"])
BYTES = st.binary(max_size=40)
OPENINGS = st.builds(Opening, st.integers(0, 65535), NONSENSE, BYTES, st.lists(BYTES, max_size=20).map(tuple))
SECRETS = st.builds(OpenedSecret, st.sampled_from(["deal", "red"]) | NONSENSE, OPENINGS)
MOVES = st.builds(
    PlayedMove,
    NONSENSE,
    st.none() | st.integers(),
    st.dictionaries(NONSENSE, st.integers(), max_size=2),
    st.lists(SECRETS, max_size=2).map(tuple),
)
COMMITMENTS = st.builds(Commitment, BYTES, st.integers(1, 65536))
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "game_id": NONSENSE,
        "ruleset": st.integers(),
        "players": st.dictionaries(NONSENSE, NONSENSE, max_size=3),
        "start": NONSENSE,
        "moves": st.lists(MOVES, max_size=3).map(tuple),
        "outcome": st.none() | st.builds(Outcome, st.none() | NONSENSE, st.sampled_from(sorted(reasons.SHARED))),
        "seed_commitment": st.none() | BYTES,
        "nonces": st.lists(BYTES, max_size=3).map(tuple),
        "seals": st.dictionaries(st.sampled_from(["deal", "red", "blue"]) | NONSENSE, COMMITMENTS, max_size=3),
        "reveal": st.none() | st.builds(Reveal, BYTES, NONSENSE),
    },
)


@settings(max_examples=40, deadline=None)
@pytest.mark.parametrize("game_id", ["spanish", "stratego", "banqi"])
@given(changes=CHANGES)
def test_a_whole_record_of_nonsense_gets_a_report(game_id: str, changes: dict[str, object]) -> None:
    game: Game = catalogue.game(game_id)
    record: Record = replace(record_of_random_game(game, plies=2), **changes)
    text = write_version_1(record)
    assert read_record(text) == record
    report = verify_text(text, RULES_ONLY)
    assert report.failures or report.facts
    assert all(failure.code.isupper() and failure.sentence for failure in report.failures)
