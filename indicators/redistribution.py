"""Which series may be redistributed by file or API, which is separate from display on a page.

The terms of each source decide (`groups.toml`): what they forbid or leave unclear is refused with the reason.
Sample data follow the same rule, so that API clients see the same behaviour live.
"""

from dataclasses import dataclass

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from indicators.groups import RowConfig

CODE = "redistribution_refused"


@dataclass(frozen=True)
class Refusal:
    """Why a series is not redistributed; `terms` is the address of the terms, "" if unpublished."""

    reason: str
    terms: str


def refusal(row: RowConfig, language: str) -> Refusal | None:
    """The localised reason why a row is not redistributed; None if it may be, or the operator has consent."""
    terms = row.redistribute
    if (terms and terms.allowed is True) or row.consent_names.intersection(settings.REDISTRIBUTION_ALLOWED):
        return None
    with translation.override(language):
        if terms and terms.allowed is False:
            text = _("The owner’s terms do not allow this series to be redistributed (%(licence)s).")
        else:
            text = _(
                "It is not clear whether its owner’s terms allow this series to be redistributed (%(licence)s)."
            )
    return Refusal(text % {"licence": row.licence(language)}, terms.terms if terms else "")
