"""Turns what the application shows into wire types. Only views, public events and summaries go in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from damero.application.commands import Answer, Hopping, PublicEvent
from damero.application.explain_move import Explanation
from damero.application.full_view import FullView
from damero.application.import_record import Imported
from damero.application.ports import Account, PublishedKey
from damero.application.ports import Summary as StoredSummary
from damero.application.show_clock import ClockView, PresenceView
from damero.application.show_match import MatchView, MoveView, NonceView, OfferView, SeatView
from damero.domain import catalogue, events
from damero.domain.clock import TimeControl
from damero.domain.fairness import Commitment
from damero.domain.game import Fight, Move, Outcome, Ply, Seat, Shown, Start, View
from damero.domain.record.values import OpenedSecret
from damero.texts import Item, Text, Value, Values, name_of, sentence
from damero.web import wire

KEPT = 5_000
"""Matches whose unchanging parts are kept, because every update contains them."""


SHOWN_KEPT = 20_000
"""Pieces on squares: all of every game."""


def person(record: Account) -> wire.Player:
    return wire.Player(record.id, record.name, wire.PlayerKind.PERSON)


def player(seated: events.Player) -> wire.Player:
    kind = wire.PlayerKind.PERSON if seated.level is None else wire.PlayerKind.ENGINE
    return wire.Player(seated.id, seated.name, kind, seated.level)


def level(number: int) -> wire.Level:
    return wire.Level(number, name_of("level", number), name_of("level_description", number))


@lru_cache
def game(game_id: str, version: int, levels: tuple[int, ...]) -> wire.Game:
    played = catalogue.game(game_id, version)
    info, board = played.info, played.info.board
    return wire.Game(
        id=info.id,
        version=info.version,
        title=info.title,
        family=info.family,
        summary=info.summary,
        seats=info.seats,
        start=info.start,
        hidden=info.hidden,
        chance=info.chance,
        board=wire.Board(
            board.rows,
            board.columns,
            board.mirrored,
            tuple(wire.Square(square.name, square.row, square.column, square.letters) for square in board.squares),
        ),
        pieces=tuple(wire.PieceKind(kind.id, kind.name, kind.colour, kind.symbol, kind.label) for kind in info.pieces),
        levels=tuple(map(level, levels)),
        start_text=played.initial().text if info.start is Start.FIXED else None,
        shows_letters=info.shows_letters,
    )


def placed(pieces: Mapping[str, str]) -> tuple[wire.Placed, ...]:
    return tuple(wire.Placed(square, kind) for square, kind in pieces.items())


def view(seen: View | FullView) -> wire.View:
    return wire.View(
        seat=seen.seat,
        to_move=seen.to_move,
        pieces=shown(seen.pieces),
        taken=seen.taken,
        hidden=tuple(wire.Count(kind, count) for kind, count in seen.hidden),
        text=seen.text,
    )


def routes(moves: Iterable[Move]) -> tuple[wire.Route, ...]:
    return tuple([wire.Route(str(move), move.squares, move.taken) for move in moves])


def outcome(ended: Outcome | None) -> wire.Outcome | None:
    return None if ended is None else wire.Outcome(ended.winner, ended.reason)


def control(time: TimeControl) -> wire.TimeControl | None:
    if time.base is None:
        return None
    return wire.TimeControl(time.base, time.increment, time.delay, time.cap, time.renewed)


def facts(seen: MatchView, created: events.MatchCreated, start: str | None) -> wire.MatchFacts:
    return wire.MatchFacts(
        id=seen.id,
        game=seen.game_id,
        access=seen.access,
        code=None,
        control=control(seen.control),
        rematch_of=seen.rematch_of,
        creator=player(created.creator),
        ruleset=seen.ruleset,
        imported=seen.imported,
        verified=seen.verified,
        start=start,
        invited=player(created.invited) if created.invited else None,
    )


def state(seen: MatchView) -> wire.State:
    """What everybody sees; the view and what one viewer sees besides are added later."""
    return wire.State(
        status=wire.Status(seen.status),
        seats=tuple([_seat(one, ready=one.army_placed or not seen.placing) for one in seen.seats]),
        clock=clock(seen.clock),
        view=None,
        moves=(),
        pending=None,
        army=None,
        offer=None if seen.offer is None else _offer(seen.offer),
        can=(),
        outcome=outcome(seen.outcome),
        rematch=seen.rematch,
        fairness=_fairness(seen.commitment, seen.seals, seen.seed, seen.nonces),
    )


@lru_cache(KEPT)
def _fairness(
    commitment: str, sealed: tuple[tuple[str, Commitment], ...], seed: str | None, told: tuple[NonceView, ...]
) -> wire.Fairness:
    nonces = tuple(wire.PlayerNonce(one.seat, one.hash, one.nonce, one.missed) for one in told)
    return wire.Fairness(commitment, seals(sealed), seed, nonces)


def _offer(made: OfferView) -> wire.OpenOffer:
    return wire.OpenOffer(made.id, made.kind, made.seat, made.commitment or None)


def seals(sealed: Sequence[tuple[str, Commitment]]) -> tuple[wire.Seal, ...]:
    return tuple(wire.Seal(name, commitment.root.hex(), commitment.size) for name, commitment in sealed)


def presence(seats: Iterable[PresenceView], spectators: int, *, thinking: bool) -> wire.Presence:
    return wire.Presence(tuple([wire.SeatPresence(*seat) for seat in seats]), spectators, thinking)


def plies(moves: Sequence[MoveView]) -> tuple[wire.Ply, ...]:
    return tuple([ply(move.ply, move.at) for move in moves])


def ply(played: Ply, at: int) -> wire.Ply:
    return wire.Ply(
        played.seat, played.text, played.squares, at, played.taken, shown(played.revealed), fight(played.fight)
    )


def fight(fought: Fight | None) -> wire.Fight | None:
    return None if fought is None else wire.Fight(fought.attacker, fought.defender, fought.winner)


def shown(pieces: Sequence[Shown]) -> tuple[wire.Shown, ...]:
    """Each piece that the domain made once is made once here too, so that equal pieces are compared quickly."""
    try:
        return tuple(map(_SHOWN.__getitem__, map(id, pieces)))
    except KeyError:
        return tuple(map(_shown, pieces))


_SHOWN: dict[int, wire.Shown] = {}
"""By the identity of the domain's piece, which is kept as well: to hash a piece takes longer than to make it."""
_KEPT: list[Shown] = []


