"""`{% piece name part … %}` … `{% endpiece %}`: drawn again only when one of these parts of the edition changes."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.template.base import NodeList, Parser, Token
from django.utils.safestring import SafeString

from briefing.core import editions, printed

register = template.Library()


@dataclass
class Piece(template.Node):
    """A piece of a printed page (`briefing.core.printed.piece`)."""

    name: str
    parts: tuple[str, ...]
    nodelist: NodeList

    def render(self, context: Any) -> SafeString:
        return SafeString(
            printed.piece(
                context.get("request"), self.name, self.parts, lambda: self.nodelist.render(context)
            )
        )


@register.tag
def piece(parser: Parser, token: Token) -> Piece:
    _tag, name, *parts = token.split_contents()
    unknown = set(parts) - editions.PARTS.keys()
    if unknown or not parts:
        raise template.TemplateSyntaxError(f"piece {name} needs parts of an edition, not {sorted(unknown)}.")
    nodelist = parser.parse(("endpiece",))
    parser.delete_first_token()
    return Piece(name, tuple(parts), nodelist)
