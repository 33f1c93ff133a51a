"""How a match gets its first position: fixed, dealt, placed by both seats, or given as a text.

What is hidden in it is sealed before the first move.
"""

from __future__ import annotations

from damero.domain import fairness
from damero.domain.errors import BadPosition, MatchRefusal
from damero.domain.events import Access, MatchBegan, SeatTaken
from damero.domain.game import Game, GameInfo, PlacedGame, Position, Shuffle, Start, in_order
from damero.domain.match import Match, Status
from damero.domain.sealing import seal

NONCE_WAIT = 60_000
"""Milliseconds that a match with a clock waits for announced nonces after both seats are taken."""
MOST_ROUTES = 10_000


def awaits_armies(match: Match) -> bool:
    """Whether a seat still has to place its pieces before the game can begin."""
    return any(match.awaits_army(seat) for seat in match.seats)


def unopened(match: Match) -> tuple[SeatTaken, ...]:
    """The seats whose nonce is announced but not known, once both seats are taken."""
    if match.free_seats:
        return ()
    opened = {one.seat for one in match.opened}
    return tuple(taken for taken in match.taken if taken.nonce_hash and taken.seat not in opened)


def can_begin(match: Match) -> bool:
    return not match.free_seats and not awaits_armies(match) and not unopened(match)


def nonces_due(match: Match) -> int | None:
    """When the time to tell the announced nonces is up. Without a clock, players may come back later."""
    control = match.created.control
    if match.status is not Status.WAITING or not unopened(match) or control.base is None or control.renewed:
        return None
    return match.taken[-1].at + NONCE_WAIT


def acts_at(match: Match) -> int | None:
    """When the server must end the match by itself, unless something happens before."""
    return match.deadline if match.status is Status.ACTIVE else nonces_due(match)


def begin(match: Match, now: int) -> MatchBegan:
    """The event that begins the game: its first position, with commitments to what is hidden in it."""
    position = _first_position(match)
    sealed = seal(position, bytes.fromhex(match.created.seed), match.nonces)
    return MatchBegan(now, position.text, tuple((one.name, one.commitment) for one in sealed))


def read_start(game: Game, text: str, shuffle: Shuffle = in_order) -> Position:
    """A start position from a text. The game must not be over in it. Hidden pieces are dealt anew."""
    dealt = game.info.start is Start.DEALT
    position = game.sample(game.read_view(text), shuffle) if dealt else game.read_position(text)
    check_routes(position)
    if position.outcome is not None:
        raise MatchRefusal("position.over", code="BAD_POSITION")
    return position


def why_no_start(info: GameInfo, access: Access, *, shared: bool) -> MatchRefusal | None:
    """Why a match from a made-up position cannot be offered like this; `shared`: two people play at one device."""
    if shared:
        return None
    if info.hidden:
        return MatchRefusal("match.start_only_here", code="START_NOT_ALLOWED", game=info.id)
    return MatchRefusal("match.start_not_in_lobby", code="START_NOT_ALLOWED") if access is Access.LOBBY else None


def shown_start(match: Match) -> str | None:
    """A made-up start position as a spectator may know it; None in all other matches and in imported games."""
    start = None if match.is_imported else match.created.start
    if start is None:
        return None
    if match.info.start is Start.DEALT:
        return match.game.read_view(start).text
    return match.game.read_position(start).view(None).text if match.info.hidden else start


def check_routes(position: Position) -> None:
    """Refuses a position that was handed in and has more captures than can be listed quickly."""
    if position.has_more_routes(MOST_ROUTES):
        raise BadPosition("position.too_many_routes", code="TOO_MANY_ROUTES", most=MOST_ROUTES)


def commitment_to(seed: str) -> str:
    """The commitment to a match's seed, published when the match is created."""
    return fairness.seed_commitment(bytes.fromhex(seed)).hex()


def placed_game(game: Game) -> PlacedGame:
    if not isinstance(game, PlacedGame):
        raise MatchRefusal("army.none", code="NO_ARMIES", game=game.info.id)
    return game


def _first_position(match: Match) -> Position:
    shuffle = fairness.fair_shuffle(bytes.fromhex(match.created.seed), match.nonces)
    if match.created.start is not None:
        return read_start(match.game, match.created.start, shuffle)
    if match.info.start is Start.PLACED:
        return placed_game(match.game).place({placed.seat: placed.army for placed in match.armies})
    return match.game.initial(shuffle)