def _shown(piece: Shown) -> wire.Shown:
    if (known := _SHOWN.get(id(piece))) is not None:
        return known
    if len(_KEPT) >= SHOWN_KEPT:
        _SHOWN.clear()
        _KEPT.clear()
    made = _SHOWN[id(piece)] = wire.Shown(piece.square, piece.kind, piece.marks)
    _KEPT.append(piece)
    return made


def event(happened: PublicEvent) -> wire.Event:
    return wire.Event(
        seq=happened.seq,
        at=happened.at,
        kind=happened.kind,
        seat=happened.seat,
        text=happened.text,
        offer=happened.offer,
        winner=happened.winner,
        count=happened.count,
        openings=tuple(map(_opening, happened.openings)),
        seals=seals(happened.seals),
    )


def ack(command_id: str, answer: Answer | Hopping) -> wire.Ack:
    if isinstance(answer, Hopping):
        return wire.Ack(command_id, answer.match_id, answer.version, pending(answer))
    return wire.Ack(
        command_id,
        answer.match_id,
        answer.version,
        rematch=_rematch(answer),
        head=answer.head,
        commitment=next((event.commitment for event in answer.events if event.commitment), None),
    )


def pending(hopping: Hopping | None) -> wire.Pending | None:
    return None if hopping is None else wire.Pending(hopping.touched, hopping.next)


def why(explanation: Explanation) -> wire.Why:
    refusal = explanation.refusal
    if refusal is None:
        return wire.Why(legal=True, moves=(explanation.move or "",))
    return wire.Why(
        legal=False,
        code=refusal.code,
        detail=refusal.sentence,
        squares=refusal.squares,
        key=refusal.key,
        values=text_values(refusal.values),
    )


