"""The mark of a text: who wrote it and how it was reviewed, for readers and for machines (docs/ai-marks.md)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

AI = "ai"
# The acronym of the Code of Practice's label, the same in both languages.
BADGE = "AI"
# IPTC's digital source types. A model's text with sentences by rules counts as a model's.
SOURCE_TYPES = {
    AI: "https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia",
    "rules": "https://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia",
}
# Of mails and plain text, which have no other place for it.
HEADER = "Digital-Source-Type"
Reviewer = Literal["rules", "model", "staff"]


@dataclass(frozen=True)
class Mark:
    """`by_rules` counts the rules' sentences in a model's text; `corrected` if staff published it for another."""

    written_by: str
    by_rules: int = 0
    corrected: bool = False

    @property
    def is_ai(self) -> bool:
        return self.written_by == AI

    @property
    def source_type(self) -> str:
        return SOURCE_TYPES[self.written_by]

    @property
    def reviewed_by(self) -> tuple[Reviewer, ...]:
        """The reviewers in order; no person reads a text before it is published."""
        return ("rules", *(("model",) if self.is_ai else ()), *(("staff",) if self.corrected else ()))

    @property
    def label(self) -> str:
        """Who wrote it, in the active language."""
        if not self.is_ai:
            return _("Written by rules")
        if not self.by_rules:
            return _("Written by AI, reviewed")
        text = ngettext(
            "Written by AI, reviewed; one sentence by rules",
            "Written by AI, reviewed; %(count)s sentences by rules",
            self.by_rules,
        )
        return text % {"count": self.by_rules}

    @property
    def review(self) -> str:
        """How it was reviewed, in the active language."""
        if self.is_ai:
            return _("Checked by fixed rules and by a second AI; no person read it before it was published.")
        if self.corrected:
            return _("Checked by fixed rules; staff put it in the place of another text.")
        return _("Checked by fixed rules; no person read it before it was published.")


def mark_of(written_by: str, *, by_rules: int = 0, cycle: datetime | None = None) -> Mark:
    """Decides the mark of a text on every surface; `cycle` is that of a stored text.

    A text that staff published for another one stands a microsecond after it (`writing/replacement.py`).
    """
    is_ai = written_by == AI
    return Mark(
        written_by, by_rules if is_ai else 0, corrected=bool(cycle and cycle.microsecond and not is_ai)
    )


def badge(mark: Mark) -> SafeString | str:
    """The badge in front of a model's text as HTML; "" for one by rules."""
    if not mark.is_ai:
        return ""
    return format_html(
        '<abbr class="ai" title="{}">{}</abbr> ', _("Written by artificial intelligence"), BADGE
    )


def about_url() -> str:
    """The address of the page on who answers for the texts."""
    return f"{settings.BASE_URL}{reverse('authorship')}"


def headers(marks: Iterable[Mark]) -> dict[str, str]:
    """The header of a message or document with these texts; a model's text decides."""
    found = sorted(marks, key=lambda mark: not mark.is_ai)
    return {HEADER: found[0].source_type} if found else {}
