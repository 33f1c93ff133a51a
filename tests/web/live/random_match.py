"""Everything that can happen in a match, for tests of what its viewers see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from damero.domain import judge
from damero.domain.events import OfferKind
from damero.domain.match import Match, Progress


def random_match(match: Match, random: Random) -> Iterator[Progress]:
    """A game with random moves, in which something is offered now and then, until somebody resigns."""
    for turn in range(40):
        if match.to_move is None or match.position is None:
            return
        if turn % 9 == 8:
            kind = OfferKind.TAKEBACK if turn % 2 else OfferKind.DRAW
            if judge.why_no_offer(match, match.seats[0], kind) is None:
                yield (progress := judge.offer(match, match.seats[0], kind, match.last_at + 5))
                match = progress.after
                answer = judge.accept if kind is OfferKind.TAKEBACK else judge.decline
                offer = match.offer.offer if match.offer else 0
                yield (progress := answer(match, match.seats[1], offer, match.last_at + 5))
                match = progress.after
        assert match.position is not None
        move = random.choice(match.position.legal_moves())
        yield (progress := judge.play(match, match.to_move or "", str(move), match.last_at + random.randrange(500)))
        match = progress.after
    if not match.is_over:
        yield judge.resign(match, match.seats[0], match.last_at + 5)
