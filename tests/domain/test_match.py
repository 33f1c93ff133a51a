from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.stratego.positions import text_of
from tests.matches import ANA, BEN, SEED, begun, creation, played, random_progress, waiting

from damero.domain import catalogue, judge, reasons
from damero.domain.beginning import commitment_to, placed_game
from damero.domain.clock import ABSENCE_TIMED, days_per_move, fischer
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.events import (
    Access,
    Event,
    MatchAborted,
    MatchFinished,
    MovePlayed,
    MovesTakenBack,
    OfferDeclined,
    OfferKind,
    OfferMade,
    RematchAgreed,
    SeatTaken,
)
from damero.domain.fairness import verify_opening
from damero.domain.game import Outcome, Start
from damero.domain.match import Match, Progress, Status, created, evolve, replay
from damero.domain.rematch import next_match

GAME_IDS = [game.info.id for game in catalogue.GAMES]
MINUTE = fischer(60_000)


def refused(code: str) -> pytest.RaisesExc[DameroError]:
    return pytest.RaisesExc(DameroError, check=lambda error: error.code == code)


def test_a_match_waits_until_both_seats_are_taken() -> None:
    match = waiting()
    assert (match.status, match.free_seats, match.to_move) == (Status.WAITING, ("black",), None)
    progress = judge.join(match, BEN, "n", 5, drawn="white")
    assert progress.after.status is Status.ACTIVE
    assert [type(event).__name__ for event in progress.events] == ["SeatTaken", "MatchBegan"]
    assert (progress.after.player("white"), progress.after.player("black")) == (ANA, BEN)


@pytest.mark.parametrize("drawn", ["white", "black"])
def test_a_colour_left_to_chance_is_the_one_drawn(drawn: str) -> None:
    match = judge.create(creation(), ()).after
    joined = judge.join(match, BEN, "n", 0, drawn=drawn).after
    assert joined.player(drawn) == ANA
    assert joined.player(joined.opponent(drawn)) == BEN


def test_nobody_joins_twice_or_too_late_or_alone() -> None:
    with refused("OWN_MATCH"):
        judge.join(waiting(), ANA, "n", 0, drawn="white")
    with refused("SEAT_TAKEN"):
        judge.join(begun(), BEN, "n", 0, drawn="white")


def test_a_move_for_an_older_position_is_stale_but_an_offer_does_not_age_it() -> None:
    match = begun()
    offered = judge.offer(match, "black", OfferKind.DRAW, 1).after
    moved = judge.play(offered, "white", "21-17", 2, version=match.version).after
    with refused("STALE_VERSION"):
        judge.play(moved, "black", "9-13", 3, version=match.version)
    with refused("STALE_VERSION"):
        judge.play(moved, "black", "9-13", 3, version=moved.version + 1)
    assert judge.play(moved, "black", "9-13", 3, version=moved.version).after.to_move == "white"


def test_only_who_is_to_move_moves() -> None:
    with refused("INVALID_TURN"):
        judge.play(begun(), "black", "9-13", 0)
    with refused("GAME_NOT_ACTIVE"):
        judge.play(waiting(), "white", "21-17", 0)


def test_a_match_can_be_called_off_until_both_have_moved() -> None:
    assert judge.abort(waiting(), "ana", 1).after.status is Status.ABORTED
    match = played(begun(), "21-17")
    assert judge.abort(match, "ben", 9).after.outcome == Outcome(None, reasons.ABORTED)
    with refused("NOT_YOUR_SEAT"):
        judge.abort(match, "eve", 9)
    with refused("TOO_LATE_TO_ABORT"):
        judge.abort(played(match, "9-13"), "ana", 9)


def test_who_resigns_loses_and_nothing_happens_afterwards() -> None:
    over = judge.resign(begun(), "white", 7).after
    assert (over.outcome, over.status) == (Outcome("black", reasons.RESIGNATION), Status.FINISHED)
    for attempt in (
        lambda: judge.resign(over, "black", 8),
        lambda: judge.play(over, "white", "21-17", 8),
        lambda: judge.offer(over, "white", OfferKind.DRAW, 8),
        lambda: judge.flag(over, 10**9),
        lambda: judge.claim(over, "black", 10**9, 10**9),
        lambda: judge.abort(over, "ana", 8),
    ):
        with refused("GAME_NOT_ACTIVE"):
            attempt()


