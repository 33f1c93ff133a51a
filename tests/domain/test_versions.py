"""Matches and records of an older version of the rules are judged by that version."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.matches import begun, played
from tests.records import FULL, signed_record

from damero.application.ports import ChooseMove, Finding
from damero.domain import catalogue, judge
from damero.domain.draughts import DraughtsGame
from damero.domain.errors import IllegalMove, UnknownVersion
from damero.domain.events import OfferKind
from damero.domain.match import replay
from damero.domain.record import verify, verify_text, write_record
from damero.domain.rematch import next_match
from damero.engines.levels import LEVELS
from damero.engines.worker import Thought


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> DraughtsGame:
    """Version 2 of English draughts, in which men capture backward."""
    old = catalogue.game("english")
    assert isinstance(old, DraughtsGame)
    new = DraughtsGame(replace(old.rules, version=2, men_capture_backward=True))
    monkeypatch.setitem(catalogue.BY_ID, "english", new)
    monkeypatch.setitem(catalogue.BY_VERSION, ("english", 2), new)
    return new


def test_a_game_is_the_newest_version_unless_another_is_named(raised: DraughtsGame) -> None:
    assert catalogue.game("english") is raised
    assert catalogue.game("english", 2) is raised
    assert catalogue.game("english", 1).info.version == 1


def test_every_version_is_in_the_catalogue_once() -> None:
    versions = [(game.info.id, game.info.version) for game in (*catalogue.GAMES, *catalogue.RETIRED)]
    assert len(set(versions)) == len(versions)
    newest = {game.info.id: game.info.version for game in catalogue.GAMES}
    assert all(game.info.version < newest[game.info.id] for game in catalogue.RETIRED)


def test_an_unknown_version_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownVersion, match=r"OTHER_RULESET There is no version 9 of english\. The versions are 1"):
        catalogue.game("english", 9)


def test_a_match_is_played_on_by_the_rules_it_began_with(request: pytest.FixtureRequest) -> None:
    start = "W:W18,32:B14,23"
    old = begun("english", start=start)
    request.getfixturevalue("raised")
    new = begun("english", start=start)
    assert (old.info.version, new.info.version) == (1, 2)
    assert judge.play(new, "white", "18x27", 1).after.plies[-1].text == "18x27"
    with pytest.raises(IllegalMove):
        judge.play(old, "white", "18x27", 1)
    on = played(old, "18x9")
    assert on.info.version == 1
    assert on.view("black") is not None


def test_a_stored_match_is_replayed_by_its_own_version(request: pytest.FixtureRequest) -> None:
    created = judge.create(replace(begun("english").created, start="W:W18,32:B14,23"), ())
    request.getfixturevalue("raised")
    assert replay(created.events).info.version == 1


def test_the_engine_plays_by_the_rules_of_the_match(request: pytest.FixtureRequest) -> None:
    start = "W:W18,32:B23,10"
    old = begun("english", start=start)
    request.getfixturevalue("raised")
    for match, capture_due in ((old, False), (begun("english", start=start), True)):
        view = match.view("white")
        assert view is not None
        for level in (LEVELS[0], 3, 6):
            found: list[Finding] = []
            Thought(ChooseMove(view, level), limit=1_000).run(found.append)
            assert (found == ["18x27"]) is capture_due


def test_a_rematch_of_an_old_match_has_the_newest_rules(request: pytest.FixtureRequest) -> None:
    over = judge.resign(begun("english"), "white", 1).after
    request.getfixturevalue("raised")
    offered = judge.offer(over, "white", OfferKind.REMATCH, 2, seed="5eed" * 16).after
    assert offered.offer is not None
    assert next_match(offered, offered.offer, "nonce", "next", 3).after.info.version == 2


def test_a_record_is_verified_by_the_version_it_names(request: pytest.FixtureRequest) -> None:
    old = signed_record(catalogue.game("english"), 3)
    raised = request.getfixturevalue("raised")
    assert old.ruleset == 1
    assert verify_text(write_record(old), FULL).failures == ()
    assert not verify(replace(old, ruleset=2), FULL).holds
    assert verify(signed_record(raised, 3), FULL).holds
    assert [failure.code for failure in verify(replace(old, ruleset=3), FULL).failures] == ["OTHER_RULESET"]
