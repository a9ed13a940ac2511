"""The fonts of cards, and how texts are measured and broken into lines with them."""

from enum import Enum
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FONTS = Path(__file__).with_name("fonts")
ELLIPSIS = "…"


class Face(Enum):
    """A font of the cards, by its file."""

    TITLE = "NotoSerif-SemiBold.ttf"
    TEXT = "NotoSans-Regular.ttf"
    STRONG = "NotoSans-SemiBold.ttf"


# An SVG is shown in a system's font, which may be this much wider than ours: DejaVu, the widest usual one, is.
WIDER = {Face.TITLE: 1.2, Face.TEXT: 1.13, Face.STRONG: 1.24}


@lru_cache(maxsize=64)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    # Without the other engine, which a build of Pillow may lack, lines would differ between machines.
    return ImageFont.truetype(FONTS / face.value, size, layout_engine=ImageFont.Layout.BASIC)


def width(text: str, face: Face, size: int) -> float:
    """The width in pixels, with room for another font."""
    return font(face, size).getlength(text) * WIDER[face]


def wrapped(text: str, face: Face, size: int, room: float) -> list[str]:
    """The text in lines of at most `room` pixels; a word that is longer is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if width(longer, face, size) <= room:
            line = longer
            continue
        lines += [line] if line else []
        *full, line = _pieces(word, face, size, room)
        lines += full
    return [*lines, line] if line else lines


def _pieces(word: str, face: Face, size: int, room: float) -> list[str]:
    pieces, piece = [], ""
    for character in word:
        if piece and width(piece + character, face, size) > room:
            pieces.append(piece)
            piece = ""
        piece += character
    return [*pieces, piece]


def fitted(
    text: str, face: Face, sizes: tuple[int, ...], room: float, *, lines: int
) -> tuple[int, list[str]]:
    """The largest of the sizes at which the text takes at most `lines`, and its lines; at the smallest it is cut."""
    for size in sizes:
        found = wrapped(text, face, size, room)
        if len(found) <= lines:
            return size, found
    kept = found[:lines]
    while kept[-1] and width(kept[-1] + ELLIPSIS, face, size) > room:
        kept[-1] = kept[-1][:-1]
    return size, [*kept[:-1], kept[-1].rstrip(" ,;:") + ELLIPSIS]
