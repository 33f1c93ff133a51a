"""The WebSocket of the analysis: one analysis or review at a time, which can be followed and stopped."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from damero.application.analyse import AnalysedPosition, analyse_position, game_to_review, review_game
from damero.application.ports import Account, EngineFault, Requester, StoreUnavailable
from damero.domain import analysis
from damero.domain.errors import DameroError
from damero.web import problems, wire
from damero.web.auth import signed_in
from damero.web.context import Context, ServerContext
from damero.web.live.connection import Connection, run_connection
from damero.web.live.match_socket import TOO_LARGE, TOO_MANY, opened, receive
from damero.web.live.socket_session import SocketSession
from damero.web.problems import WebError

MALFORMED = 4400

log = logging.getLogger(__name__)


@websocket("/ws/analysis")
async def analysis_socket(socket: WebSocket[Any, Any, Any], context: Context) -> None:
    async with opened(socket, context) as (connection, session):
        if connection is not None and session is not None:
            followed = AnalysisConnection(context, connection, session)
            try:
                await run_connection(connection, followed.run(socket))
            finally:
                await followed.stop()


class AnalysisConnection:
    def __init__(self, context: ServerContext, connection: Connection, session: SocketSession) -> None:
        self._context, self._connection, self._session = context, connection, session
        self._running: asyncio.Task[None] | None = None
        self._number = 0
        """Of the last analysis."""

    async def run(self, socket: WebSocket[Any, Any, Any]) -> None:
        while (data := await receive(socket)) is not None:
            if len(data) > wire.LONGEST_FRAME:
                self._connection.close(TOO_LARGE)
                return
            try:
                gate = self._context.gate
                gate.by_connection(gate.limits.frames_by_connection, self._connection)
                await self._handle(wire.read_analysis_request(data))
            except problems.TooManyError as refusal:
                self._refuse(problems.problem(refusal))
                self._connection.close(TOO_MANY)
                return
            except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
                self._refuse(problems.malformed(fault))
                self._connection.close(MALFORMED)
                return

    async def stop(self) -> None:
        if self._running is None or self._running.done():
            return
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        self._end("stopped")

    async def _handle(self, frame: wire.AnalysisRequest) -> None:
        if isinstance(frame, wire.Pong):
            self._connection.receive_pong(frame.id)
            return
        await self.stop()
        if not isinstance(frame, wire.StopFrame):
            self._number = frame.id
            self._running = asyncio.create_task(self._answer(frame))

    async def _answer(self, frame: wire.AnalyseFrame | wire.ReviewFrame) -> None:
        try:
            account = self._admitted()
            began = monotonic()
            try:
                await self._follow(frame, account)
            finally:
                self._charge(account, monotonic() - began)
            self._end("done")
        except DameroError as refusal:
            self._refuse(problems.problem(refusal), frame.id)
        except StoreUnavailable as failure:
            self._refuse(problems.unavailable(failure), frame.id)
        except EngineFault as fault:
            log.warning("An analysis failed: %s", fault)
            self._refuse(problems.problem(WebError("analysis.engine_failed", code="ENGINE_FAILED")), frame.id)

    def _end(self, reason: wire.EndReason) -> None:
        self._connection.send(wire.write_frame(wire.AnalysisEnd(self._number, reason)))

    def _admitted(self) -> Account:
        """Who asks, if there is something left of the player's time for analysis."""
        account = signed_in(self._session.account)
        gate = self._context.gate
        gate.by_player(gate.limits.analysis_by_player, account.id)
        return account

    def _charge(self, account: Account, seconds: float) -> None:
        self._context.gate.charge_player(self._context.gate.limits.analysis_by_player, account.id, seconds)

    async def _follow(self, frame: wire.AnalyseFrame | wire.ReviewFrame, account: Account) -> None:
        services = self._context.services
        requester = Requester(account.id, services.last_addresses.get(account.id))
        if isinstance(frame, wire.ReviewFrame):
            game = await game_to_review(services, frame.match)
            async for judgement in review_game(services, game, requester):
                self._connection.send(wire.write_frame(_judgement_frame(frame.id, len(game.moves), judgement)))
            return
        wanted = AnalysedPosition(
            game_id=frame.game,
            version=frame.version,
            text=frame.position,
            moves=frame.moves,
            match_id=frame.match,
            ply=frame.ply,
        )
        async for found in analyse_position(services, wanted, frame.lines, frame.seconds * 1000, requester):
            self._connection.send(wire.write_frame(_analysis_frame(frame.id, found)))

    def _refuse(self, problem: wire.Problem, number: int | None = None) -> None:
        command = None if number is None else str(number)
        self._connection.send(wire.write_frame(problems.error_frame(problem, command)))


def _analysis_frame(number: int, found: analysis.Analysis) -> wire.AnalysisFrame:
    lines = tuple(wire.AnalysisLine(line.moves, line.score, _known(line.known)) for line in found.lines)
    odds = tuple(wire.Odds(odds.squares, tuple(wire.KindOdds(*kind) for kind in odds.kinds)) for odds in found.odds)
    return wire.AnalysisFrame(number, found.depth, found.nodes, lines, odds, found.is_final)


def _judgement_frame(number: int, plies: int, judged: analysis.Judgement) -> wire.JudgementFrame:
    return wire.JudgementFrame(
        id=number,
        ply=judged.ply,
        plies=plies,
        seat=judged.seat,
        move=judged.move,
        best=judged.best,
        line=judged.line,
        score=judged.score,
        score_first=judged.for_first,
        loss=judged.cost,
        luck=judged.luck,
        mark=judged.mark,
        known=_known(judged.known),
        thought=judged.thought,
    )


def _known(known: analysis.KnownResult | None) -> wire.KnownResult | None:
    return None if known is None else wire.KnownResult(known.winner, known.plies)