def text_values(values: Values) -> dict[str, wire.TextValue]:
    return {name: _text_value(value) for name, value in values.items()}


def _text_value(value: Value) -> wire.TextValue:
    if isinstance(value, str | int | Text):
        return _text_item(value)
    return tuple(map(_text_item, value))


def _text_item(item: Item) -> str | int | wire.KeyedText:
    return wire.KeyedText(item.key, text_values(item.values)) if isinstance(item, Text) else item


def imported(game: Imported) -> wire.Imported:
    notes = (wire.KeyedText(note.key, text_values(note.values)) for note in game.notes)
    return wire.Imported(game.match_id, tuple(notes), tuple(map(sentence, game.notes)))


def summary(stored: StoredSummary, player_id: str | None) -> wire.Summary:
    holders = dict(stored.seats)
    return wire.Summary(
        id=stored.id,
        game=stored.game_id,
        status=wire.Status(stored.status),
        seats=tuple(wire.SeatSummary(seat, player(holder)) for seat, holder in holders.items()),
        clock=control(stored.control),
        outcome=outcome(stored.outcome),
        created_at=stored.created,
        updated_at=stored.changed,
        your_seats=tuple(seat for seat, holder in holders.items() if holder.id == player_id),
        imported=stored.is_imported,
        verified=stored.is_verified,
        start=stored.start,
        to_move=stored.to_move,
        your_turn=stored.is_turn_of(player_id),
        invited=player(stored.invited) if stored.invited else None,
    )


def seek(stored: StoredSummary) -> wire.Seek:
    return wire.Seek(
        id=stored.id,
        game=stored.game_id,
        creator=player(stored.creator),
        seat=_free_seat(stored),
        clock=control(stored.control),
        created_at=stored.created,
    )


def challenge(stored: StoredSummary) -> wire.Challenge:
    assert stored.invited is not None
    return wire.Challenge(
        id=stored.id,
        game=stored.game_id,
        challenger=player(stored.creator),
        invited=player(stored.invited),
        seat=_free_seat(stored),
        clock=control(stored.control),
        created_at=stored.created,
        start=stored.start,
    )


def _free_seat(stored: StoredSummary) -> Seat | None:
    """The seat that is left; None if both are."""
    taken = {seat for seat, _holder in stored.seats}
    free = [seat for seat in catalogue.game(stored.game_id).info.seats if seat not in taken]
    return free[0] if len(free) == 1 else None


def public_key(key: PublishedKey) -> wire.PublicKey:
    return wire.PublicKey(key.id, key.public_key.hex(), key.since, key.until)


def _opening(opened: OpenedSecret) -> wire.Opening:
    proof = opened.opening
    path = tuple(step.hex() for step in proof.path)
    return wire.Opening(opened.seal, proof.index, proof.value, proof.salt.hex(), path)


def _seat(one: SeatView, *, ready: bool) -> wire.SeatState:
    return _seat_state(one.seat, one.player_id, one.name, one.level, one.colour, one.hints, ready)


@lru_cache(2 * KEPT)
def _seat_state(
    seat: Seat,
    player_id: str | None,
    name: str | None,
    level: int | None,
    colour: str | None,
    hints: int,
    ready: bool,  # noqa: FBT001 (a key of the cache)
) -> wire.SeatState:
    if player_id is None or name is None:
        return wire.SeatState(seat, None, ready=False, colour=colour)
    kind = wire.PlayerKind.PERSON if level is None else wire.PlayerKind.ENGINE
    return wire.SeatState(seat, wire.Player(player_id, name, kind, level), ready, colour, hints)


def clock(seen: ClockView | None) -> wire.Clock | None:
    return None if seen is None else wire.Clock(*seen)


def _rematch(answer: Answer) -> str | None:
    last = answer.events[-1]
    return last.text if last.kind == "rematch_agreed" else None
