"""Where everything on a card stands: shapes and lines of text on 1200 × 630, for both kinds of image.

Call inside `translation.override(language)`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from briefing.core.language import page_language
from briefing.pages.cards.content import Content, EditionContent, FigureContent, sample_mark
from briefing.pages.cards.typeface import Face, fitted, width, wrapped
from commentary.past_editions import PastFigure

WIDTH, HEIGHT, MARGIN = 1200, 630, 60
ROOM = WIDTH - 2 * MARGIN
# The light scheme of static/css/tokens.css (a test compares them).
PAPER, INK, SOFT, LINE, ACCENT = "#fbfaf6", "#1b1d21", "#595f69", "#dedad0", "#0b4f6c"
UP, DOWN, WARN, WARN_TINT = "#17653a", "#a32c22", "#7d5200", "#fbf1da"
SMALL, MEDIUM = 22, 30

Place = tuple[float, float]


@dataclass(frozen=True)
class Text:
    """One line, its baseline at `y`; it begins at `x`, ends there or has its middle there, by `anchor`."""

    x: float
    y: float
    text: str
    face: Face
    size: int
    colour: str = INK
    anchor: Literal["start", "middle", "end"] = "start"
    language: str = ""


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    colour: str
    radius: float = 0


@dataclass(frozen=True)
class Stroke:
    """A line through the places, with round ends and corners; a single place is a dot."""

    places: tuple[Place, ...]
    colour: str
    width: float


@dataclass(frozen=True)
class Triangle:
    places: tuple[Place, Place, Place]
    colour: str


@dataclass
class Drawing:
    """A card in the order of drawing; `alt` is its text alternative."""

    alt: str
    language: str
    shapes: list[Box | Stroke | Triangle] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def lines(
        self,
        lines: Sequence[str],
        place: Place,
        face: Face,
        size: int,
        *,
        colour: str = INK,
        language: str = "",
    ) -> float:
        """Adds lines below one another, the first with its top at `place`; returns where the last one ends."""
        x, top = place
        step = round(size * 1.28)
        for number, line in enumerate(lines):
            self.texts.append(
                Text(x, top + size + number * step, line, face, size, colour, language=language)
            )
        return top + len(lines) * step


def draw(content: Content) -> Drawing:
    """The drawing of a figure's or an edition's card."""
    drawing = Drawing(content.alt, page_language())
    _head(drawing, sample=content.sample)
    if isinstance(content, FigureContent):
        _figure(drawing, content)
    elif isinstance(content, EditionContent):
        _edition(drawing, content)
    return drawing


def _head(drawing: Drawing, *, sample: bool) -> None:
    """The double rule, the sign and the name; the mark of sample data on the right."""
    drawing.shapes += [Box(MARGIN, 40, ROOM, 3, INK), Box(MARGIN, 47, ROOM, 3, INK)]
    left, top, side = MARGIN, 68, 44

    def in_sign(*places: Place) -> tuple[Place, ...]:
        return tuple((left + x * side / 32, top + y * side / 32) for x, y in places)

    drawing.shapes += [
        Box(left, top, side, side, ACCENT, 8),
        Stroke(in_sign((8, 8), (24, 8)), PAPER, 4),
        Stroke(in_sign((7, 22), (13, 17), (17, 20), (25, 13)), PAPER, 4),
    ]
    drawing.texts.append(Text(left + 60, top + 33, "Market Briefing", Face.TITLE, 30))
    if sample:
        mark = sample_mark()
        wide = width(mark, Face.STRONG, SMALL) + 16
        middle = WIDTH - MARGIN - wide / 2
        drawing.shapes.append(Box(middle - wide / 2, top + 2, wide, 40, WARN_TINT, 20))
        drawing.texts.append(Text(middle, top + 30, mark, Face.STRONG, SMALL, WARN, "middle"))


def _foot(drawing: Drawing, lines: Sequence[str]) -> float:
    """The last lines: `lines`, then what the service is and its host; returns the top of the rule above."""
    top = HEIGHT - 56 - 28 * len(lines)
    drawing.shapes.append(Box(MARGIN, top - 12, ROOM, 1.5, LINE))
    drawing.lines(lines, (MARGIN, top - 4), Face.TEXT, SMALL, colour=SOFT)
    host = urlsplit(settings.BASE_URL).hostname or ""
    last = HEIGHT - 28
    drawing.texts += [
        Text(MARGIN, last, _("Educational, not advice"), Face.STRONG, SMALL, SOFT),
        Text(WIDTH - MARGIN, last, host, Face.STRONG, SMALL, ACCENT, anchor="end"),
    ]
    return top - 12


# Sizes of the value, and of its change and date, largest first.
SIZES = ((88, 30), (76, 30), (64, 28), (54, 26), (46, 24), (38, 22), (30, 20))


def _figure(drawing: Drawing, content: FigureContent) -> None:
    source = f"{content.attribution} · {content.licence}"
    _size, lines = fitted(source, Face.TEXT, (SMALL,), ROOM, lines=4)
    bottom = _foot(drawing, lines)
    top = drawing.lines([content.kicker], (MARGIN, 126), Face.TEXT, 24, colour=SOFT)
    size, name = fitted(content.title, Face.TITLE, (50, 44, 38, 34), ROOM, lines=2)
    top = drawing.lines(name, (MARGIN, top + 2), Face.TITLE, size) + 10
    half = (ROOM - 60) / 2
    _spark(drawing, content, (WIDTH - MARGIN - half, top + 24), (half, bottom - top - 74))
    for sizes in SIZES:
        value = Drawing("", drawing.language)
        if _value(value, content, (top, half), sizes) <= bottom:
            break
    drawing.shapes += value.shapes
    drawing.texts += value.texts


def _value(
    drawing: Drawing, content: FigureContent, place: tuple[float, float], sizes: tuple[int, int]
) -> float:
    """Value, basis, change and date under one another from a top in a width; returns where they end."""
    (top, room), (large, medium) = place, sizes
    shrinking = tuple(size for size, _ in SIZES if size <= large)
    size, value = fitted(content.value_text, Face.STRONG, shrinking, room, lines=1)
    top = drawing.lines(value, (MARGIN, top), Face.STRONG, size)
    _size, basis = fitted(content.basis, Face.TEXT, (SMALL,), room, lines=2)
    top = drawing.lines(basis, (MARGIN, top - 4), Face.TEXT, SMALL, colour=SOFT) if content.basis else top
    top = _change(drawing, content, (top + 8, room), medium) if content.change_text else top
    dated = content.date_text + (f" · {_('older than 90 days')}" if content.stale else "")
    size, lines = fitted(dated, Face.TEXT, (medium, 26, SMALL), room, lines=1)
    return drawing.lines(lines, (MARGIN, top + 6), Face.TEXT, size, colour=WARN if content.stale else INK)


def _change(drawing: Drawing, content: FigureContent, place: tuple[float, float], size: int) -> float:
    """The change with a triangle for its direction, which colour alone would not tell."""
    top, room = place
    colour = {"up": UP, "down": DOWN}.get(content.direction, SOFT)
    left, middle = float(MARGIN), top + size * 0.66
    if content.direction in ("up", "down"):
        tip = -10 if content.direction == "up" else 10
        corners = ((left, middle - tip), (left + 22, middle - tip), (left + 11, middle + tip))
        drawing.shapes.append(Triangle(corners, colour))
        left += 32
    drawing.texts.append(Text(left, top + size, content.change_text, Face.STRONG, size, colour))
    left += width(content.change_text, Face.STRONG, size) + 10
    below = top + round(size * 1.28)
    since = _("since the previous observation")
    if left + width(since, Face.TEXT, SMALL) <= MARGIN + room:
        drawing.texts.append(Text(left, top + size, since, Face.TEXT, SMALL, SOFT))
        return below
    return drawing.lines([since], (MARGIN, below - 2), Face.TEXT, SMALL, colour=SOFT)


def _spark(drawing: Drawing, content: FigureContent, corner: Place, size: tuple[float, float]) -> None:
    """The recent history with its first and last dates; only its latest point if there is no other."""
    if not content.spark:
        return
    (left, top), (wide, high) = corner, size
    places = _places(content.spark, corner, (wide - 8, high))
    drawing.shapes += [
        Stroke(((left, top + high + 14), (left + wide, top + high + 14)), LINE, 2),
        Stroke(places, ACCENT, 4),
        Stroke(places[-1:], ACCENT, 14),
    ]
    below = top + high + 44
    if len(places) > 1:
        drawing.texts.append(Text(left, below, content.since_text, Face.TEXT, SMALL, SOFT))
    drawing.texts.append(Text(left + wide, below, content.date_text, Face.TEXT, SMALL, SOFT, anchor="end"))


def _places(
    points: Sequence[tuple[date, float]], corner: Place, size: tuple[float, float]
) -> tuple[Place, ...]:
    (left, top), (wide, high) = corner, size
    days, values = [day.toordinal() for day, _ in points], [value for _, value in points]
    span, low, spread = days[-1] - days[0], min(values), max(values) - min(values)
    return tuple(
        (
            round(left + (wide * (day - days[0]) / span if span else wide), 1),
            round(top + high * ((low + spread - value) / spread if spread else 0.5), 1),
        )
        for day, value in zip(days, values, strict=True)
    )


def _edition(drawing: Drawing, content: EditionContent) -> None:
    sources = _("Sources: %(names)s") % {"names": ", ".join(content.sources)}
    _size, lines = fitted(sources, Face.TEXT, (SMALL,), ROOM, lines=2)
    bottom = _foot(drawing, lines if content.sources else [])
    # The author next to the date, where a reader of a small picture sees it (AI Act, Article 50).
    size, dated = fitted(
        f"{content.day_text} · {content.written_by}", Face.STRONG, (24, SMALL), ROOM, lines=2
    )
    top = drawing.lines(dated, (MARGIN, 126), Face.STRONG, size, colour=SOFT) + 6
    columns = [_column(each) for each in content.figures]
    tallest = max((column.height for column in columns), default=0)
    size, title = _title(content.title, bottom - 24 - tallest - top)
    language = "" if content.language == drawing.language else content.language
    drawing.lines(title, (MARGIN, top), Face.TITLE, size, language=language)
    for number, column in enumerate(columns):
        column.draw(drawing, (MARGIN + number * (COLUMN + GAP), bottom - 14 - tallest))


def _title(title: str, high: float) -> tuple[int, list[str]]:
    """The largest size at which the title fits into the height, and its lines; the smallest cuts it."""
    for size in (68, 60, 52, 46, 40, 36, 32, 28):
        most = max(1, int(high // round(size * 1.28)))
        found = wrapped(title, Face.TITLE, size, ROOM)
        if len(found) <= most:
            return size, found
    return fitted(title, Face.TITLE, (size,), ROOM, lines=most)


GAP = 40
COLUMN = (ROOM - 2 * GAP) / 3


@dataclass(frozen=True)
class _Column:
    """One of an edition's figures: label, value and date under one another."""

    label: list[str]
    value: list[str]
    value_size: int
    dated: str

    @property
    def height(self) -> float:
        return 28 * len(self.label) + self.value_size * 1.28 + 28 + 10

    def draw(self, drawing: Drawing, place: Place) -> None:
        x, top = place
        drawing.shapes.append(Box(x, top - 4, COLUMN, 2, INK))
        top = drawing.lines(self.label, (x, top + 4), Face.TEXT, SMALL, colour=SOFT)
        top = drawing.lines(self.value, (x, top - 4), Face.STRONG, self.value_size)
        drawing.lines([self.dated], (x, top), Face.TEXT, SMALL, colour=SOFT)


def _column(figure: PastFigure) -> _Column:
    _size, label = fitted(figure.label, Face.TEXT, (SMALL,), COLUMN, lines=2)
    size, value = fitted(figure.value, Face.STRONG, (40, 34, 28, 24), COLUMN, lines=1)
    _size, [dated] = fitted(figure.dated, Face.TEXT, (SMALL,), COLUMN, lines=1)
    return _Column(label, value, size, dated)