def test_a_draw_needs_an_offer_and_the_other_seats_answer() -> None:
    offered = judge.offer(begun(), "white", OfferKind.DRAW, 1).after
    assert offered.offer is not None
    with refused("OWN_OFFER"):
        judge.accept(offered, "white", offered.offer.offer, 2)
    with refused("NO_SUCH_OFFER"):
        judge.accept(offered, "black", offered.offer.offer + 1, 2)
    agreed = judge.accept(offered, "black", offered.offer.offer, 2).after
    assert agreed.outcome == Outcome(None, reasons.AGREEMENT)


def test_there_is_one_slot_for_offers() -> None:
    match = played(begun(), "21-17")
    offered = judge.offer(match, "white", OfferKind.TAKEBACK, 1).after
    for seat in match.seats:
        with refused("OFFER_OPEN"):
            judge.offer(offered, seat, OfferKind.DRAW, 2)


def test_an_answer_to_an_old_offer_never_reaches_a_new_one() -> None:
    match = played(begun(), "21-17")
    first = judge.offer(match, "white", OfferKind.TAKEBACK, 1).after
    assert first.offer is not None
    declined = judge.decline(first, "white", first.offer.offer, 2).after
    second = judge.offer(declined, "white", OfferKind.DRAW, 3).after
    with refused("NO_SUCH_OFFER"):
        judge.accept(second, "black", first.offer.offer, 4)


def test_a_declined_offer_is_not_repeated_in_the_same_position() -> None:
    offered = judge.offer(begun(), "white", OfferKind.DRAW, 1).after
    assert offered.offer is not None
    declined = judge.decline(offered, "black", offered.offer.offer, 2).after
    with refused("ALREADY_DECLINED"):
        judge.offer(declined, "white", OfferKind.DRAW, 3)
    assert judge.offer(declined, "black", OfferKind.DRAW, 3).after.offer is not None
    assert judge.offer(played(declined, "21-17"), "white", OfferKind.DRAW, 9).after.offer is not None


def test_moving_instead_of_answering_declines() -> None:
    match = played(begun(), "21-17")
    assert played(judge.offer(match, "white", OfferKind.DRAW, 1).after, "9-13").offer is None
    own = judge.offer(match, "black", OfferKind.DRAW, 1).after
    assert played(own, "9-13").offer == own.offer


@pytest.mark.parametrize(("by", "kind"), [("white", OfferKind.DRAW), ("black", OfferKind.TAKEBACK)])
def test_a_move_that_declines_an_offer_is_preceded_by_the_name_of_who_declined(by: str, kind: OfferKind) -> None:
    offered = judge.offer(played(begun(), "21-17", "9-13", "22-18"), by, kind, 5_000).after
    progress = judge.play(offered, "black", "13x22x15", 6_000)
    assert offered.offer is not None
    assert progress.events[0] == OfferDeclined(6_000, offered.offer.offer, kind, "black")
    assert isinstance(progress.events[1], MovePlayed)
    again = offered
    for event in progress.events:
        again = evolve(again, event)
    assert again == progress.after
    assert again.turn_version == again.version


def test_a_takeback_returns_to_the_askers_last_choice() -> None:
    moves = ("21-17", "9-13", "22-18")
    match = played(begun(), *moves)
    for seat, left in (("white", 2), ("black", 1)):
        offered = judge.offer(match, seat, OfferKind.TAKEBACK, 10_000).after
        assert offered.offer is not None
        back = judge.accept(offered, match.opponent(seat), offered.offer.offer, 11_000).after
        assert (len(back.moves), back.to_move) == (left, seat)
        assert back.position == played(begun(), *moves[:left]).position


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    with refused("NOTHING_TO_TAKE_BACK"):
        judge.offer(played(begun(), "21-17"), "black", OfferKind.TAKEBACK, 1)


def test_what_was_revealed_is_never_taken_back() -> None:
    match = begun("banqi")
    assert match.position is not None
    flipped = played(match, str(match.position.legal_moves()[0]))
    assert "=" in flipped.moves[-1].public
    with refused("REVEALED"):
        judge.offer(flipped, "first", OfferKind.TAKEBACK, 2)


def test_a_scouts_long_move_reveals_it_and_cannot_be_taken_back() -> None:
    match = begun("stratego", start=text_of("r", a1="M", e4="D", j10="Y", h8="T"))
    with refused("REVEALED"):
        judge.offer(played(match, "e4-e7"), "red", OfferKind.TAKEBACK, 2_000)
    assert judge.offer(played(match, "e4-e5"), "red", OfferKind.TAKEBACK, 2_000).after.offer
    known = played(match, "e4-e7", "h8-h7", "e7-e4")
    assert judge.offer(known, "red", OfferKind.TAKEBACK, 9_000).after.offer


