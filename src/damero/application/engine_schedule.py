"""Who thinks next, and for how long: engine time is shared fairly, and nobody is late if it can be helped.

- Play comes before analysis.
- Players take turns (round robin). Among players whose turn it is, and among the requests of one player, the earliest
  deadline comes first.
- One player, and one address, has at most two thoughts at a time.
- The more players wait, the shorter each thought: all of them get their turn within about `ROUND` milliseconds.
  Thoughts that began before are cut short likewise. An analysis gives its worker back as soon as a game needs it.

Nothing here waits or thinks. The schedule is told the time in milliseconds and what began and ended; it only decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from damero.application.ports import Requester

ROUND = 1_000
"""Milliseconds in which every waiting player gets a turn, if possible."""
SHORTEST = 30
"""The shortest thought in milliseconds: enough for a legal move that was looked at."""
MARGIN = 50
"""Milliseconds for the way from a worker to the board."""
MOST_AT_ONCE = 2
"""Thoughts at a time for one player, and for one address."""
ANALYSIS_TURN = 1_500
"""Milliseconds after which an analysis gives way to another that waits."""
NEVER = 1 << 62


@dataclass(frozen=True, slots=True)
class Request:
    """Something to think about. Times are milliseconds."""

    number: int
    requester: Requester
    asked: int
    limit: int
    """How long to think, counted from `asked`."""
    deadline: int = NEVER
    """When an answer is too late."""
    is_analysis: bool = False


@dataclass(frozen=True, slots=True)
class Grant:
    """A worker for a request, with the milliseconds that it may take."""

    request: Request
    limit: int


@dataclass(slots=True)
class Running:
    request: Request
    since: int
    is_told_to_stop: bool = False


class Rounds:
    """The waiting requests of one kind. Every player has a turn in each round."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Request]] = {}
        self._turns: dict[str, int] = {}
        """The round in which a player has the next turn, if it is later than the present one."""
        self._round = 0

    def __iter__(self) -> Iterator[Request]:
        return (request for requests in self._waiting.values() for request in requests)

    @property
    def players(self) -> int:
        return len(self._waiting)

    def of(self, player: str) -> list[Request]:
        return self._waiting.get(player, [])

    def add(self, request: Request) -> None:
        self._waiting.setdefault(request.requester.player, []).append(request)

    def remove(self, request: Request) -> None:
        player = request.requester.player
        requests = self._waiting.get(player, [])
        if request in requests:
            requests.remove(request)
        if not requests:
            self._waiting.pop(player, None)

    def in_order(self) -> list[Request]:
        """The first request of each player, in the order of their turns."""
        firsts = [min(requests, key=_urgency) for requests in self._waiting.values()]
        return sorted(firsts, key=lambda request: (self._turn(request.requester.player), *_urgency(request)))

    def grant(self, request: Request) -> None:
        """Takes the request out; its player waits for the next round."""
        player = request.requester.player
        turn = self._turn(player)
        self.remove(request)
        self._round = turn
        self._turns[player] = turn + 1
        self._turns = {player: turn for player, turn in self._turns.items() if turn > self._round}

    def _turn(self, player: str) -> int:
        return max(self._round, self._turns.get(player, 0))


