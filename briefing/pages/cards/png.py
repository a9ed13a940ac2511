"""A card as PNG, 1200 × 630, drawn by Pillow."""

from io import BytesIO

from PIL import Image, ImageDraw

from briefing.pages.cards.layout import HEIGHT, PAPER, WIDTH, Box, Drawing, Place, Stroke, Triangle
from briefing.pages.cards.typeface import font

FINER = 4  # shapes are drawn this much larger and reduced, since Pillow does not smooth their edges
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}  # Pillow's names, on the baseline
COLOURS = 64  # shades are few; a palette makes the file a third as large


def render(drawing: Drawing) -> bytes:
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    for shape in drawing.shapes:
        _shape(image, shape)
    pen = ImageDraw.Draw(image)
    for line in drawing.texts:
        drawn_in, anchor = font(line.face, line.size), ANCHORS[line.anchor]
        pen.text((line.x, line.y), line.text, fill=line.colour, font=drawn_in, anchor=anchor)
    found = BytesIO()
    palette = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette.save(found, "PNG")
    return found.getvalue()


def _shape(image: Image.Image, shape: Box | Stroke | Triangle) -> None:
    """Draws a shape through a mask of its surroundings."""
    if isinstance(shape, Box):
        corners: tuple[Place, ...] = ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
        edge = 1.0
    else:
        corners, edge = shape.places, 1.0 if isinstance(shape, Triangle) else shape.width
    left, top = (int(min(place[axis] for place in corners) - edge) for axis in (0, 1))
    right, bottom = (int(max(place[axis] for place in corners) + edge) + 1 for axis in (0, 1))
    mask = Image.new("L", ((right - left) * FINER, (bottom - top) * FINER))
    places = [((x - left) * FINER, (y - top) * FINER) for x, y in corners]
    _fill(ImageDraw.Draw(mask), shape, places)
    image.paste(shape.colour, (left, top), mask.reduce(FINER))


def _fill(pen: ImageDraw.ImageDraw, shape: Box | Stroke | Triangle, places: list[Place]) -> None:
    if isinstance(shape, Box):
        (left, top), (right, bottom) = places
        pen.rounded_rectangle((left, top, right - 1, bottom - 1), shape.radius * FINER, fill=255)
    elif isinstance(shape, Triangle):
        pen.polygon(places, fill=255)
    else:
        pen.line(places, fill=255, width=round(shape.width * FINER), joint="curve")
        for place in (places[0], places[-1]):
            pen.circle(place, shape.width * FINER / 2, fill=255)
