"""A card as SVG: system fonts, no script, no style and nothing from elsewhere, so that any policy lets it be shown."""

from django.utils.html import escape
from django.utils.safestring import SafeString

from briefing.pages.cards.layout import HEIGHT, PAPER, WIDTH, Box, Drawing, Stroke, Text, Triangle
from briefing.pages.cards.typeface import Face

FAMILIES = {
    Face.TITLE: "Charter,Georgia,'Noto Serif','Liberation Serif',serif",
    Face.TEXT: "'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,'Liberation Sans',sans-serif",
}
FAMILIES[Face.STRONG] = FAMILIES[Face.TEXT]


def render(drawing: Drawing) -> bytes:
    """The document, 600 × 315 unless the page gives it another size."""
    shapes = "".join(map(_shape, drawing.shapes))
    texts = "".join(map(_text, drawing.texts))
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="600" height="315"'
        f' role="img" xml:lang="{drawing.language}"><title>{_plain(drawing.alt)}</title>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>{shapes}{texts}</svg>'
    )
    return document.encode()


def _plain(text: str) -> SafeString:
    """The text escaped, without the characters that XML does not allow."""
    return escape(
        "".join(character for character in text if character >= " " and character not in "\ufffe\uffff")
    )


def _shape(shape: Box | Stroke | Triangle) -> str:
    if isinstance(shape, Box):
        rounded = f' rx="{shape.radius:g}"' if shape.radius else ""
        place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'
        return f'<rect {place}{rounded} fill="{shape.colour}"/>'
    places = " ".join(f"{x:g},{y:g}" for x, y in shape.places)
    if isinstance(shape, Triangle):
        return f'<polygon points="{places}" fill="{shape.colour}"/>'
    if len(shape.places) == 1:
        ((x, y),) = shape.places
        return f'<circle cx="{x:g}" cy="{y:g}" r="{shape.width / 2:g}" fill="{shape.colour}"/>'
    line = f'fill="none" stroke="{shape.colour}" stroke-width="{shape.width:g}"'
    return f'<polyline points="{places}" {line} stroke-linecap="round" stroke-linejoin="round"/>'


def _text(line: Text) -> str:
    weight = "" if line.face is Face.TEXT else ' font-weight="600"'
    anchor = f' text-anchor="{line.anchor}"' if line.anchor != "start" else ""
    language = f' xml:lang="{line.language}"' if line.language else ""
    place = f'x="{line.x:g}" y="{line.y:g}" font-family="{FAMILIES[line.face]}" font-size="{line.size}"'
    return f'<text {place}{weight}{anchor}{language} fill="{line.colour}">{_plain(line.text)}</text>'
