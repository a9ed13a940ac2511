"""Which series may be redistributed, as a file or to a program; a page that shows a figure is another matter.

The terms of each source decide (`groups.toml`): what they forbid and what is not settled is refused with the reason.
That holds for made-up figures too, so that a program which was tried on samples meets live what it met there.
"""

from dataclasses import dataclass

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from indicators.groups import RowConfig

CODE = "redistribution_refused"


@dataclass(frozen=True)
class Refusal:
    """Why a series is not redistributed; `terms` is where that is said, "" if nowhere."""

    reason: str
    terms: str


def refusal(row: RowConfig, language: str) -> Refusal | None:
    """Why the row's series is not redistributed, in the language; None where it may be, or the operator has consent."""
    terms = row.redistribute
    consent = {row.code, *(symbol.partition(":")[0] for symbol in row.symbols)}
    if (terms and terms.allowed is True) or consent.intersection(settings.REDISTRIBUTION_ALLOWED):
        return None
    with translation.override(language):
        if terms and terms.allowed is False:
            text = _("Its owner’s terms do not allow this series to be redistributed (%(licence)s).")
        else:
            text = _(
                "It is not clear whether its owner’s terms allow this series to be redistributed (%(licence)s)."
            )
    return Refusal(text % {"licence": row.licence(language)}, terms.terms if terms else "")
