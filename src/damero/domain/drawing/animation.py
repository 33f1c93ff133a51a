"""A game as a moving SVG picture: each piece is drawn once and moves from square to square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from damero.domain.drawing.board import Drawing, latest_squares
from damero.domain.drawing.markup import element, number
from damero.domain.drawing.pieces import draw_piece
from damero.domain.drawing.surface import SIDE
from damero.domain.game import Shown, View

MOTION = 0.4
"""The share of the time of a move in which its piece is in motion."""
FINAL_FRAMES = 3
"""The last position stays for this many times the time of a move."""


@dataclass(slots=True)
class Track:
    """A piece with an unchanged look: from which frame on it stands on the board, until when, and how it moves."""

    shown: Shown
    first: int
    end: int | None = None
    """The frame in which it is gone or looks different; None if it stays to the end."""
    moves: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """Frames with the squares along which it moves."""


def tracks_of(views: Sequence[View]) -> list[Track]:
    """What happens to each piece in the course of a game, in the order in which they are drawn.

    Pieces that leave the board come first, so that a piece moves over those it takes.
    """
    standing = {shown.square: Track(shown, 0) for shown in views[0].pieces}
    tracks = list(standing.values())
    for frame, view in enumerate(views[1:], start=1):
        before, standing = standing, {}
        path = view.plies[-1].squares if view.plies else ()
        for shown in view.pieces:
            track = _continued(before, shown, path, frame)
            if track is None:
                track = Track(shown, frame)
                tracks.append(track)
            standing[shown.square] = track
        for gone in before.values():
            gone.end = frame
    return sorted(tracks, key=lambda track: len(views) if track.end is None else track.end)


def _continued(before: dict[str, Track], shown: Shown, path: tuple[str, ...], frame: int) -> Track | None:
    """The track of a piece that stood there, or moved there, with the same look. It is taken from those before."""
    has_moved = len(path) > 1 and shown.square == path[-1]
    origin = path[0] if has_moved else shown.square
    track = before.get(origin)
    if track is None or (track.shown.kind, track.shown.marks) != (shown.kind, shown.marks):
        return None
    if has_moved:
        track.moves.append((frame, path))
    return before.pop(origin)


def draw_game(drawing: Drawing, views: Sequence[View], seconds: float) -> str:
    """The views one after the other, again and again."""
    tracks = tracks_of(views)
    film = _Film(drawing, len(views), seconds)
    kinds = {track.shown.kind for track in tracks}
    return drawing.document(
        views[-1].text,
        drawing.definitions(kinds),
        drawing.surface(),
        *film.latest(views),
        *(film.piece(track) for track in tracks),
    )


@dataclass(frozen=True, slots=True)
class _Film:
    drawing: Drawing
    frames: int
    seconds: float

    @property
    def _length(self) -> int:
        return self.frames - 1 + FINAL_FRAMES

    def latest(self, views: Sequence[View]) -> Iterator[str]:
        for frame, view in enumerate(views):
            if view.plies:
                squares = latest_squares(self.drawing, view.plies[-1].squares)
                yield element("g", *squares, *self._visible(frame, None if frame == self.frames - 1 else frame + 1))

    def piece(self, track: Track) -> str:
        picture = draw_piece(track.shown, self.drawing.style.colours)
        start = self._place(track.moves[0][1][0] if track.moves else track.shown.square)
        return element(
            "g", picture, *self._motion(track), *self._visible(track.first, track.end), transform=f"translate({start})"
        )

    def _motion(self, track: Track) -> Iterator[str]:
        if not track.moves:
            return
        points = [(0.0, self._place(track.moves[0][1][0]))]
        for frame, path in track.moves:
            steps = len(path) - 1
            points += [(frame + MOTION * step / steps, self._place(square)) for step, square in enumerate(path)]
        points.append((float(self._length), points[-1][1]))
        times = ";".join(f"{time / self._length:.5f}".rstrip("0").rstrip(".") for time, _ in points)
        values = ";".join(place for _, place in points)
        yield element(
            "animateTransform",
            attributeName="transform",
            type="translate",
            keyTimes=times,
            values=values,
            **self._repeated(),
        )

    def _visible(self, first: int, end: int | None) -> Iterator[str]:
        """Shows its parent from one frame on until another. Pieces that are taken go when the move is over."""
        changes = [(0.0, "visible" if first == 0 else "hidden")]
        changes += [(first + (MOTION if first else 0), "visible")] if first else []
        changes += [] if end is None else [(end + MOTION, "hidden")]
        if len(changes) > 1:
            times = ";".join(f"{time / self._length:.5f}".rstrip("0").rstrip(".") for time, _ in changes)
            values = ";".join(value for _, value in changes)
            yield element(
                "animate",
                attributeName="visibility",
                calcMode="discrete",
                keyTimes=times,
                values=values,
                **self._repeated(),
            )

    def _repeated(self) -> dict[str, str]:
        return {"dur": f"{number(self._length * self.seconds)}s", "repeatCount": "indefinite"}

    def _place(self, square: str) -> str:
        x, y = self.drawing.layout.places[square]
        return f"{x * SIDE} {y * SIDE}"
