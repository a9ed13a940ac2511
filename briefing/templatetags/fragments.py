"""`{% fragment name part … %}` … `{% endfragment %}`: rendered again only when one of its parts changes."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.template.base import NodeList, Parser, Token
from django.utils.safestring import SafeString

from briefing.core.web import cache_versions, page_cache

register = template.Library()


@dataclass
class FragmentNode(template.Node):
    name: str
    parts: tuple[str, ...]
    nodelist: NodeList

    def render(self, context: Any) -> SafeString:
        return page_cache.fragment(
            context.get("request"), self.name, self.parts, lambda: self.nodelist.render(context)
        )


@register.tag
def fragment(parser: Parser, token: Token) -> FragmentNode:
    _tag, name, *parts = token.split_contents()
    unknown = set(parts) - cache_versions.PARTS.keys()
    if unknown or not parts:
        raise template.TemplateSyntaxError(
            f"fragment {name} needs parts of an edition, not {sorted(unknown)}."
        )
    nodelist = parser.parse(("endfragment",))
    parser.delete_first_token()
    return FragmentNode(name, tuple(parts), nodelist)
