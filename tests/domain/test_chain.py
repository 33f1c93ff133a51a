"""The public history of a match: complete, the same for everybody, and without secrets."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest
from tests.matches import begun, creation, played, waiting
from tests.records import PlayedMatch

from damero.domain import catalogue, judge
from damero.domain.beginning import placed_game
from damero.domain.clock import fischer
from damero.domain.events import Event, OfferKind
from damero.domain.match import Match, created, entry_of, followed, replay
from damero.domain.record.canonical import Entry, dump


def histories(*played: PlayedMatch) -> list[list[Entry]]:
    return [
        [entry_of(after, event) for after, event in zip(followed(one.events), one.events, strict=True)]
        for one in played
    ]


def test_the_heads_of_stored_matches_never_change() -> None:
    """Players keep heads as receipts. A change of these numbers would call honest records rewritten."""
    match = played(begun("drafti", fischer(60_000, 1_000)), "21-17", "9-13", "22-18")
    assert match.head.hex() == "94754fd0448709e143551f218db2ae068dc6774206139c2ac01f2d47a1a157b8"
    offered = judge.offer(match, "white", OfferKind.TAKEBACK, 5_000).after
    assert offered.offer is not None
    back = judge.accept(offered, "black", offered.offer.offer, 6_000).after
    assert back.head.hex() == "946ef5c7478f49e89e768c35635f07098945c0e1f33c59be8482229f2f11172e"
    over = judge.resign(back, "black", 7_000).after
    assert over.head.hex() == "3ede19cb0c1ee48338dbb42daefc3f2cbd71f9fc431e2b3d8c11db1c5806cd6a"
    assert begun("banqi").head.hex() == "eb97f13ad1f5d65c04489f7e9df8a6c538311ffb208ead263ede5f847809b6c6"
    assert begun("stratego").head.hex() == "bc63bd8b9913f1ecb121c4afc52913d474ff192edb6ff5e5ddd32a77296ea9ac"


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.info.id)
def test_every_event_changes_the_head_and_a_replay_gives_the_same(game: catalogue.Game) -> None:
    one = PlayedMatch(game).play(10).resign()
    heads = [match.head for match in followed(one.events)]
    assert len(set(heads)) == len(one.events)
    assert heads[-1] == one.match.head == replay(one.events).head


@pytest.mark.parametrize("change", [{"seed": "00" * 32}, {"nonce": "another"}, {"code": "SECRET"}, {"start": "x"}])
def test_what_is_secret_at_the_creation_is_not_in_the_head(change: dict[str, str]) -> None:
    assert created(replace(creation(), **change)).head == created(creation()).head


def test_an_army_is_not_in_the_head_before_it_is_sealed() -> None:
    match = judge.join(
        waiting("stratego"), replace(creation().creator, id="ben", name="Ben"), "n", 0, drawn="red"
    ).after
    armies = list(placed_game(match.game).formations("red").values())[:2]
    assert armies[0] != armies[1]
    assert len({judge.place(match, "red", army, 0).after.head for army in armies}) == 1


def _with_army_exchanged() -> tuple[PlayedMatch, PlayedMatch]:
    """The same moves with two armies of Blue that differ in two pieces which stay hidden."""
    stratego = catalogue.game("stratego")
    one, other = PlayedMatch(stratego, 5), PlayedMatch(stratego, 5)
    army = one.match.army("blue")
    assert army is not None
    pieces = dict(placed_game(stratego).read_army("blue", army))
    back = [square for square in pieces if square.endswith("10")]
    first = back[0]
    second = next(square for square in back if pieces[square] != pieces[first])
    pieces[first], pieces[second] = pieces[second], pieces[first]
    other.events, other.match = _begin_again(one.events, placed_game(stratego).write_army("blue", pieces))
    for _ in range(12):
        assert one.match.position is not None
        assert other.match.position is not None
        legal = {str(move) for move in one.match.position.legal_moves() if not move.taken}
        shared = sorted(legal & {str(move) for move in other.match.position.legal_moves()})
        move = Random(len(one.events)).choice(shared)
        for match in (one, other):
            match.follow(judge.play(match.match, match.match.to_move or "", move, match.now))
    return one, other


def _begin_again(events: list[Event], army: str) -> tuple[list[Event], Match]:
    """The same match, up to its beginning, with another army in the second seat."""
    match, again = replay(events[:-2]), list(events[:-2])
    progress = judge.place(match, "blue", army, 0)
    return [*again, *progress.events], progress.after


def test_hidden_pieces_change_nothing_but_salted_hashes() -> None:
    """The roots of the seals differ, and the paths of openings, which are nodes of the same trees."""
    ours, theirs = histories(*_with_army_exchanged())
    assert ours != theirs
    assert [_without_nodes(entry) for entry in ours] == [_without_nodes(entry) for entry in theirs]


def _without_nodes(entry: Entry) -> str:
    text = re.sub('"root":"[0-9a-f]{64}"', '"root":""', dump(entry))
    return re.sub('"path":\\[["0-9a-f,]*\\]', '"path":[]', text)


def test_seeds_armies_and_deals_are_in_no_entry_of_a_running_game() -> None:
    for game_id in ("stratego", "banqi"):
        one = PlayedMatch(catalogue.game(game_id)).play(6)
        text = dump(json.loads(json.dumps(histories(one)[0])))
        assert one.match.began is not None
        secrets = [one.match.created.seed, one.match.began.position, *(placed.army for placed in one.match.armies)]
        assert [secret for secret in secrets if secret in text] == []
