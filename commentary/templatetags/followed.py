"""The panel of followed figures on the settings page."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django import template

from accounts.models import User
from commentary.followed import choices, listing
from commentary.followed.forms import DeliveryForm
from commentary.followed.models import FIGURE_KINDS, Follow, FollowDelivery, Kind
from indicators.groups import load

register = template.Library()
LATEST = 10


@dataclass(frozen=True)
class FollowedFigure:
    """A figure with what is asked of it in words; `shown` is false for a row that is switched off."""

    code: str
    label: str
    kinds: str
    shown: bool


@register.inclusion_tag("commentary/followed/panel.html", takes_context=True)
def followed_panel(context: dict[str, Any]) -> dict[str, Any]:
    """Renders the panel; takes `account`, `language`, `base_url`, `feed_token` and `feed_tone` from the context."""
    language = context["language"]
    kept = {name: context[name] for name in ("language", "base_url", "feed_token", "feed_tone")}
    return kept | _context(context["account"], language, context["feed_tone"].upper())


def _context(user: User, language: str, tone: str) -> dict[str, Any]:
    kinds: dict[str, set[str]] = defaultdict(set)
    for subject, kind in Follow.objects.filter(user=user).values_list("subject", "kind"):
        kinds[subject].add(kind)
    stored = FollowDelivery.objects.filter(user=user).first() or FollowDelivery()
    return {
        "most": choices.MOST,
        "figures": _figures(kinds, language),
        "offered": [
            (group.title(language), [(row.code, row.label(language)) for row in group.rows])
            for group in load().groups
        ],
        "banks": [
            (entry.id, entry.name(language), Kind.DECISION in kinds.get(entry.id, ()))
            for entry in choices.banks()
        ],
        "delivery": DeliveryForm(initial={"mail": stored.mail, "zone": stored.zone}),
        "has_zone": stored.pk is not None,
        "lines": listing.of_reader(user, language, tone)[:LATEST],
    }


def _figures(kinds: dict[str, set[str]], language: str) -> list[FollowedFigure]:
    rows = {row.code: row for row in load().active_rows()}
    found = []
    for code, chosen in sorted(kinds.items()):
        if Kind.DECISION not in chosen:
            words = ", ".join(str(kind.label) for kind in FIGURE_KINDS if kind in chosen)
            row = rows.get(code)
            found.append(FollowedFigure(code, row.label(language) if row else code, words, row is not None))
    return found