@dataclass(slots=True)
class Schedule:
    workers: int
    _play: Rounds = field(default_factory=Rounds)
    _analysis: Rounds = field(default_factory=Rounds)
    _running: dict[int, Running] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        return sum(1 for _ in (*self._play, *self._analysis))

    @property
    def running(self) -> int:
        return len(self._running)

    def add(self, request: Request) -> None:
        self._rounds(request).add(request)

    def remove(self, request: Request) -> None:
        """It is answered, or nobody wants an answer any more."""
        self._running.pop(request.number, None)
        self._rounds(request).remove(request)

    def next(self, now: int) -> Grant | None:
        """The request that gets a free worker; None if there is none, or nobody may have it."""
        if len(self._running) >= self.workers:
            return None
        request = next((request for request in self._in_order() if self._may_begin(request)), None)
        if request is None:
            return None
        limit = self._limit(request, now)
        self._rounds(request).grant(request)
        self._running[request.number] = Running(request, now)
        return Grant(request, limit)

    def late(self, now: int) -> tuple[Request, ...]:
        """Takes out the requests that can no longer be answered in time."""
        late = tuple(request for request in self._play if request.deadline - MARGIN - SHORTEST < now)
        for request in late:
            self._play.remove(request)
        return late

    def to_stop(self, now: int) -> tuple[Request, ...]:
        """Those who think now and should answer at once, because others wait. Each is named once."""
        stopped = [running for running in self._running.values() if now >= self._end(running)]
        needed = self._waiting_for_a_worker() - sum(running.is_told_to_stop for running in self._running.values())
        chosen: list[Request] = []
        for running in sorted(stopped, key=lambda running: (not running.request.is_analysis, running.since)):
            if running.is_told_to_stop or (needed <= len(chosen) and not self._blocks_its_own_player(running)):
                continue
            running.is_told_to_stop = True
            chosen.append(running.request)
        return tuple(chosen)

    def wake_at(self, now: int) -> int | None:
        """When to ask again, if nothing happens before; None if that is not needed."""
        if not self.waiting:
            return None
        times = [request.deadline - MARGIN - SHORTEST + 1 for request in self._play]
        times += [self._end(running) for running in self._running.values() if not running.is_told_to_stop]
        return max(now + 1, min(times, default=NEVER)) if times and min(times) < NEVER else None

    def _rounds(self, request: Request) -> Rounds:
        return self._analysis if request.is_analysis else self._play

    def _in_order(self) -> Iterable[Request]:
        return (*self._play.in_order(), *self._analysis.in_order())

    def _may_begin(self, request: Request) -> bool:
        return all(count < MOST_AT_ONCE for count in self._thoughts_beside(request))

    def _thoughts_beside(self, request: Request) -> tuple[int, ...]:
        """The running thoughts of its player and of its address."""
        requesters = [running.request.requester for running in self._running.values()]
        by_player = Counter(requester.player for requester in requesters)
        by_address = Counter(requester.address for requester in requesters if requester.address is not None)
        wanted = request.requester
        return by_player[wanted.player], by_address[wanted.address] if wanted.address is not None else 0

    def _limit(self, request: Request, now: int) -> int:
        """Milliseconds for a request that begins to be thought about now."""
        if request.is_analysis:
            return request.limit
        left = request.asked + request.limit - now
        return max(SHORTEST, min(left, request.deadline - MARGIN - now, self._share(request, now)))

    def _share(self, request: Request, now: int) -> int:
        """Milliseconds that a thought may take, so that all who wait get their turn in time."""
        player = request.requester.player
        own = [other for other in self._play.of(player) if other.number != request.number]
        others = self._play.players - bool(self._play.of(player))
        share = ROUND * self.workers // (others + 1) if others else NEVER
        if own:
            first = min(other.deadline for other in own)
            share = min(share, max(0, first - MARGIN - now) * min(self.workers, MOST_AT_ONCE) // (len(own) + 1))
        return share

    def _end(self, running: Running) -> int:
        """When a thought should end because others wait for its worker."""
        if running.request.is_analysis:
            if self._blocks_its_own_player(running) or self._waiting_players(self._play):
                return running.since
            return running.since + ANALYSIS_TURN if self._waiting_players(self._analysis) else NEVER
        share = self._share(running.request, running.since)
        return NEVER if share >= NEVER else running.since + max(SHORTEST, share)

    def _waiting_players(self, rounds: Rounds) -> int:
        return sum(self._may_begin(request) for request in rounds.in_order())

    def _waiting_for_a_worker(self) -> int:
        free = self.workers - len(self._running)
        return max(0, self._waiting_players(self._play) + self._waiting_players(self._analysis) - free)

    def _blocks_its_own_player(self, running: Running) -> bool:
        """Whether an analysis keeps a game of the same player or address waiting."""
        if not running.request.is_analysis:
            return False
        mine = running.request.requester
        return any(
            not self._may_begin(request) and _is_shared(mine, request.requester) for request in self._play.in_order()
        )


def _urgency(request: Request) -> tuple[int, int]:
    return request.deadline, request.number


def _is_shared(one: Requester, other: Requester) -> bool:
    return one.player == other.player or (one.address is not None and one.address == other.address)
