"""Who thinks next, and for how long. Time is a number that the tests choose."""

from __future__ import annotations

from collections import Counter
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from damero.application.engine_schedule import (
    ANALYSIS_TURN,
    MARGIN,
    MOST_AT_ONCE,
    NEVER,
    ROUND,
    SHORTEST,
    Grant,
    Request,
    Schedule,
)
from damero.application.ports import Requester

PLAYERS = ("ana", "ben", "eve", "kim", "lou")
numbers = count(1)


def request(
    player: str, now: int = 0, *, limit: int = 5_000, late: int = 15_000, address: str | None = None
) -> Request:
    return Request(next(numbers), Requester(player, address), now, limit, now + late)


def analysis(player: str, now: int = 0, limit: int = 60_000) -> Request:
    return Request(next(numbers), Requester(player), now, limit, NEVER, is_analysis=True)


def filled(schedule: Schedule, *requests: Request) -> Schedule:
    for one in requests:
        schedule.add(one)
    return schedule


def granted(schedule: Schedule, now: int = 0) -> Grant:
    grant = schedule.next(now)
    assert grant is not None
    return grant


def served(schedule: Schedule, now: int = 0) -> list[Request]:
    """All waiting requests in the order in which they are served, each answered at once."""
    order = []
    while (grant := schedule.next(now)) is not None:
        order.append(grant.request)
        schedule.remove(grant.request)
    return order


def test_a_lone_request_gets_all_its_time() -> None:
    assert granted(filled(Schedule(1), request("ana"))).limit == 5_000


def test_time_spent_waiting_is_not_thought() -> None:
    schedule = filled(Schedule(1), request("ana", now=0, limit=2_000))
    assert granted(schedule, now=1_500).limit == 500
    late = filled(Schedule(1), request("ana", now=0, limit=2_000))
    assert granted(late, now=4_000).limit == SHORTEST, "its time is over, but an answer is not too late"


def test_players_take_turns_however_many_games_one_of_them_has() -> None:
    many = [request("ana") for _ in range(8)]
    others = [request("ben"), request("eve", 1)]
    order = served(filled(Schedule(1), *many, *others))
    assert {one.requester.player for one in order[:3]} == {"ana", "ben", "eve"}
    assert order[3:] == many[1:]


def test_a_player_who_comes_later_waits_for_one_thought_of_the_others_at_most() -> None:
    schedule = filled(Schedule(1), *(request("ana") for _ in range(8)))
    schedule.remove(granted(schedule).request)
    newcomer = request("ben", 10)
    schedule.add(newcomer)
    assert newcomer in (granted(schedule, 10).request, *served(filled(schedule))[:1])


def test_the_earliest_deadline_comes_first_among_the_requests_of_one_player() -> None:
    relaxed, urgent = request("ana", late=9_000), request("ana", late=1_000)
    assert served(filled(Schedule(1), relaxed, urgent)) == [urgent, relaxed]


def test_the_earliest_deadline_comes_first_among_players_whose_turn_it_is() -> None:
    relaxed, urgent = request("ana", late=9_000), request("ben", late=1_000)
    assert served(filled(Schedule(1), relaxed, urgent)) == [urgent, relaxed]


def test_one_player_and_one_address_have_two_thoughts_at_a_time() -> None:
    by_player = filled(Schedule(8), *(request("ana") for _ in range(5)))
    assert [by_player.next(0) is not None for _ in range(3)] == [True, True, False]
    by_address = filled(Schedule(8), *(request(player, address="192.0.2.1") for player in PLAYERS))
    assert [by_address.next(0) is not None for _ in range(3)] == [True, True, False]
    elsewhere = request("zoe", address="192.0.2.2")
    by_address.add(elsewhere)
    assert granted(by_address).request == elsewhere


def test_play_comes_before_analysis() -> None:
    first, then = analysis("ana"), request("ben", 100)
    assert served(filled(Schedule(1), first, then)) == [then, first]


def test_an_analysis_gives_its_worker_to_a_game_at_once_and_is_told_once() -> None:
    schedule = filled(Schedule(1), analysis("ana"))
    running = granted(schedule).request
    assert schedule.to_stop(50) == ()
    schedule.add(request("ben", 60))
    assert schedule.to_stop(60) == (running,)
    assert schedule.to_stop(61) == ()


def test_only_as_many_analyses_are_stopped_as_games_wait() -> None:
    schedule = filled(Schedule(3), analysis("ana"), analysis("ben"), analysis("eve"))
    for _ in range(3):
        granted(schedule)
    schedule.add(request("kim", 10))
    assert len(schedule.to_stop(10)) == 1


def test_analyses_take_turns() -> None:
    schedule = filled(Schedule(1), analysis("ana"), analysis("ben", 1))
    first = granted(schedule).request
    assert schedule.to_stop(ANALYSIS_TURN - 1) == ()
    assert schedule.wake_at(5) == ANALYSIS_TURN
    assert schedule.to_stop(ANALYSIS_TURN) == (first,)
    schedule.remove(first)
    schedule.add(analysis("ana", ANALYSIS_TURN))
    assert granted(schedule, ANALYSIS_TURN).request.requester.player == "ben"


def test_the_own_analysis_never_keeps_a_game_waiting() -> None:
    schedule = filled(Schedule(4), analysis("ana"), analysis("ana"))
    running = {granted(schedule).request, granted(schedule).request}
    schedule.add(request("ana", 5))
    assert schedule.next(5) is None, "two thoughts at a time"
    assert set(schedule.to_stop(5)) <= running
    assert schedule.running == 2


