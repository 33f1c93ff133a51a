"""What other sites show of a link to a match: a title, a sentence and a picture, with what a stranger may see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.util import find_spec

from damero.domain.drawing.board import draw_board
from damero.domain.game import View
from damero.domain.match import Match
from damero.languages import in_language, named_in
from damero.texts import Text

WIDTH, HEIGHT = 1200, 630
"""Pixels; the shape that most sites show whole."""
BOARD, WIDEST = 580, 1080
"""The height of a square board, and the most for a wide one."""
BACKGROUND = "#1f2a26"
ICON = "/static/icons/icon-512.png"
TITLE = re.compile(r"<title>[^<]*</title>\n *<meta name=\"description\"[^>]*>")
_SIZE = re.compile(r' width="(\d+)" height="(\d+)"')


def with_preview(page: str, match: Match, origin: str, language: str) -> str:
    """The page with the tags for a match. `origin` is the server's own address."""
    return TITLE.sub(lambda _: "\n    ".join(_tags(match, origin.rstrip("/"), language)), page, count=1)


def title_of(match: Match, language: str) -> str:
    first, second = (_player(match, seat, language) for seat in match.seats)
    game = named_in(language, "game_title", match.game.info.id)
    title = in_language(Text("match.title", {"game": game, "first": first, "second": second}), language)
    return f"{title} · {in_language(_origin(match), language)}" if match.is_imported else title


def description_of(match: Match, language: str) -> str:
    return in_language(_state(match), language)


def picture_of(view: View) -> str:
    """The board in the middle of a wide picture, as SVG."""
    shape = view.info.board
    board = draw_board(view, size=min(WIDEST, round(BOARD * max(1, shape.columns / shape.rows))))
    size = _SIZE.search(board)
    assert size is not None
    x, y = (WIDTH - int(size[1])) // 2, (HEIGHT - int(size[2])) // 2
    placed = board.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{BACKGROUND}"/>{placed}</svg>'
    )


def png_of(view: View) -> bytes:
    """Takes a fifth of a second, in which no other thread can run: drawn in another process."""
    from damero.png import render  # needs the extra

    return bytes(render(picture_of(view)))


def can_draw() -> bool:
    """Whether the extra `png` is installed. Without it a link shows the server's icon."""
    return find_spec("resvg_py") is not None


def _tags(match: Match, origin: str, language: str) -> Iterator[str]:
    title, description = title_of(match, language), description_of(match, language)
    yield f"<title>{escape(title)}</title>"
    yield f'<meta name="description" content="{escape(description)}">'
    drawn = match.view(None) is not None and can_draw()
    path = f"/api/matches/{match.id}/picture.png?version={match.version}" if drawn else ICON
    properties = {
        "og:type": "website",
        "og:site_name": "Damero",
        "og:title": title,
        "og:description": description,
        "og:url": f"{origin}/match/{match.id}",
        "og:image": origin + path,
        **({"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "og:image:alt": title} if drawn else {}),
    }
    for name, content in properties.items():
        yield f'<meta property="{name}" content="{escape(content)}">'
    yield f'<meta name="twitter:card" content="{"summary_large_image" if drawn else "summary"}">'


def _player(match: Match, seat: str, language: str) -> str | Text:
    """Two people at one device are called by their seats."""
    player = match.player(seat)
    if player is None:
        return Text("preview.free_seat")
    if len(match.seats_of(player.id)) > 1:
        return named_in(language, "seat", seat)
    return player.name if player.level is None else Text("player.engine", {"level": player.level})


def _origin(match: Match) -> Text:
    """Whoever imports a game decides who seems to have played it."""
    return Text("match.imported" if match.is_verified else "match.importedUnverified")


def _state(match: Match) -> Text:
    if match.outcome is not None:
        key = "result.won" if match.outcome.winner else "result.drawn"
        return Text(key, {"winner": match.outcome.winner or "", "reason": match.outcome.reason})
    if match.free_seats:
        return Text("preview.waiting")
    if match.to_move is None:
        return Text("preview.beginning")
    return Text("preview.to_move", {"seat": match.to_move, "moves": len(match.moves)})
