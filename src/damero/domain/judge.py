"""What each action does to a match, or why it is refused. Pure: time, ids and randomness are arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from damero.domain import reasons
from damero.domain.beginning import (
    awaits_armies,
    begin,
    can_begin,
    commitment_to,
    nonces_due,
    placed_game,
    read_start,
    unopened,
    why_no_start,
)
from damero.domain.challenge import why_no_decline, why_not_invited
from damero.domain.clock import NO_LAG, Lag
from damero.domain.errors import MatchRefusal
from damero.domain.events import (
    Access,
    ArmyPlaced,
    Event,
    HintTaken,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MovePlayed,
    MovesTakenBack,
    NonceMissed,
    NonceOpened,
    OfferAccepted,
    OfferDeclined,
    OfferKind,
    OfferMade,
    Player,
    RematchAgreed,
    SeatTaken,
)
from damero.domain.fairness import nonce_hash
from damero.domain.game import Move, Position, Seat
from damero.domain.match import Match, Progress, Status, created, evolve, moved
from damero.domain.step import step

OFFERS = tuple((f"offer_{kind}", kind) for kind in OfferKind)
"""Each kind of offer, with the action that makes it."""
LONGEST_WITH_TAKEBACKS = 2_000
"""A match with more events than this allows no takeback, so that its length has a bound."""


def create(event: MatchCreated, seated: tuple[SeatTaken, ...]) -> Progress:
    """A new match with the seats that are taken already. It begins at once if none is free."""
    match = created(event)
    if event.start is not None:
        read_start(match.game, event.start)
    progress = _begun_if_ready(_progress(match, *seated), event.at)
    return Progress(None, progress.after, (event, *progress.events))


def join(
    match: Match,
    player: Player,
    nonce: str,
    now: int,
    *,
    drawn: Seat,
    code: str | None = None,
    announced: str = "",
) -> Progress:
    """Take the free seat. If the creator left the colours to chance, `drawn` is the creator's seat.

    `announced` is the hash of a nonce that the player will tell when both are seated.
    """
    if refusal := why_no_join(match, player.id):
        raise refusal
    if match.created.access is Access.CODE and code != match.created.code:
        raise MatchRefusal("match.wrong_code", code="WRONG_CODE")
    seat = match.free_seats[0] if len(match.free_seats) == 1 else match.opponent(drawn)
    own = SeatTaken(now, seat, player, nonce, announced)
    return _begun_if_ready(_progress(match, *_seating(match, own)), now)


def open_nonce(match: Match, player_id: str, nonce: str, now: int) -> Progress:
    """Tell the nonce that was announced, for every seat that the player announced it for.

    The game begins when all nonces are known and all armies are placed.
    """
    if refusal := why_no_nonce(match, player_id):
        raise refusal
    own = (taken for taken in unopened(match) if taken.player.id == player_id)
    told = [NonceOpened(now, taken.seat, nonce) for taken in own if taken.nonce_hash == nonce_hash(nonce)]
    if not told:
        raise MatchRefusal("match.wrong_nonce", code="WRONG_NONCE")
    return _begun_if_ready(_progress(match, *told), now)


def place(match: Match, seat: Seat, army: str, now: int) -> Progress:
    """Place an army. It cannot be changed afterwards. The game begins when both armies are placed."""
    game = placed_game(match.game)
    if refusal := why_no_placing(match, seat):
        raise refusal
    game.check_army(seat, army)
    return _begun_if_ready(_progress(match, ArmyPlaced(now, seat, army)), now)


def play(
    match: Match, seat: Seat, move: Move | str, now: int, *, version: int | None = None, lag: Lag = NO_LAG
) -> Progress:
    """Play a whole move. It is refused if it was meant for an older version or if the time is up."""
    made = step(position_to_play(match, seat, now, version), match.trail, move)
    declined = _declined_by_move(match, seat, now)
    before, match = match, _progress(match, *declined).after
    played = MovePlayed(
        now,
        seat,
        str(made.move),
        made.position.plies[-1].text,
        match.open(made.exposed),
        lag_credit=match.clock.lag_credit(lag, now),
        pause=match.pause_after(seat),
    )
    progress = Progress(before, moved(match, played, made), (*declined, played))
    outcome = made.position.outcome
    return _then(progress, MatchFinished(now, outcome.winner, outcome.reason)) if outcome else progress


def _declined_by_move(match: Match, mover: Seat, now: int) -> tuple[OfferDeclined, ...]:
    """A move declines the opponent's offer, and withdraws the mover's own offer to take back."""
    made = match.offer
    if made is None or (made.seat == mover and made.kind is not OfferKind.TAKEBACK):
        return ()
    return (OfferDeclined(now, made.offer, made.kind, mover),)


def position_to_play(
    match: Match, seat: Seat, now: int, version: int | None = None, *, squares: Sequence[str] = ()
) -> Position:
    """The position, if this seat may move in it now. What no turn would allow on these squares is refused as such."""
    position = _require_active(match)
    if version is not None and not match.turn_version <= version <= match.version:
        raise MatchRefusal("match.stale_version", code="STALE_VERSION")
    if match.to_move != seat:
        raise position.refusal_in_any_turn(seat, squares) or MatchRefusal("match.not_your_turn", code="INVALID_TURN")
    if match.clock.expired(now):
        raise MatchRefusal("match.time_is_up", code="TIME_IS_UP")
    return position


def hint(match: Match, seat: Seat, turn_version: int, now: int) -> Progress:
    """Note that a player was given a hint in this turn."""
    if refusal := why_no_hint(match, seat):
        raise refusal
    if match.turn_version != turn_version:
        raise MatchRefusal("match.stale_version", code="STALE_VERSION")
    return _progress(match, HintTaken(now, seat))


def resign(match: Match, seat: Seat, now: int) -> Progress:
    if refusal := why_no_resignation(match):
        raise refusal
    return _progress(match, MatchFinished(now, match.opponent(seat), reasons.RESIGNATION))


def abort(match: Match, player_id: str, now: int) -> Progress:
    """Abort a match in which at least one of the players has not moved yet."""
    if refusal := why_no_abort(match, player_id):
        raise refusal
    return _progress(match, MatchAborted(now))


def close(match: Match, now: int) -> Progress:
    """Abort a match that is not over, whatever its state: an administrator decided so."""
    if match.is_over:
        raise MatchRefusal("game.over", code="GAME_NOT_ACTIVE")
    return _progress(match, MatchAborted(now))


def expire(match: Match, now: int) -> Progress:
    """Abort a match that nobody has joined, or that waits in vain for armies or nonces."""
    if match.status is not Status.WAITING:
        raise MatchRefusal("match.not_waiting", code="NOT_WAITING")
    missed = (NonceMissed(now, taken.seat) for taken in unopened(match))
    return _progress(match, *missed, MatchAborted(now))


def flag(match: Match, now: int) -> Progress:
    """End a game whose time is up: the running seat loses, unless its game calls the position a draw.

    A match that waited too long for announced nonces is aborted.
    """
    if (due := nonces_due(match)) is not None and now >= due:
        return expire(match, now)
    position = _require_active(match)
    loser = match.clock.running
    if loser is None or not match.clock.expired(now):
        raise MatchRefusal("match.time_left", code="TIME_LEFT")
    winner = None if position.drawn_on_time(loser) else match.opponent(loser)
    return _progress(match, MatchFinished(now, winner, reasons.TIMEOUT))


def claim(match: Match, seat: Seat, absent: int, now: int, *, draw: bool = False) -> Progress:
    """Claim a win, or a draw, because the opponent left during their own turn, `absent` milliseconds ago."""
    if refusal := why_no_claim(match, seat, absent):
        raise refusal
    return _progress(match, MatchFinished(now, None if draw else seat, reasons.ABANDONED))


def offer(
    match: Match, seat: Seat, kind: OfferKind, now: int, *, nonce: str = "", seed: str = "", announced: str = ""
) -> Progress:
    """Offer a draw, a takeback or a rematch. Nonce (or the hash announced) and seed are for the chance of a rematch."""
    if refusal := why_no_offer(match, seat, kind):
        raise refusal
    made = OfferMade(now, match.version, kind, seat)
    if kind is OfferKind.REMATCH:
        made = replace(made, nonce=nonce, seed=seed, commitment=commitment_to(seed), nonce_hash=announced)
    if kind is OfferKind.TAKEBACK and match.is_shared:
        accepted = OfferAccepted(now, made.offer, kind, match.opponent(seat))
        return _progress(match, made, accepted, _consequence(match, made, now, next_id=""))
    return _progress(match, made)


def allowed_actions(match: Match, seat: Seat | None, player_id: str | None, absent: int) -> tuple[str, ...]:
    """What this player may do now besides moving and answering offers; `absent` is how long the other seat is away.

    It asks the functions by which the actions are refused, so what is allowed here is never refused there.
    """
    refusals = {"abort": why_no_abort(match, player_id), "join": why_no_join(match, player_id)}
    refusals |= {"decline_challenge": why_no_decline(match, player_id), "nonce": why_no_nonce(match, player_id)}
    if seat is not None:
        refusals |= {action: why_no_offer(match, seat, kind) for action, kind in OFFERS}
        refusals |= {"resign": why_no_resignation(match), "place": why_no_placing(match, seat)}
        refusals["hint"] = why_no_hint(match, seat)
        refusals |= dict.fromkeys(("claim", "claim_draw"), why_no_claim(match, seat, absent))
    return tuple(action for action, refusal in refusals.items() if refusal is None)


def why_no_join(match: Match, player_id: str | None) -> MatchRefusal | None:
    """Why this player (`None`: somebody unknown) cannot take a seat; the code of a private match is asked later."""
    if match.status is not Status.WAITING or not match.free_seats:
        return MatchRefusal("match.seats_taken", code="SEAT_TAKEN")
    if player_id == match.created.creator.id:
        return MatchRefusal("match.own_match", code="OWN_MATCH")
    if match.created.start and (refusal := why_no_start(match.info, match.created.access, shared=False)):
        return refusal
    return why_not_invited(match, player_id)


def why_no_nonce(match: Match, player_id: str | None) -> MatchRefusal | None:
    if match.status is Status.WAITING and any(taken.player.id == player_id for taken in unopened(match)):
        return None
    return MatchRefusal("match.no_nonce_awaited", code="NO_NONCE_AWAITED")


def why_no_placing(match: Match, seat: Seat) -> MatchRefusal | None:
    if match.status is not Status.WAITING or not awaits_armies(match):
        return MatchRefusal("army.not_placing", code="NOT_PLACING")
    if match.army(seat) is not None:
        return MatchRefusal("army.already_placed", code="ALREADY_PLACED")
    return None


def why_no_resignation(match: Match) -> MatchRefusal | None:
    return None if match.status is Status.ACTIVE else _not_active()


def why_no_hint(match: Match, seat: Seat) -> MatchRefusal | None:
    """Only who plays against an engine may be helped."""
    if not match.plays_engine(seat):
        return MatchRefusal("match.no_hints", code="NO_HINTS")
    if match.status is not Status.ACTIVE:
        return _not_active()
    return None if match.to_move == seat else MatchRefusal("match.not_your_turn", code="INVALID_TURN")


def why_no_abort(match: Match, player_id: str | None) -> MatchRefusal | None:
    if match.is_over:
        return MatchRefusal("game.over", code="GAME_NOT_ACTIVE")
    if player_id is None or (player_id != match.created.creator.id and not match.seats_of(player_id)):
        return MatchRefusal("match.not_a_player", code="NOT_YOUR_SEAT")
    if match.both_moved:
        return MatchRefusal("match.too_late_to_abort", code="TOO_LATE_TO_ABORT")
    return None


def why_no_claim(match: Match, seat: Seat, absent: int) -> MatchRefusal | None:
    if match.status is not Status.ACTIVE:
        return _not_active()
    patience = match.created.control.absence
    if patience is None or match.to_move == seat or absent < patience:
        return MatchRefusal("match.not_abandoned", code="NOT_ABANDONED")
    return None


def why_no_offer(match: Match, seat: Seat, kind: OfferKind) -> MatchRefusal | None:
    """Why this cannot be offered now; None if it can."""
    if kind is OfferKind.REMATCH and (refusal := _why_no_rematch(match)):
        return refusal
    if kind is not OfferKind.REMATCH and match.status is not Status.ACTIVE:
        return _not_active()
    if match.offer is not None:
        return MatchRefusal("offer.open", code="OFFER_OPEN")
    if (seat, kind) in match.declined:
        return MatchRefusal("offer.already_declined", code="ALREADY_DECLINED")
    return _why_no_takeback(match, seat) if kind is OfferKind.TAKEBACK else None


def accept(match: Match, seat: Seat, offer_id: int, now: int, *, next_id: str = "") -> Progress:
    """Accept the other seat's open offer. `next_id` is the id of the new match if it was a rematch.

    If one player holds both seats, either seat may accept.
    """
    made = _open_offer(match, offer_id)
    if made.seat == seat and not match.is_shared:
        raise MatchRefusal("offer.own", code="OWN_OFFER")
    accepted = OfferAccepted(now, made.offer, made.kind, match.opponent(made.seat))
    return _progress(match, accepted, _consequence(match, made, now, next_id))


def decline(match: Match, seat: Seat, offer_id: int, now: int) -> Progress:
    """Decline the other seat's offer, or withdraw one's own."""
    made = _open_offer(match, offer_id)
    return _progress(match, OfferDeclined(now, made.offer, made.kind, seat))


def moves_to_take_back(match: Match, seat: Seat) -> int:
    """How many moves to take back so that this seat can choose its last move again; 0 if it has not moved."""
    for count, played in enumerate(reversed(match.moves), start=1):
        if played.seat == seat:
            return count
    return 0


def _seating(match: Match, own: SeatTaken) -> tuple[SeatTaken, ...]:
    """The joiner's seat, after the creator's if that was left to chance."""
    if len(match.free_seats) == 1:
        return (own,)
    made = match.created
    return SeatTaken(own.at, match.opponent(own.seat), made.creator, made.nonce, made.nonce_hash), own


def _begun_if_ready(progress: Progress, now: int) -> Progress:
    return _then(progress, begin(progress.after, now)) if can_begin(progress.after) else progress


def _require_active(match: Match) -> Position:
    if match.position is None or match.status is not Status.ACTIVE:
        raise _not_active()
    return match.position


def _not_active() -> MatchRefusal:
    return MatchRefusal("game.not_active", code="GAME_NOT_ACTIVE")


def _why_no_rematch(match: Match) -> MatchRefusal | None:
    if not match.is_over or match.free_seats:
        return MatchRefusal("offer.no_rematch_yet", code="GAME_NOT_OVER")
    if match.rematch is not None:
        return MatchRefusal("offer.rematch_exists", code="REMATCH_EXISTS")
    return None


def _why_no_takeback(match: Match, seat: Seat) -> MatchRefusal | None:
    count = moves_to_take_back(match, seat)
    if count == 0:
        return MatchRefusal("offer.nothing_to_take_back", code="NOTHING_TO_TAKE_BACK")
    if any(ply.revealed for ply in match.plies[-count:]):
        return MatchRefusal("offer.revealed", code="REVEALED")
    if match.version > LONGEST_WITH_TAKEBACKS:
        return MatchRefusal("offer.too_many_takebacks", code="TOO_MANY_TAKEBACKS")
    return None


def _open_offer(match: Match, offer_id: int) -> OfferMade:
    if match.offer is None or match.offer.offer != offer_id:
        raise MatchRefusal("offer.gone", code="NO_SUCH_OFFER")
    return match.offer


def _consequence(match: Match, made: OfferMade, now: int, next_id: str) -> Event:
    if made.kind is OfferKind.REMATCH:
        return RematchAgreed(now, next_id, made.commitment)
    if made.kind is OfferKind.TAKEBACK:
        return MovesTakenBack(now, moves_to_take_back(match, made.seat))
    return MatchFinished(now, None, reasons.AGREEMENT)


def _progress(match: Match, *events: Event) -> Progress:
    after = match
    for event in events:
        after = evolve(after, event)
    return Progress(match, after, events)


def _then(progress: Progress, event: Event) -> Progress:
    return Progress(progress.before, evolve(progress.after, event), (*progress.events, event))
