"""Appends to the event log, committed in groups: one transaction for everything that arrived during the last one.

A change of a match's version from the one that was judged decides who appends. No server has to own a match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import psycopg

from damero.application.engine_turn import engine_to_act
from damero.application.ports import Entry, StaleAppend, StoreUnavailable
from damero.domain.beginning import acts_at
from damero.domain.game import Seat
from damero.infrastructure.encoding import encode_event
from damero.infrastructure.postgres.connections import Connection, Connections
from damero.infrastructure.summaries import changes_lists, ends_turn

LARGEST_GROUP = 256
RETRY_FOR = 2.0
"""Seconds for which a group is tried again when the connection is lost. Then its callers are told."""
PAUSE = 0.1
LOCK = "SELECT match FROM match_state WHERE match = ANY(%s) ORDER BY match FOR UPDATE"
"""All servers lock matches in the same order, so that none waits for another in a circle."""
APPEND = """
    WITH given AS (
        SELECT * FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::bigint[], %s::bigint[], %s::text[])
            AS given (match, version, count, to_move, deadline, engine_since, server)
    ), advanced AS (
        UPDATE match_state SET
            version = given.version + given.count, to_move = given.to_move, deadline = given.deadline,
            engine_since = given.engine_since, server = given.server, claimed_until = NULL
        FROM given WHERE match_state.match = given.match AND match_state.version = given.version
        RETURNING given.match, given.version
    ), appended AS (
        INSERT INTO event (match, seq, command, part, kind, body)
        SELECT match, advanced.version + 1 + part, command, part, kind, body FROM advanced JOIN unnest(
            %s::text[], %s::text[], %s::int[], %s::text[], %s::bytea[]
        ) AS event (match, command, part, kind, body) USING (match)
    )
    SELECT match FROM advanced
"""
"""Of the entries that name the present version of their match."""
DROP_HOPS = "DELETE FROM hops WHERE match = ANY(%s)"
STORED = """
    SELECT match FROM event JOIN unnest(%s::text[], %s::int[], %s::text[]) AS given (match, seq, command)
    USING (match, seq, command)
