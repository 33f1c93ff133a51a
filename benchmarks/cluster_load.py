"""Many games at once over WebSockets, at a steady rate of moves, by players who connect again whenever they must."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

from tests.cluster.players import TimedLedger, a_match, guests
from tests.web.crashing import GONE, TRY_AGAIN

from damero.client import Client, Live, Refusal, new_id
from damero.web import wire

GAMES_PER_PLAYER = 2
"""Few enough for the limits on a single player."""
KIND = ("draughts", "WebSocket")


class Seat:
    """One player's side of a game."""

    def __init__(self, client: Client, match_id: str, ledger: TimedLedger) -> None:
        self._client, self.match_id, self._ledger = client, match_id, ledger
        self._live: Live | None = None
        self._stack = AsyncExitStack()

    async def play(self, random: Random) -> bool:
        """Plays one move if it is this seat's turn; the same again until it is acknowledged."""
        order, began = None, asyncio.get_running_loop().time()
        while order is not None or not self._ledger.stopping:
            try:
                live = await self._connected()
                if order is None:
                    if not live.state.moves:
                        return False
                    order = wire.PlayFrame(new_id(), live.version, text=random.choice(live.state.moves).text)
                async with asyncio.timeout(10):
                    ack = await live.order(order)
                self._ledger.waits.append(asyncio.get_running_loop().time() - began)
                self._ledger.note(self.match_id, ack, order.text or "", KIND)
                return True
            except GONE:
                await self._disconnect()
                await asyncio.sleep(0.05)
            except Refusal as refusal:
                if refusal.code not in TRY_AGAIN:
                    raise
                await asyncio.sleep(0.2)
        return False

    async def reach(self, version: int) -> None:
        """Waits until this seat sees a version."""
        while not self._ledger.stopping:
            try:
                live = await self._connected()
                async with asyncio.timeout(10):
                    await live._version_after(version - 1)
                return
            except GONE:
                await self._disconnect()
                await asyncio.sleep(0.05)

    async def close(self) -> None:
        await self._disconnect()

    async def _connected(self) -> Live:
        if self._live is None:
            live = await self._stack.enter_async_context(self._client.watch(self.match_id))
            async with asyncio.timeout(10):
                await live._version_after(0)
            self._live = live
        return self._live

    async def _disconnect(self) -> None:
        self._live = None
        stack, self._stack = self._stack, AsyncExitStack()
        try:
            await stack.aclose()
        except GONE:
            return


@asynccontextmanager
async def steady_play(address: str, ledger: TimedLedger, *, games: int, rate: float) -> AsyncIterator[list[str]]:
    """Each game gets its share of the rate; with 0 every game goes on as soon as it can.

    The result names what stopped players, at the end.
    """
    count = max(2, 2 * -(-games // GAMES_PER_PLAYER))
    async with guests([address] * count) as clients:
        seats = [await _seats(clients, number, ledger) for number in range(games)]
        players = [
            asyncio.create_task(_play(pair, ledger, games / rate if rate else 0.0, number))
            for number, pair in enumerate(seats)
        ]
        faults: list[str] = []
        try:
            yield faults
        finally:
            ledger.stopping = True
            done = await asyncio.gather(*players, return_exceptions=True)
            faults += [repr(fault) for fault in done if isinstance(fault, BaseException)]
            for pair in seats:
                for seat in pair:
                    await seat.close()


async def _seats(clients: list[Client], number: int, ledger: TimedLedger) -> tuple[Seat, Seat]:
    pairs = len(clients) // 2
    one, other = clients[2 * (number % pairs)], clients[2 * (number % pairs) + 1]
    match_id = await a_match(one, other)
    return Seat(one, match_id, ledger), Seat(other, match_id, ledger)


async def _play(pair: tuple[Seat, Seat], ledger: TimedLedger, every: float, number: int) -> None:
    """A move by one and then by the other, one in each interval, until the game is over."""
    random, loop = Random(number), asyncio.get_running_loop()
    await asyncio.sleep(every * random.random())
    mover, other = pair
    while not ledger.stopping:
        due = loop.time() + every
        if not await mover.play(random):
            return
        mover, other = other, mover
        await mover.reach(ledger.moves[mover.match_id][-1][0])
        await asyncio.sleep(max(0.0, due - loop.time()))