def test_a_fight_between_known_pieces_can_be_taken_back() -> None:
    match = begun("stratego", start=text_of("r", a1="M", a4="I", b6="F", j10="Y", a5="R", b7="U", e7="S"))
    match = played(match, "a4xa5", "b7xb6")
    with refused("REVEALED"):
        judge.offer(match, "red", OfferKind.TAKEBACK, 9_000)
    match = played(match, "a5-a6", "e7-e6", "a6xb6")
    assert match.plies[-1].taken == ("b6",)
    assert judge.offer(match, "red", OfferKind.TAKEBACK, 9_000).after.offer


def test_a_game_is_claimed_only_after_a_long_absence_in_the_absentees_turn() -> None:
    match = begun(control=MINUTE)
    with refused("NOT_ABANDONED"):
        judge.claim(match, "black", ABSENCE_TIMED - 1, 5)
    with refused("NOT_ABANDONED"):
        judge.claim(match, "white", ABSENCE_TIMED, 5)
    drawn = judge.claim(match, "black", ABSENCE_TIMED, 5, draw=True).after
    assert drawn.outcome == Outcome(None, reasons.ABANDONED)
    assert judge.claim(match, "black", ABSENCE_TIMED, 5).after.outcome == Outcome("black", reasons.ABANDONED)
    with refused("NOT_ABANDONED"):
        judge.claim(begun(control=days_per_move(2)), "black", 10**9, 5)


def test_a_rematch_swaps_the_seats_and_draws_new_chance() -> None:
    over = judge.resign(begun("banqi", MINUTE), "first", 7).after
    offered = judge.offer(over, "second", OfferKind.REMATCH, 8, nonce="n1", seed="ab" * 32).after
    assert offered.offer is not None
    agreed = judge.accept(offered, "first", offered.offer.offer, 9, next_id="next")
    assert agreed.events[-1] == RematchAgreed(9, "next", commitment_to("ab" * 32))
    again = next_match(over, offered.offer, "n2", "next", 9).after
    assert (again.player("first"), again.player("second")) == (BEN, ANA)
    assert (again.created.rematch_of, again.created.control, again.status) == (over.id, MINUTE, Status.ACTIVE)
    assert again.created.seed != SEED
    assert again.created.commitment == offered.offer.commitment
    with refused("REMATCH_EXISTS"):
        judge.offer(agreed.after, "first", OfferKind.REMATCH, 10, nonce="n", seed="ab" * 32)


@pytest.mark.parametrize(
    ("access", "then"),
    [(Access.CODE, Access.CODE), (Access.LINK, Access.LINK), (Access.LOBBY, Access.LINK)],
)
def test_a_rematch_of_a_private_match_is_private(access: Access, then: Access) -> None:
    match = begun()
    event = replace(match.created, access=access, code="CODE42" if access is Access.CODE else None)
    over = judge.resign(replace(match, created=event), "white", 7).after
    offered = judge.offer(over, "black", OfferKind.REMATCH, 8, seed="ab" * 32).after
    assert offered.offer is not None
    again = next_match(over, offered.offer, "n2", "next", 9).after
    assert (again.created.access, again.created.code) == (then, event.code)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_game_starts_from_any_position(game_id: str) -> None:
    middle = random_progress(begun(game_id), Random(game_id), 20).position
    assert middle is not None
    match = begun(game_id, start=middle.text)
    assert match.status is Status.ACTIVE
    assert match.view(None).text == catalogue.game(game_id).read_position(middle.text).view(None).text  # type: ignore[union-attr]


def test_a_start_that_is_already_over_is_refused() -> None:
    with refused("BAD_POSITION"):
        waiting(start="W:W:B1")


@pytest.mark.parametrize("game_id", GAME_IDS)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_match_is_the_replay_of_its_events(game_id: str, seed: int) -> None:
    random, events = Random(seed), list[Event]()

    def note(progress: Progress) -> None:
        events.extend(progress.events)

    start = creation(game_id, fischer(600_000, 1_000))
    begin = begun(game_id, fischer(600_000, 1_000))
    assert begin.began is not None
    first: list[Event] = [start, *begin.taken, *begin.armies, begin.began]
    match = random_progress(begin, random, 60, note)
    assert replay([*first, *events]) == match


