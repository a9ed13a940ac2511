"""The content of the front page, collected from all apps."""

import json
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils import formats, timezone, translation

from briefing.core import origin
from commentary import log_queries, published
from commentary.facts.snapshot import EVERYTHING, HIGH, LOW
from commentary.labels import tones_offered
from commentary.log_queries import Heading
from commentary.published import PublishedRead
from indicators import panel
from indicators.agenda import week
from indicators.panel import PanelGroup
from news import queries
from news.queries import ListedStory

HEADLINES = 18
LOGS = 3


@dataclass(frozen=True)
class ToneText:
    tone: str
    read: PublishedRead


@dataclass(frozen=True)
class Texts:
    """A subject's reads in every tone."""

    texts: list[ToneText]

    @property
    def alike(self) -> PublishedRead | None:
        """Returns one read if all tones share one origin, with every named fact, so that the page states it once.

        Returns None if the origins differ.
        """
        origins = {
            (
                texts.read.mark,
                texts.read.written_at.replace(second=0, microsecond=0),
                *texts.read.basis,
            )
            for texts in self.texts
        }
        if len(origins) != 1:
            return None
        first = self.texts[0].read
        any_names = {fact.code: fact for texts in self.texts for fact in texts.read.named}
        named = [any_names[code] for code, *_ in first.basis if code in any_names]
        return replace(first, named=tuple(named))


@dataclass(frozen=True)
class Panel:
    group: PanelGroup
    texts: Texts

    @property
    def has_figures(self) -> bool:
        return any(row.value is not None for row in self.group.rows)

    @property
    def marks(self) -> list[float]:
        """Returns the percentiles (0 to 100) of the group's fresh figures in their own histories."""
        return [row.percentile for row in self.group.rows if row.percentile is not None and not row.stale]

    @property
    def high(self) -> int:
        return sum(place >= HIGH for place in self.marks)

    @property
    def low(self) -> int:
        return sum(place <= LOW for place in self.marks)


@dataclass(frozen=True)
class Front:
    language: str
    tone: str
    home_market: str | None
    staff: bool
    now: datetime
    rules_only: bool = False

    @property
    def today(self) -> date:
        return self.now.date()

    @property
    def today_text(self) -> str:
        with translation.override(self.language):
            text: str = formats.date_format(self.today, "l j F Y")
        # Italian writes days and months in lower case.
        return text.lower().capitalize() if self.language == "it" else text

    @property
    def tones(self) -> list[tuple[str, Any]]:
        return tones_offered()

    @cached_property
    def _reads(self) -> dict[str, dict[str, PublishedRead]]:
        return {
            tone: published.reads(self.language, tone, rules_only=self.rules_only)
            for tone in settings.GENERATION_TONES
        }

    def _texts(self, group_id: str) -> Texts:
        """Returns the group's reads in every tone; the first one found also fills in for the reader's tone."""
        found = [ToneText(tone, reads[group_id]) for tone, reads in self._reads.items() if group_id in reads]
        if found and all(texts.tone != self.tone for texts in found):
            found = [ToneText(self.tone, found[0].read), *found]
        return Texts(found)

    @cached_property
    def lead(self) -> Texts:
        return self._texts(EVERYTHING)

    @cached_property
    def read(self) -> PublishedRead | None:
        return next((texts.read for texts in self.lead.texts if texts.tone == self.tone), None)

    @cached_property
    def news(self) -> frozenset[str]:
        """Returns the rows that are news since the edition before the one shown."""
        return self.read.news if self.read else frozenset()

    @cached_property
    def panels(self) -> list[Panel]:
        found = panel.groups(self.language, anchor=self.home_market)
        return [Panel(group, self._texts(group.id)) for group in found]

    @cached_property
    def logs(self) -> list[tuple[str, list[Heading]]]:
        return [(tone, self._headings(tone)) for tone in settings.GENERATION_TONES]

    def _headings(self, tone: str) -> list[Heading]:
        found = log_queries.archive(self.language, tone, count=LOGS, rules_only=self.rules_only)
        return found.headings

    @cached_property
    def agenda(self) -> week.AgendaWeek:
        return week.box(self.now, self.language)

    @cached_property
    def headlines(self) -> list[ListedStory]:
        """Returns the latest headlines in the reader's language, or in any language while it has none."""
        own = queries.page(language=self.language, limit=HEADLINES).items
        return own or queries.page(limit=HEADLINES).items

    @property
    def headline(self) -> str:
        return self.read.title if self.read else ""

    @property
    def source_type(self) -> str:
        return self.read.mark.source_type if self.read else ""

    @property
    def json_ld(self) -> str:
        """Returns schema.org JSON about the text's author, escaped for a script element."""
        text = json.dumps(_described(self), ensure_ascii=False)
        return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _described(front: Front) -> dict[str, Any]:
    page: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "url": f"{settings.BASE_URL}/",
        "name": "Market Briefing",
        "inLanguage": front.language,
    }
    if front.read:
        page["mainEntity"] = {
            "@type": "Article",
            "headline": front.read.title,
            "datePublished": front.read.written_at.isoformat(),
            "inLanguage": front.read.language,
            "creator": {"@type": "Organization", "name": "Market Briefing"},
            "digitalSourceType": front.source_type,
        } | ({"description": notice} if (notice := origin.notice()) else {})
    return page


def front(
    *, language: str, tone: str, home_market: str | None = None, staff: bool = False, rules_only: bool = False
) -> Front:
    return Front(language, tone, home_market, staff, timezone.now(), rules_only)
