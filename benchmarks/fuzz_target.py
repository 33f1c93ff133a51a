"""What exists on the server that is fuzzed: matches in every state, and the values by which they are reached."""

from __future__ import annotations

from fuzz_shapes import Json, Values

from damero.client import Client, new_id
from damero.domain.catalogue import GAMES
from damero.web import wire

PUZZLE_GAMES = ("drafti", "international", "banqi", "stratego")
POSITIONS = ("W:W22:B18", "B:W27,28:B17,K3", "W:WK46,K47:BK4,K5", "W:W31-50:B1-20")


async def known_values(guest: Client, here: list[str]) -> Values:
    """By the names of parameters and fields. `here` are matches of which the guest has both seats."""
    ids = [*here, *await _other_matches(guest)]
    for match_id in here:
        await _place_armies(guest, match_id)
    seen = [await _json(guest, f"/api/matches/{match_id}") for match_id in ids]
    moves = [move["text"] for one in seen for move in one["state"]["moves"][:8]]
    squares = [move["squares"] for one in seen for move in one["state"]["moves"][:8]]
    records = [(await guest.send("GET", f"/api/matches/{one}/record")).text for one in ids[-2:]]
    games = [game.info.id for game in GAMES]
    return {
        "match_id": ids,
        "match": ids,
        "game_id": games,
        "game": [*games, "drafti", "international", "stratego", "banqi"],
        "player_id": [(await _json(guest, "/api/me"))["player"]["id"]],
        "puzzle_id": [(await _json(guest, f"/api/puzzles/next?game={game}"))["id"] for game in PUZZLE_GAMES],
        "ply": [0, 1, 2, 3],
        "offer_id": [one["version"] - back for one in seen for back in (0, 1)],
        "offer": [one["version"] - 1 for one in seen],
        "seat": ["white", "black", "red", "blue", None],
        "level": [1, 2, None],
        "opponent": ["here", "anyone", "friend", "engine"],
        "version": [1, None, *(one["version"] for one in seen)],
        "squares": squares or [["a3"]],
        "text": [*moves, *POSITIONS, *records],
        "move": moves,
        "moves": [[one] for one in moves] + [[], moves[:2]],
        "start": [None, *POSITIONS],
        "play": [[one] for one in moves] + [[]],
        "pieces": [*(await _armies(guest)), [{"square": "22", "piece": "white-man"}]],
        "material": ["K v K", "KK v K", "KKK v K"],
        "password": ["correct horse battery"],
        "old": ["correct horse battery"],
        "new": ["correct horse battery"],
        "nonce": ["0" * 64, None],
        "nonce_hash": ["0" * 64, None],
        "command_id": ["c-1", "c-2", *(f"c-{number}-{new_id()}" for number in range(500))],
        "language": ["en", "zh-Hant", "x", None],
        "plies": [0, 1, 50, None],
        "path": ["/", "/play", "/match/x"],
        "clock": [None, {"base": 60_000, "increment": 1_000}, {"base": 1_000}, {"days": 1}],
    }


async def _other_matches(guest: Client) -> list[str]:
    """Open ones, one against an engine, and one that is over."""
    opened = [(await guest.create(game, "friend")).match.id for game in ("spanish", "stratego", "banqi")]
    against = (await guest.create("drafti", "engine", level=1, seat="white")).match.id
    over = (await guest.create("international", "here")).match.id
    for _ in range(6):
        await guest.play(over, (await guest.match(over)).state.moves[0].text)
    await guest.act(over, "resign", wire.Act(new_id()))
    return [*opened, against, over]


async def _place_armies(guest: Client, match_id: str) -> None:
    snapshot = await guest.match(match_id)
    for seat in ("red", "blue") if "place" in snapshot.state.can else ():
        armies = await guest.armies(snapshot.match.game, seat)
        await guest.act(match_id, "army", wire.Place(new_id(), armies.formations[0].pieces, seat=seat))


async def _armies(guest: Client) -> list[Json]:
    return [
        one["pieces"]
        for game, seat in (("stratego", "red"), ("barrage", "blue"))
        for one in (await _json(guest, f"/api/games/{game}/formations?seat={seat}"))["formations"][:2]
    ]


async def _json(guest: Client, path: str) -> Json:
    return (await guest.send("GET", path)).json()