def test_thoughts_get_shorter_with_every_player_who_waits() -> None:
    limits = []
    for waiting in range(5):
        schedule = filled(Schedule(1), *(request(player) for player in PLAYERS[: waiting + 1]))
        limits.append(granted(schedule).limit)
    assert limits == sorted(limits, reverse=True)
    assert len(set(limits)) == len(limits)
    assert sum(limits[-1:]) * len(PLAYERS) <= ROUND


def test_a_thought_that_began_before_is_cut_short_when_others_wait() -> None:
    schedule = filled(Schedule(1), request("ana"))
    running = granted(schedule).request
    schedule.add(request("ben", 10))
    assert schedule.to_stop(10) == (), "it had less than its share so far"
    wake_at = schedule.wake_at(10)
    assert wake_at is not None
    assert wake_at <= ROUND
    assert schedule.to_stop(wake_at) == (running,)


def test_the_games_of_one_player_share_the_time_until_the_first_is_late() -> None:
    schedule = filled(Schedule(1), *(request("ana", late=8_000) for _ in range(8)))
    assert granted(schedule).limit <= 1_000


def test_what_cannot_be_answered_in_time_is_late_and_no_longer_waits() -> None:
    urgent = request("ana", late=500)
    schedule = filled(Schedule(1), urgent)
    last = urgent.deadline - MARGIN - SHORTEST
    assert schedule.late(last) == ()
    assert schedule.wake_at(0) == last + 1
    assert schedule.late(last + 1) == (urgent,)
    assert schedule.waiting == 0


def test_nothing_has_to_be_looked_at_again_when_nothing_waits() -> None:
    schedule = filled(Schedule(1), request("ana"))
    granted(schedule)
    assert schedule.wake_at(0) is None


class Workload:
    """Some players who ask for thoughts of some length, on some workers, played through with a clock of its own."""

    def __init__(self, workers: int, asked: list[tuple[int, int, int]]) -> None:
        self.schedule, self.now = Schedule(workers), 0
        self.ends: dict[Request, int] = {}
        self.answered: dict[Request, int] = {}
        self.late: set[Request] = set()
        self.most_at_once: Counter[str] = Counter()
        self.arriving = [(at, request(PLAYERS[who], at, limit=limit)) for at, who, limit in sorted(asked)]

    def run(self) -> None:
        while self.arriving or self.ends or self.schedule.waiting:
            self._step()

    def _step(self) -> None:
        while self.arriving and self.arriving[0][0] <= self.now:
            self.schedule.add(self.arriving.pop(0)[1])
        for ended in [one for one, end in self.ends.items() if end <= self.now]:
            del self.ends[ended]
            self.answered[ended] = self.now
            self.schedule.remove(ended)
        self.late |= set(self.schedule.late(self.now))
        while (grant := self.schedule.next(self.now)) is not None:
            self.ends[grant.request] = self.now + grant.limit
        for stopped in self.schedule.to_stop(self.now):
            self.ends[stopped] = self.now
        self._note()
        self._advance()

    def _note(self) -> None:
        at_once = Counter(one.requester.player for one in self.ends)
        self.most_at_once |= at_once

    def _advance(self) -> None:
        times = [*self.ends.values(), *(at for at, _ in self.arriving[:1])]
        wake_at = self.schedule.wake_at(self.now)
        times += [] if wake_at is None else [wake_at]
        self.now = max(self.now + 1, min(times)) if times else self.now + 1


asked = st.lists(
    st.tuples(st.integers(0, 3_000), st.integers(0, len(PLAYERS) - 1), st.integers(10, 5_000)), min_size=1, max_size=60
)


@given(st.integers(1, 4), asked)
def test_everybody_is_answered_and_nobody_has_more_than_two_thoughts(
    workers: int, asked: list[tuple[int, int, int]]
) -> None:
    work = Workload(workers, asked)
    work.run()
    assert len(work.answered) + len(work.late) == len(asked)
    assert all(most <= MOST_AT_ONCE for most in work.most_at_once.values())


@given(asked)
def test_nobody_starves_beside_a_player_who_asks_all_the_time(asked: list[tuple[int, int, int]]) -> None:
    """Whoever asks once waits for a round at most, however much one other player asks."""
    greedy = [(at, 0, 5_000) for at in range(0, 3_000, 50)]
    modest = {who: (at, who, limit) for at, who, limit in asked if who}
    work = Workload(1, [*greedy, *modest.values()])
    work.run()
    for one, at in work.answered.items():
        if one.requester.player != PLAYERS[0]:
            assert at - one.asked <= min(one.limit, ROUND) + 2 * ROUND
    assert not [one for one in work.late if one.requester.player != PLAYERS[0]]


@given(asked)
def test_a_grant_is_never_later_in_its_turn_than_a_more_urgent_one_of_the_same_player(
    asked: list[tuple[int, int, int]],
) -> None:
    requests = [request(PLAYERS[who], 0, late=1_000 + limit) for _, who, limit in asked]
    order = served(filled(Schedule(1), *requests))
    for player in PLAYERS:
        deadlines = [one.deadline for one in order if one.requester.player == player]
        assert deadlines == sorted(deadlines)
    turns: Counter[str] = Counter()
    rounds = []
    for one in order:
        turns[one.requester.player] += 1
        rounds.append(turns[one.requester.player])
    assert rounds == sorted(rounds), "nobody has a second turn before everybody who waits had a first"
