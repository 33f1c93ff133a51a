"""Nothing but a game's own notation reads move texts: a game in which `e8=Q` hides nothing is served like any other."""

from __future__ import annotations

import pytest
from tests.conformance.promotion_race import BOTH_PROMOTED, RACE
from tests.matches import begun, played
from tests.records import FULL, KEYS

from damero.application.export_record import signed_record_of
from damero.domain import catalogue, judge
from damero.domain.events import Event, MatchFinished, OfferKind
from damero.domain.game import Game, Outcome
from damero.domain.match import Match, replay
from damero.domain.record import read_record, verify, verify_text, write_record

WALK = [text for rank in range(3, 8) for text in (f"e{rank}", f"x{9 - rank}")]


@pytest.fixture(autouse=True)
def race(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(catalogue.BY_ID, RACE.info.id, RACE)
    monkeypatch.setitem(catalogue.BY_VERSION, (RACE.info.id, RACE.info.version), RACE)
    return RACE


def promoted() -> Match:
    return played(begun(RACE.info.id), *WALK, "e8=Q")


def test_a_promotion_is_a_ply_of_two_squares_that_takes_and_reveals_nothing() -> None:
    ply = promoted().plies[-1]
    assert (ply.seat, ply.text, ply.squares, ply.taken, ply.revealed) == ("white", "e8=Q", ("e7", "e8"), (), ())


def test_a_promotion_can_be_taken_back() -> None:
    offered = judge.offer(promoted(), "white", OfferKind.TAKEBACK, 20_000).after
    assert offered.offer
    back = judge.accept(offered, "black", offered.offer.offer, 21_000).after
    assert [ply.text for ply in back.plies] == WALK
    assert played(back, "e8=Q").plies[-1].text == "e8=Q"


def test_a_match_is_replayed_recorded_and_verified() -> None:
    events = list(all_events())
    match = replay(events)
    assert match.outcome == Outcome(None, BOTH_PROMOTED)
    record = signed_record_of(events, KEYS)
    assert [move.text for move in record.moves] == [*WALK, "e8=Q", "x1=Q"]
    assert read_record(write_record(record)) == record
    assert verify(record, FULL).failures == verify_text(write_record(record), FULL).failures == ()


def test_a_reason_that_no_game_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_record(signed_record_of(list(all_events()), KEYS))
    monkeypatch.delitem(catalogue.BY_ID, RACE.info.id)
    monkeypatch.delitem(catalogue.BY_VERSION, (RACE.info.id, RACE.info.version))
    (failure,) = verify_text(text, FULL).failures
    assert failure.code == "NOT_A_RECORD"


def all_events() -> list[Event]:
    """The events of a match to its end."""
    match = played(promoted(), "x1=Q")
    assert match.began is not None
    ended = MatchFinished(match.last_at, None, BOTH_PROMOTED)
    return [match.created, *match.taken, match.began, *match.moves, ended]
