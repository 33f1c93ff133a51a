"""Records of random games for tests, with every commitment that a server would make."""

from __future__ import annotations

import random

from damero.domain import reasons
from damero.domain.fairness import fair_shuffle, seed_commitment
from damero.domain.game import Game, Outcome
from damero.domain.record import OpenedSecret, PlayedMove, Record, Reveal
from damero.domain.sealing import Trail, seal

NONCES = (b"nonce of the one", b"nonce of the other")


def record_of_random_game(game: Game, number: int = 0, *, plies: int | None = None) -> Record:
    """A game to its end, or resigned by the second seat after `plies` plies."""
    draw = random.Random(number)
    seed = draw.randbytes(32)
    start = position = game.initial(fair_shuffle(seed, NONCES))
    seals = {each.name: each for each in seal(start, seed, NONCES)}
    trail, moves = Trail.begin(start), []
    while position.outcome is None and len(moves) != plies:
        move = draw.choice(position.legal_moves())
        position = position.play(move)
        trail, exposed = trail.follow(move, position)
        openings = tuple(OpenedSecret(name, seals[name].open(fact)) for name, fact in exposed)
        clocks = dict.fromkeys(game.info.seats, 60_000 - len(moves))
        moves.append(PlayedMove(position.plies[-1].text, at=1000 * len(moves), clocks=clocks, openings=openings))
    return Record(
        game_id=game.info.id,
        ruleset=game.info.version,
        players=dict(zip(game.info.seats, ("Zoë", "李"), strict=True)),
        start=start.view(None).text,
        moves=tuple(moves),
        outcome=position.outcome or Outcome(game.info.seats[0], reasons.RESIGNATION),
        seed_commitment=seed_commitment(seed),
        nonces=NONCES,
        seals={name: each.commitment for name, each in seals.items()},
        reveal=Reveal(seed, start.text),
    )
