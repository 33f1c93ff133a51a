"""Bots that play on a server.

class Greedy(damero.Bot):
    def choose(self, view):
        return max(view.legal_moves(), key=lambda move: len(move.taken))

Greedy().run("http://127.0.0.1:8000", name="Greedy", seeks=["drafti"])
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import ParamSpec, TypeVar

import httpx
from websockets.exceptions import InvalidHandshake

from damero.client import Client, Disconnected, Live, Refusal, new_id
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.domain.events import OfferKind
from damero.domain.game import KnownGame, PlacedGame, Ply, Shown, View
from damero.engines.bot import LocalBot, checked_choice
from damero.web import wire

SHORTEST_WAIT, LONGEST_WAIT = 0.2, 10.0
"""Seconds before a lost connection is tried again; each failure doubles the time."""
LONGEST_ASKED = 300.0
"""Seconds that it waits at most if it is asked to."""
LOST = (Disconnected, OSError, httpx.TransportError, InvalidHandshake, asyncio.TimeoutError)

P = ParamSpec("P")
Answer = TypeVar("Answer")

log = logging.getLogger("damero.bot")


class Bot(LocalBot):
    """A player written in Python: subclass it and write `choose`.

    It plays in matches of this process (`damero.match`), in `damero match`, and on servers (`run`).

    >>> import damero
    >>> class Greedy(damero.Bot):
    ...     def choose(self, view):
    ...         return max(view.legal_moves(), key=lambda move: len(move.taken))
    >>> result = damero.match(Greedy(), 1, game="drafti", games=2)
    """

    games: Collection[str] = ()
    """The ids of the games in which it accepts challenges and joins others' seeks; empty for all."""
    most_matches = 4
    """How many matches it plays at once."""

    def accepts(self, challenge: wire.Challenge) -> bool:
        """Whether it accepts a challenge; by default, in all its games."""
        return self.plays(challenge.game)

    def accept_draw(self, view: View) -> bool:  # noqa: ARG002 (for those that override it)
        """Whether it accepts a draw that is offered, asked when it is its turn; by default never."""
        return False

    def accept_takeback(self) -> bool:
        """Whether it lets its opponent take back a move; by default never."""
        return False

    def plays(self, game_id: str) -> bool:
        """Whether a game is one of its games."""
        return not self.games or game_id in self.games

    def run(
        self,
        address: str = "http://127.0.0.1:8000",
        *,
        name: str | None = None,
        password: str | None = None,
        seeks: Collection[str] = (),
        joins: bool = False,
        matches: int | None = None,
    ) -> None:
        """Plays on a server until it is stopped, or until this many matches are over.

        - `name`, `password`: of the bot's account. Without a password it is a guest, and may have no name of its own.
        - `seeks`: the games in which it waits for opponents in the lobby.
        - `joins`: whether it joins the matches of others in the lobby.
        """
        with suppress(KeyboardInterrupt):
            asyncio.run(self.serve(address, name=name, password=password, seeks=seeks, joins=joins, matches=matches))

    async def serve(
        self,
        address: str,
        *,
        name: str | None = None,
        password: str | None = None,
        seeks: Collection[str] = (),
        joins: bool = False,
        matches: int | None = None,
    ) -> None:
        """`run` inside a running event loop."""
        wanted = [catalogue.game(game).info.id for game in ([seeks] if isinstance(seeks, str) else seeks)]
        async with Client(address) as client:
            with _told_if_not_reached(address):
                await (client.enter(name) if password is None else client.log_in(name or str(self), password))
            await _Service(self, client, wanted, joins=joins, matches=matches).run()


@contextmanager
def _told_if_not_reached(address: str) -> Iterator[None]:
    """At the start, a server that does not answer is more likely a wrong address than a lost connection."""
    try:
        yield
    except (*LOST, httpx.InvalidURL) as lost:
        raise DameroError("bot.not_reached", code="NOT_REACHED", address=address) from lost


