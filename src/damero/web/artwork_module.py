"""The artwork that the browser needs at once, as a module: `python -m damero.web.artwork_module` writes it."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from damero import art
from damero.domain.drawing.style import COLOURS

TARGET = Path(str(resources.files("damero.web") / "static" / "js" / "art" / "artwork.js"))
HEADER = """\
// deno-fmt-ignore-file

/**
 * The groups of pieces that can be drawn with the sets of each, the colours of arrows, and the patterns of boards.
 *
 * Generated from the artwork by `make wire`. Do not edit.
 */

/** @typedef {{ id: string, kinds: string[], sets: string[] }} PieceGroup */

"""


def source() -> str:
    """The whole JavaScript file."""
    groups = "".join(_group(group, sets) for group, sets in art.PIECE_SETS.items())
    definitions = "".join(f"  '{definition}' +\n" for definition in art.board_definitions().values())
    colours = "".join(f'  {name}: "{value}",\n' for name, value in COLOURS.items())
    return (
        f"{HEADER}/** @type {{PieceGroup[]}} */\nexport const PIECE_GROUPS = [\n{groups}];\n\n"
        f"export const SHAPE_COLOURS = {{\n{colours}}};\n\n"
        f"export const BOARD_DEFS =\n{definitions.removesuffix(f' +{chr(10)}')};\n"
    )


def _group(group: str, sets: tuple[str, ...]) -> str:
    names = ", ".join(f'"{name}"' for name in sets)
    kinds = " ".join(art.kinds_of(group))
    return f'  {{\n    id: "{group}",\n    kinds: "{kinds}".split(" "),\n    sets: [{names}],\n  }},\n'


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
