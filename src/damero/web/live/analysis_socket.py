"""The WebSocket of the analysis: one analysis or review at a time, which can be followed and stopped."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from damero.application.analyse import analyse_position
from damero.application.analysed_position import AnalysedPosition, finished_match
from damero.application.ports import Account, EngineFault, Requester, StoreUnavailable
from damero.application.review_match import follow_review
from damero.application.services import Services
from damero.domain import analysis, catalogue
from damero.domain.errors import DameroError
from damero.domain.game import Game
from damero.web import problems, wire
from damero.web.auth import address_of, signed_in
from damero.web.context import Context, ServerContext
from damero.web.engine_time import engine_time
from damero.web.live.connection import Connection, run_connection
from damero.web.live.match_socket import TOO_LARGE, opened, receive
from damero.web.live.socket_session import SocketSession
from damero.web.live.websocket_protocol import TOO_MANY
from damero.web.serialize_puzzles import odds
from damero.web.serialize_review import guess, known_result

MALFORMED = 4400

log = logging.getLogger(__name__)


@websocket("/ws/analysis")
async def analysis_socket(socket: WebSocket[Any, Any, Any], context: Context) -> None:
    async with opened(socket, context) as (connection, session):
        if connection is not None and session is not None:
            followed = AnalysisConnection(context, address_of(socket), connection, session)
            try:
                await run_connection(connection, followed.run(socket))
            finally:
                await followed.stop()


class AnalysisConnection:
    def __init__(self, context: ServerContext, address: str, connection: Connection, session: SocketSession) -> None:
        self._context, self._address, self._connection, self._session = context, address, connection, session
        self._frames = context.gate.for_connection(context.gate.limits.frames_by_connection)
        self._running: asyncio.Task[None] | None = None
        self._number = 0
        """Of the last analysis."""

    async def run(self, socket: WebSocket[Any, Any, Any]) -> None:
        while (data := await receive(socket)) is not None:
            if len(data) > wire.LONGEST_FRAME:
                self._connection.close(TOO_LARGE)
                return
            try:
                self._frames.take()
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
        running, self._running = self._running, None
        if running is None or running.done():
            return
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
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
            with engine_time(self._context, self._admitted(), cost=1) as requester:
                await self._follow(frame, requester)
            self._end("done")
        except DameroError as refusal:
            self._refuse(problems.problem(refusal), frame.id)
        except StoreUnavailable as failure:
            self._refuse(problems.unavailable(failure), frame.id)
        except EngineFault as fault:
            self._refuse(problems.engine_failed(fault), frame.id)
        except Exception:
            log.exception("An analysis failed")
            self._refuse(problems.internal(), frame.id)

    def _admitted(self) -> Account:
        """A position that is handed in can take long, so whoever has used up their time must wait."""
        account = signed_in(self._session.account)
        self._context.gate.check_exhausted(self._address, account.id)
        return account

    def _end(self, reason: wire.EndReason) -> None:
        self._connection.send(wire.write_frame(wire.AnalysisEnd(self._number, reason)))

    async def _follow(self, frame: wire.AnalyseFrame | wire.ReviewFrame, requester: Requester) -> None:
        if isinstance(frame, wire.ReviewFrame):
            await self._follow_review(frame, requester)
        else:
            await self._follow_analysis(frame, requester)

    async def _follow_review(self, frame: wire.ReviewFrame, requester: Requester) -> None:
        services, plies = self._context.services, len((await finished_match(self._context.services, frame.match)).moves)
        async with aclosing(follow_review(services, frame.match, requester)) as found:
            async for judgement in found:
                self._connection.send(wire.write_frame(_judgement_frame(frame.id, plies, judgement)))

    async def _follow_analysis(self, frame: wire.AnalyseFrame, requester: Requester) -> None:
        wanted = AnalysedPosition(
            game_id=frame.game,
            version=frame.version,
            text=frame.position,
            moves=frame.moves,
            match_id=frame.match,
            ply=frame.ply,
            threat=frame.threat,
        )
        services, limit = self._context.services, frame.seconds * 1000
        async with aclosing(analyse_position(services, wanted, frame.lines, limit, requester)) as found:
            async for analysis in found:
                game = await _game(services, wanted)
                self._connection.send(wire.write_frame(_analysis_frame(frame.id, game, analysis)))

    def _refuse(self, problem: wire.Problem, number: int | None = None) -> None:
        command = None if number is None else str(number)
        self._connection.send(wire.write_frame(problems.error_frame(problem, command)))


async def _game(services: Services, wanted: AnalysedPosition) -> Game:
    if wanted.match_id is None:
        return catalogue.game(wanted.game_id or "", wanted.version)
    return (await services.live_match(wanted.match_id)).match.game


def _analysis_frame(number: int, game: Game, found: analysis.Analysis) -> wire.AnalysisFrame:
    lines = tuple(
        wire.AnalysisLine(line.moves, line.score, known_result(line.known), game.read_squares(line.moves[0]))
        for line in found.lines
    )
    return wire.AnalysisFrame(number, found.depth, found.nodes, lines, tuple(map(odds, found.odds)), found.is_final)


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
        known=known_result(judged.known),
        expected=judged.expected,
        guess=guess(judged.guess),
    )
