"""The scopes that get a read; separate from the writers, so that web processes need not load them."""

from django.utils.translation import gettext as _

from commentary.facts.snapshot import EVERYTHING
from indicators.groups import load


def scopes() -> list[str]:
    """Returns "all", then each group with active rows."""
    return [EVERYTHING, *(group.id for group in load().groups)]


def scope_title(scope: str, language: str) -> str:
    """Returns the title of a scope in the active language. Raises NotConfigured for one without active rows."""
    return _("All groups together") if scope == EVERYTHING else load().group(scope).title(language)
