"""Verify what the server was bound to: the seed, the deal, and what was sealed at the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from damero.domain.fairness import Commitment, fair_shuffle, seed_commitment, verify_opening
from damero.domain.game import GameInfo, Start
from damero.domain.record.dealing import check_nonces, who_dealt
from damero.domain.record.report import Finding, Policy, Replayed, absent, fact, unchecked, untrue
from damero.domain.record.values import Reveal
from damero.domain.sealing import DEAL, Trail, seal, secrets
from damero.texts import Text


def check_seed(replayed: Replayed, _policy: Policy) -> Iterator[Finding]:
    record = replayed.record
    if record.seed_commitment is None:
        if _has_secrets(replayed.game.info):
            raise absent("NO_COMMITMENT", "verify.no_commitment")
        yield fact("verify.no_seed")
    elif record.reveal is None:
        yield unchecked("verify.seed_not_opened")
    elif seed_commitment(record.reveal.seed) != record.seed_commitment:
        raise untrue("OTHER_SEED", "verify.other_seed")
    else:
        yield fact("verify.seed_holds")


def check_deal(replayed: Replayed, _policy: Policy) -> Iterator[Finding]:
    record = replayed.record
    check_nonces(record)
    if replayed.game.info.start is not Start.DEALT:
        yield fact("verify.nothing_dealt")
        return
    if record.reveal is None:
        yield unchecked("verify.deal_not_opened")
        return
    shuffle = fair_shuffle(record.reveal.seed, record.nonces)
    if replayed.game.sample(replayed.game.read_view(record.start), shuffle).text != record.reveal.start:
        raise untrue("OTHER_DEAL", "verify.other_deal")
    yield fact("verify.deal_holds")
    yield from who_dealt(record)


def check_seals(replayed: Replayed, _policy: Policy) -> Iterator[Finding]:
    record = replayed.record
    missing = _missing_seals(replayed)
    if missing:
        raise absent("NOT_SEALED", "verify.not_sealed", owners=_named(missing))
    if not record.seals:
        yield fact("verify.nothing_sealed")
    elif record.reveal is None:
        yield unchecked("verify.seals_not_opened")
    elif record.seals != _true_seals(replayed, record.reveal):
        raise untrue("OTHER_SECRETS", "verify.other_secrets")
    else:
        yield fact("verify.seals_hold", seals=_named(record.seals))


def _named(owners: Iterable[str]) -> list[Text]:
    keys = ("verify.the_deal" if owner == DEAL else f"seat.{owner}" for owner in owners)
    return [Text(key) for key in keys]


def _has_secrets(info: GameInfo) -> bool:
    return info.hidden or info.chance or info.start is not Start.FIXED


def _missing_seals(replayed: Replayed) -> tuple[str, ...]:
    """The owners of secrets without a seal. While the start is not open, some seal must be there."""
    seals = replayed.record.seals
    if replayed.positions:
        return tuple(name for name in secrets(replayed.positions[0]) if name not in seals)
    return () if seals else tuple(replayed.game.info.seats)


def _true_seals(replayed: Replayed, reveal: Reveal) -> dict[str, Commitment]:
    seals = seal(replayed.positions[0], reveal.seed, replayed.record.nonces)
    return {each.name: each.commitment for each in seals}


def check_openings(replayed: Replayed, _policy: Policy) -> Iterator[Finding]:
    seals = replayed.record.seals
    openings = [opened for move in replayed.record.moves for opened in move.openings]
    for opened in openings:
        if opened.seal not in seals or not verify_opening(seals[opened.seal], opened.opening):
            raise untrue("WRONG_OPENING", "verify.wrong_opening", value=opened.opening.value, seal=opened.seal)
    if seals and replayed.positions:
        _check_complete(replayed)
    yield fact("verify.openings_hold", count=len(openings))


def _check_complete(replayed: Replayed) -> None:
    """Every secret that a move made public has its opening, and there are no others."""
    for number, (move, true) in enumerate(zip(replayed.record.moves, _exposed(replayed), strict=True), start=1):
        said = tuple((opened.seal, opened.opening.value) for opened in move.openings)
        if sorted(said) != sorted(true):
            raise untrue("OPENINGS_DIFFER", "verify.openings_differ", number=number, said=_list(said), true=_list(true))


def _exposed(replayed: Replayed) -> Iterator[tuple[tuple[str, str], ...]]:
    trail = Trail.begin(replayed.positions[0])
    for move, after in zip(replayed.moves, replayed.positions[1:], strict=True):
        trail, exposed = trail.follow(move, after)
        yield exposed


def _list(secrets: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(value for _, value in secrets) or "-"