"""
"""Which of these entries are there already."""
NEW = "INSERT INTO match_state (match, version) VALUES (%s, 0) ON CONFLICT DO NOTHING"

Extra = Callable[[Connection], Awaitable[None]]
"""What is written in the same transaction as an append."""


async def nothing_else(_connection: Connection) -> None:
    pass


@dataclass(slots=True)
class Write:
    """Entries that are stored together or not at all, and the future that their caller awaits."""

    server: str
    entries: tuple[Entry, ...]
    also: Extra
    future: asyncio.Future[None]
    error: Exception | None = None

    @property
    def is_simple(self) -> bool:
        """Whether nothing but events and the state of one match changes."""
        return len(self.entries) == 1 and not changes_lists(self.entries[0]) and self.also is nothing_else

    def complete(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(None)


class Appender:
    """Create it inside a running event loop."""

    def __init__(self, connections: Connections, server: str) -> None:
        self._connections, self._server = connections, server
        self._queue: asyncio.Queue[Write] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    async def append(self, entries: tuple[Entry, ...], also: Extra = nothing_else) -> None:
        """Durable when this returns. Raises `StaleAppend` or `StoreUnavailable`, or what `also` raises."""
        write = Write(self._server, entries, also, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(write)
        await write.future

    async def close(self) -> None:
        """Finishes every requested append."""
        await self._queue.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            group = [await self._queue.get()]
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            await self._commit(group)
            for write in group:
                write.complete()
                self._queue.task_done()

    async def _commit(self, group: list[Write]) -> None:
        """Tries again when the connection is lost: entries that were committed all the same are found by command."""
        loop, is_repeated = asyncio.get_running_loop(), False
        give_up_at = loop.time() + RETRY_FOR
        while True:
            try:
                await self._attempt(group, is_repeated=is_repeated)
                self._connections.commits += 1
                return
            except StoreUnavailable as error:
                if loop.time() > give_up_at:
                    for write in group:
                        write.error = error
                    return
            except Exception as error:
                for write in group:
                    write.error = error
                return
            is_repeated = True
            await asyncio.sleep(PAUSE)

    async def _attempt(self, group: list[Write], *, is_repeated: bool) -> None:
        """All writes at once, which nearly always works; if one of them is invalid, each by itself."""
        for write in group:
            write.error = None
        try:
            await self._connections.run(lambda connection: _store(connection, group, is_repeated=is_repeated))
        except (psycopg.IntegrityError, psycopg.DataError, ValueError):
            for write in group:
                await self._attempt_alone(write, is_repeated=is_repeated)

    async def _attempt_alone(self, write: Write, *, is_repeated: bool) -> None:
        write.error = None
        try:
            await self._connections.run(lambda connection: _store(connection, [write], is_repeated=is_repeated))
        except psycopg.IntegrityError as conflict:
            write.error = StaleAppend(str(conflict))
        except (psycopg.DataError, ValueError) as error:
            write.error = error


async def _store(connection: Connection, group: list[Write], *, is_repeated: bool) -> None:
    """One transaction. The writes that are refused get their error and leave the others untouched."""
    async with connection.transaction():
        matches = sorted({entry.match.id for write in group for entry in write.entries})
        await connection.execute(LOCK, (matches,))
        await _store_simple(connection, [write for write in group if write.is_simple])
        for write in group:
            if not write.is_simple:
                await _store_alone(connection, write)
        if is_repeated:
            await _forgive_stored(connection, group)


async def _store_simple(connection: Connection, writes: list[Write]) -> None:
    """One statement for all. Of several writes to the same match, the first counts."""
    first: dict[str, Write] = {}
    for write in writes:
        if first.setdefault(write.entries[0].match.id, write) is not write:
            write.error = StaleAppend("Another command was faster.")
    if not first:
        return
    entries = [write.entries[0] for write in first.values()]
    rows = await (await connection.execute(APPEND, _bindings(entries, writes[0].server), binary=True)).fetchall()
    advanced = {match_id for (match_id,) in rows}
    for match_id, write in first.items():
        if match_id not in advanced:
            write.error = StaleAppend("The match has grown meanwhile.")
    ended = [entry.match.id for entry in entries if ends_turn(entry) and entry.match.id in advanced]
    if ended:
        await connection.execute(DROP_HOPS, (ended,))


async def _store_alone(connection: Connection, write: Write) -> None:
    try:
        async with connection.transaction():
            for entry in write.entries:
                await append_entry(connection, entry, write.server)
            await write.also(connection)
    except psycopg.IntegrityError as conflict:
        write.error = StaleAppend(str(conflict))
    except (psycopg.Error, OSError):
        raise
    except Exception as refusal:
        write.error = refusal


async def append_entry(connection: Connection, entry: Entry, server: str) -> None:
    """`StaleAppend` if the match does not have the entry's version."""
    if entry.version == 0 and (await connection.execute(NEW, (entry.match.id,))).rowcount == 0:
        raise StaleAppend("The match exists already.")
    rows = await (await connection.execute(APPEND, _bindings([entry], server), binary=True)).fetchall()
    if not rows:
        raise StaleAppend("The match has grown meanwhile.")
    if ends_turn(entry):
        await connection.execute(DROP_HOPS, ([entry.match.id],))


async def _forgive_stored(connection: Connection, group: list[Write]) -> None:
    """An earlier attempt may have been committed although its answer was lost."""
    refused = [write for write in group if isinstance(write.error, StaleAppend) and write.entries]
    if not refused:
        return
    firsts = [write.entries[0] for write in refused]
    given = [one.match.id for one in firsts], [one.version + 1 for one in firsts], [one.command for one in firsts]
    stored = {match_id for (match_id,) in await (await connection.execute(STORED, given, binary=True)).fetchall()}
    for write in refused:
        if write.entries[0].match.id in stored:
            write.error = None


def state_of(entry: Entry) -> tuple[Seat | None, int | None, int | None]:
    """Whose turn it is, when the server must act, and since when an engine has something to do."""
    match = entry.match
    return match.to_move, acts_at(match), match.last_at if engine_to_act(match) is not None else None


def _bindings(entries: list[Entry], server: str) -> tuple[list[object], ...]:
    """The columns of `APPEND`."""
    states = [(entry.match.id, entry.version, len(entry.events), *state_of(entry), server) for entry in entries]
    events = [
        (entry.match.id, entry.command, part, *encode_event(event))
        for entry in entries
        for part, event in enumerate(entry.events)
    ]
    return tuple(list(column) for column in (*zip(*states, strict=True), *zip(*events, strict=True)))
