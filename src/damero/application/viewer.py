"""What one viewer may see and do in a match beyond what everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import NamedTuple

from damero.application.commands import Hopping
from damero.application.play_move import continuations
from damero.application.ports import Hops
from damero.application.services import Services
from damero.domain import judge
from damero.domain.beginning import placed_game
from damero.domain.events import OfferKind
from damero.domain.game import Move, Seat, next_squares
from damero.domain.match import Match, Status


class Viewer(NamedTuple):
    """Who looks at a match, and from which seat. Equal viewers see the same bytes."""

    seats: tuple[Seat, ...]
    seat: Seat | None
    creator: str | None = None
    """The viewer's player id, if the viewer created the match."""
    invited: str | None = None
    """The viewer's player id, if the viewer was challenged to the match."""


class OwnView(NamedTuple):
    routes: tuple[Move, ...]
    """The legal moves by every route; empty unless it is the viewer's turn."""
    pending: Hopping | None
    """The viewer's move that is only partly made."""
    army: Mapping[str, str] | None
    """The viewer's army by square, while armies are being placed."""
    can: tuple[str, ...]
    """What the viewer may do now besides moving."""
    code: str | None
    """Of a private match, for its creator while a seat is free."""


def viewer_of(match: Match, player_id: str | None, wanted: Seat | None = None) -> Viewer:
    """A player who holds both seats looks from the one to act, unless another is wanted. Spectators have no seat."""
    seats = seats_held(match, player_id)
    created = match.created
    creator = player_id if player_id == created.creator.id else None
    invited = player_id if created.invited and player_id == created.invited.id else None
    return Viewer(seats, match.seat_of(player_id, wanted) if player_id and seats else None, creator, invited)


def seats_held(match: Match, player_id: str | None) -> tuple[Seat, ...]:
    """In the order of play."""
    held = match.seats_of(player_id) if player_id else ()
    return tuple(seat for seat in match.seats if seat in held)


_besides_moves = attrgetter("status", "taken", "opened", "armies", "offer", "declined", "rematch")


class Permissions:
    """What each viewer of a match may do besides moving, kept for as long as everything that it depends on."""

    def __init__(self) -> None:
        self._kept: dict[Viewer, tuple[tuple[object, ...], tuple[str, ...]]] = {}

    def of(self, services: Services, match: Match, viewer: Viewer) -> tuple[str, ...]:
        absent = _absent(services, match, viewer.seat)
        facts = _facts(match, viewer.seat, absent)
        kept = self._kept.get(viewer)
        if kept is None or kept[0] != facts:
            kept = self._kept[viewer] = facts, _can(match, viewer, absent)
        return kept[1]


def own_view(
    services: Services,
    match: Match,
    viewer: Viewer,
    hops: Hops | None = None,
    permissions: Permissions | None = None,
) -> OwnView:
    return OwnView(
        routes=legal_routes(match, viewer, hops),
        pending=_pending(match, viewer, hops),
        army=_army(match, viewer.seat),
        can=(permissions or Permissions()).of(services, match, viewer),
        code=match.created.code if viewer.creator and match.free_seats else None,
    )


def legal_routes(match: Match, viewer: Viewer, hops: Hops | None = None) -> tuple[Move, ...]:
    """Once a capture has begun, only those that go on with it."""
    if viewer.seat is None or match.position is None or match.to_move != viewer.seat:
        return ()
    if hops is None or (hops.seat, hops.turn_version) != (viewer.seat, match.turn_version):
        return match.position.routes()
    return continuations(match.position, hops)


def _pending(match: Match, viewer: Viewer, hops: Hops | None) -> Hopping | None:
    if hops is None or match.position is None or hops.seat != viewer.seat:
        return None
    if hops.turn_version != match.turn_version:
        return None
    return Hopping(match.id, match.version, hops.squares, next_squares(match.position.routes(), hops.squares))


def _army(match: Match, seat: Seat | None) -> Mapping[str, str] | None:
    army = match.army(seat) if seat and match.status is Status.WAITING else None
    return placed_game(match.game).read_army(seat, army) if seat and army else None


def _absent(services: Services, match: Match, seat: Seat | None) -> int:
    """Milliseconds for which the other seat has been away in its own turn."""
    since = services.presence.absent_since(match, match.opponent(seat)) if seat else None
    return 0 if since is None else services.clock.now() - since


def _facts(match: Match, seat: Seat | None, absent: int) -> tuple[object, ...]:
    """All that decides what a viewer may do in one and the same match. Claims and hints depend on the turn."""
    patience = match.created.control.absence
    return (
        _besides_moves(match),
        match.both_moved,
        patience is not None and absent >= patience,
        seat is not None and judge.why_no_offer(match, seat, OfferKind.TAKEBACK) is None,
        seat is not None and match.plays_engine(seat) and match.to_move == seat,
    )


def _can(match: Match, viewer: Viewer, absent: int) -> tuple[str, ...]:
    player = match.player(viewer.seat) if viewer.seat else None
    player_id = player.id if player else viewer.creator or viewer.invited
    return judge.allowed_actions(match, viewer.seat, player_id, absent)
