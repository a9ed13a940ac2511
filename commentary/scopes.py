"""What gets a read; apart from those that write it, which web processes need not load."""

from django.utils.translation import gettext as _

from commentary.facts.snapshot import EVERYTHING
from indicators.groups import load


def scopes() -> list[str]:
    """Everything together first, then each group with active rows."""
    return [EVERYTHING, *(group.id for group in load().groups)]


def scope_title(scope: str, language: str) -> str:
    """What a scope is called, in the language that is active; KeyError for one without active rows."""
    return _("All groups together") if scope == EVERYTHING else load().group(scope).title(language)
