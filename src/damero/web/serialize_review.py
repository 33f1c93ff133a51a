"""Analyses and reviews as wire types."""

from __future__ import annotations

from damero.application.solve_mistake import Mistake, TriedMistake, solution_of
from damero.domain import analysis, review
from damero.domain.match import Match
from damero.texts import Text, sentence
from damero.web import serialize_puzzles, wire
from damero.web.serialize import text_values


def known_result(known: analysis.KnownResult | None) -> wire.KnownResult | None:
    return None if known is None else wire.KnownResult(known.winner, known.plies)


def guess(found: analysis.Guess | None) -> wire.Guess | None:
    if found is None:
        return None
    return wire.Guess(tuple(wire.KindOdds(*kind) for kind in found.kinds), found.actual, found.wins, found.draws)


def whole(match: Match, reviewed: review.Review) -> wire.Review:
    return wire.Review(
        match.id,
        match.created.game_id,
        len(match.moves),
        tuple(map(_move, reviewed.moves)),
        tuple(map(_seat, reviewed.seats)),
        tuple(map(_moment, reviewed.moments)),
    )


def task(mistake: Mistake) -> wire.MistakeTask:
    judged, shown = mistake.judgement, serialize_puzzles.position(mistake.position, mistake.seat)
    return wire.MistakeTask(judged.ply, judged.seat, judged.move, shown)


def solution(mistake: Mistake) -> wire.MistakeSolution:
    return wire.MistakeSolution(tuple(serialize_puzzles.frame(each, mistake.seat) for each in solution_of(mistake)))


def answer(tried: TriedMistake) -> wire.MistakeAnswer:
    seat = tried.mistake.seat
    return wire.MistakeAnswer(
        tried.is_right,
        serialize_puzzles.frame(tried.played, seat),
        tuple(serialize_puzzles.frame(each, seat) for each in tried.refutation),
        tuple(serialize_puzzles.frame(each, seat) for each in tried.solution),
    )


def _move(move: review.ReviewedMove) -> wire.ReviewedMove:
    judged = move.judgement
    return wire.ReviewedMove(
        ply=judged.ply,
        seat=judged.seat,
        move=judged.move,
        best=judged.best,
        line=judged.line,
        better=move.better,
        reply=judged.reply,
        score=judged.score,
        score_first=judged.for_first,
        chances=round(move.chances, 3),
        loss=judged.cost,
        luck=judged.luck,
        mark="" if move.forced else judged.mark,
        mistake=move.is_mistake,
        forced=move.forced,
        accuracy=move.accuracy,
        known=known_result(judged.known),
        expected=judged.expected,
        guess=guess(judged.guess),
        target_odds=judged.target_odds,
        comments=tuple(map(_keyed, move.comments)),
        sentences=tuple(map(sentence, move.comments)),
    )


def _keyed(text: Text) -> wire.KeyedText:
    return wire.KeyedText(text.key, text_values(text.values))


def _seat(seat: review.SeatReview) -> wire.ReviewedSeat:
    return wire.ReviewedSeat(
        seat.seat, seat.accuracy, seat.dubious, seat.mistakes, seat.blunders, seat.average_cost, seat.luck
    )


def _moment(moment: review.Moment) -> wire.ReviewMoment:
    return wire.ReviewMoment(moment.ply, moment.kind, moment.seat, _keyed(moment.text), sentence(moment.text))