@pytest.mark.parametrize("game_id", [game.info.id for game in catalogue.GAMES if game.info.start is not Start.FIXED])
def test_every_secret_that_comes_out_was_sealed_at_the_beginning(game_id: str) -> None:
    match = random_progress(begun(game_id), Random(3), 400)
    assert match.began is not None
    seals = dict(match.began.seals)
    openings = [opened for played in match.moves for opened in played.openings]
    assert openings
    assert all(verify_opening(seals[opened.seal], opened.opening) for opened in openings)


def test_an_army_is_placed_once_and_only_where_armies_are_placed() -> None:
    match = judge.join(waiting("stratego"), BEN, "n", 0, drawn="red").after
    army = next(iter(placed_game(match.game).formations("red").values()))
    placed = judge.place(match, "red", army, 1).after
    with refused("ALREADY_PLACED"):
        judge.place(placed, "red", army, 2)
    with refused("NOT_PLACING"):
        judge.place(begun("stratego"), "red", army, 2)
    with refused("NO_ARMIES"):
        judge.place(begun(), "white", army, 2)


def test_events_before_the_beginning_are_a_defect() -> None:
    with pytest.raises(ValueError, match="before the game began"):
        evolve(created(creation()), MovePlayed(0, "white", "21-17", "21-17"))
    with pytest.raises(TypeError):
        replay([MatchAborted(0)])


def test_two_people_on_one_device_share_a_player() -> None:
    event = creation()
    both = tuple(SeatTaken(0, seat, ANA, "n") for seat in ("white", "black"))
    match = judge.create(event, both).after
    assert match.seat_of("ana") == "white"
    assert played(match, "21-17").seat_of("ana") == "black"
    assert match.seat_of("ana", "black") == "black"
    with refused("NOT_YOUR_SEAT"):
        match.seat_of("ben")


def test_one_player_with_both_seats_settles_offers_alone() -> None:
    both = tuple(SeatTaken(0, seat, ANA, "n") for seat in ("white", "black"))
    match = played(judge.create(creation(), both).after, "21-17")
    back = judge.offer(match, "white", OfferKind.TAKEBACK, 5).after
    assert (back.moves, back.offer) == ((), None)
    drawn = judge.offer(match, "black", OfferKind.DRAW, 5).after
    assert drawn.offer is not None
    agreed = judge.accept(drawn, "black", drawn.offer.offer, 6).after
    assert agreed.outcome == Outcome(None, reasons.AGREEMENT)


def test_a_takeback_is_one_event_and_leaves_the_offer_slot_free() -> None:
    match = judge.offer(played(begun(), "21-17"), "white", OfferKind.TAKEBACK, 5).after
    assert isinstance(match.offer, OfferMade)
    progress = judge.accept(match, "black", match.offer.offer, 6)
    assert progress.events[-1] == MovesTakenBack(6, 1)
    assert progress.after.offer is None


SCHEDULES = 3_000


@pytest.mark.parametrize("first", range(0, SCHEDULES, 1_000))
def test_a_move_a_flag_and_a_resignation_in_the_same_millisecond_give_one_end(first: int) -> None:
    base = played(begun(control=MINUTE), "21-17", "9-13")
    deadline = base.deadline
    assert deadline is not None
    for seed in range(first, first + 1_000):
        random = Random(seed)
        actions = _actions(random, deadline + random.choice((-1, 0, 0, 0, 1)))
        random.shuffle(actions)
        _play_out(base, actions)


def _actions(random: Random, now: int) -> list[tuple[str, int]]:
    names = ["move", "flag", "resign white", "resign black", "claim", "offer", "accept", "flag", "move"]
    return [(name, now) for name in random.sample(names, k=6)]


def _play_out(match: Match, actions: list[tuple[str, int]]) -> None:
    ends = []
    for name, now in actions:
        try:
            progress = _act(match, name, now)
        except MatchRefusal:
            continue
        assert not match.is_over
        ends += [event for event in progress.events if isinstance(event, MatchFinished)]
        match = progress.after
    assert len(ends) <= 1
    assert match.is_over == bool(ends)


def _act(match: Match, name: str, now: int) -> Progress:
    seat = match.to_move or "white"
    match name.split():
        case ["move"]:
            legal = match.position.legal_moves() if match.position else ()
            return judge.play(match, seat, str(legal[0]) if legal else "22-18", now)
        case ["flag"]:
            return judge.flag(match, now)
        case ["resign", loser]:
            return judge.resign(match, loser, now)
        case ["claim"]:
            return judge.claim(match, match.opponent(seat), ABSENCE_TIMED, now)
        case ["offer"]:
            return judge.offer(match, "white", OfferKind.DRAW, now)
        case _:
            return judge.accept(match, "black", match.offer.offer if match.offer else -1, now)