class _Patience:
    """Waits after failures that pass: longer after each one, and at least as long as the server asks."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self._wait = SHORTEST_WAIT

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        """Waits if the block fails because the server is not reached, busy or at a limit."""
        try:
            yield
        except LOST as lost:
            await self.wait(lost.retry_after if isinstance(lost, Disconnected) else None)
        except Refusal as refusal:
            if not refusal.is_temporary:
                raise
            await self.wait(refusal.retry_after)

    async def wait(self, asked: float | None = None) -> None:
        await asyncio.sleep(max(self._wait, min(asked or 0, LONGEST_ASKED)))
        self._wait = min(2 * self._wait, LONGEST_WAIT)


@contextmanager
def _final_refusals_ignored() -> Iterator[None]:
    """For what may have become impossible meanwhile. What may succeed later is tried again."""
    try:
        yield
    except Refusal as refusal:
        if refusal.is_temporary:
            raise
        log.info("%s", refusal)


class _BotFailedError(Exception):
    """The bot's own code raised an error, which is no lost connection even if it looks like one."""


async def _asked(method: Callable[P, Answer], *values: P.args, **named: P.kwargs) -> Answer:
    """What the bot answers, asked in a thread."""
    try:
        return await asyncio.to_thread(method, *values, **named)
    except Exception as failure:
        raise _BotFailedError from failure


class _Service:
    """A bot at work on one server."""

    def __init__(self, bot: Bot, client: Client, seeks: Collection[str], *, joins: bool, matches: int | None) -> None:
        self.bot = bot
        self.client = client
        self.seeks = seeks
        self.joins = joins
        self.left = matches
        self.playing: dict[str, asyncio.Task[None]] = {}
        self.interrupted: list[str] = []
        """Matches that wait until others are over."""
        self.over = asyncio.Event()

    async def run(self) -> None:
        tasks = [
            asyncio.create_task(self._watch_lobby()),
            *(asyncio.create_task(self._seek(game)) for game in self.seeks),
        ]
        try:
            await self._first_of(tasks)
        finally:
            for task in (*tasks, *self.playing.values()):
                task.cancel()
            await asyncio.gather(*tasks, *self.playing.values(), return_exceptions=True)

    async def _first_of(self, tasks: list[asyncio.Task[None]]) -> None:
        """Waits until all matches are played; raises what ends one of the tasks before."""
        over = asyncio.create_task(self.over.wait())
        try:
            done, _ = await asyncio.wait([over, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            over.cancel()

    async def _watch_lobby(self) -> None:
        """Accepts challenges and joins seeks, with a new connection whenever one is lost."""
        patience = _Patience()
        while True:
            async with patience.attempt():
                await self._resume()
                async for frame in self.client.lobby():
                    patience.reset()
                    await self._answer(frame)
                await patience.wait()

    async def _resume(self) -> None:
        """Goes on with matches that were interrupted, by a lost connection or a restart of the server."""
        self.interrupted = [match.id for match in await self.client.matches() if match.id not in self.playing]
        self._go_on()

    def _go_on(self) -> None:
        while self.interrupted and self._has_room():
            self._begin(self.interrupted.pop(0))

    def _has_room(self) -> bool:
        return len(self.playing) < self.bot.most_matches

    async def _answer(self, frame: wire.Lobby | wire.ChallengesFrame) -> None:
        if isinstance(frame, wire.ChallengesFrame):
            for challenge in frame.received:
                await self._respond(challenge)
        elif self.joins:
            own = self.client.player.id if self.client.player else None
            for seek in frame.seeks:
                if seek.creator.id != own and self.bot.plays(seek.game):
                    await self._join(seek.id)

    async def _respond(self, challenge: wire.Challenge) -> None:
        if self.bot.accepts(challenge):
            await self._join(challenge.id)
        else:
            with _final_refusals_ignored():
                await self.client.decline(challenge.id)

    async def _join(self, match_id: str) -> None:
        if match_id not in self.playing and self._has_room():
            with _final_refusals_ignored():
                await self.client.join(match_id)
                self._begin(match_id)

    async def _seek(self, game: str) -> None:
        """Waits for an opponent in the lobby, plays, and waits for the next one."""
        patience = _Patience()
        while True:
            async with patience.attempt():
                created = await self.client.create(game)
                patience.reset()
                await self._begin(created.match.id)

    def _begin(self, match_id: str) -> asyncio.Task[None]:
        if match_id not in self.playing:
            self.playing[match_id] = asyncio.create_task(self._play(match_id))
        return self.playing[match_id]

    async def _play(self, match_id: str) -> None:
        """Plays one match to its end. A bot that fails resigns, and its other matches go on."""
        try:
            await self._play_to_end(match_id)
        except Exception:
            log.exception("The bot failed in match %s and resigns.", match_id)
            with suppress(Refusal, *LOST):
                await self.client.act(match_id, "resign", wire.Act(new_id()))
        finally:
            del self.playing[match_id]
            self._count()
        self._go_on()

    async def _play_to_end(self, match_id: str) -> None:
        """Connects again whenever the connection is lost."""
        patience = _Patience()
        while True:
            async with patience.attempt(), self.client.watch(match_id) as live:
                await self._play_live(live, patience)
                return

    def _count(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left <= 0:
                self.over.set()

    async def _play_live(self, live: Live, patience: _Patience) -> None:
        async for state in live:
            if state.offer is not None and live.viewer is not None and state.offer.seat != live.viewer.seat:
                await self._answer_offer(live, state, state.offer)
            if "place" in state.can:
                await live.place(self._army(live))
            elif state.moves and state.view is not None:
                text = await _asked(checked_choice, self.bot, view_of(live, state.view))
                await self._send(live, text)
            patience.reset()

    async def _answer_offer(self, live: Live, state: wire.State, offer: wire.OpenOffer) -> None:
        """Accepts or declines, so that the opponent does not wait. A draw can wait until the bot sees the position."""
        if offer.kind is OfferKind.TAKEBACK:
            is_accepted = self.bot.accept_takeback()
        elif state.moves and state.view is not None:
            is_accepted = await _asked(self.bot.accept_draw, view_of(live, state.view))
        else:
            return
        frame = wire.AcceptFrame if is_accepted else wire.DeclineFrame
        with _final_refusals_ignored():  # It can be withdrawn meanwhile.
            await live.order(frame(new_id(), offer=offer.id))

    async def _send(self, live: Live, text: str) -> None:
        """Plays a move; it may be refused because the match changed meanwhile, and then the next state is answered."""
        with _final_refusals_ignored():
            await live.play(text)

    def _army(self, live: Live) -> tuple[wire.Placed, ...]:
        facts, seat = live.match, live.viewer.seat if live.viewer else None
        assert facts is not None
        assert seat is not None
        game = catalogue.game(facts.game, facts.ruleset)
        assert isinstance(game, PlacedGame)
        army = game.read_army(seat, self.bot.place(game, seat))
        return tuple(wire.Placed(square, kind) for square, kind in army.items())


def view_of(live: Live, shown: wire.View) -> View:
    """The view of the seat to move, made again from what the server sends."""
    facts = live.match
    assert facts is not None
    known = KnownGame(
        seat=shown.seat or "",
        text=shown.text,
        start=facts.start,
        pieces=tuple(map(_shown, shown.pieces)),
        taken=shown.taken,
        plies=tuple(
            Ply(ply.seat, ply.text, ply.squares, ply.taken, tuple(map(_shown, ply.revealed))) for ply in live.record
        ),
    )
    return catalogue.game(facts.game, facts.ruleset).recall(known)


def _shown(piece: wire.Shown) -> Shown:
    return Shown(piece.square, piece.kind, piece.marks)
