"""Queries and responses of `GET /api/reads` and `/api/logs`; the schema document is generated from them."""

from typing import Literal

from django.utils.translation import gettext_noop as _
from pydantic import BaseModel, Field

from briefing.core.api import Moment
from briefing.core.web.cursors import Cursor, Limit, NextCursor
from commentary.marks import Reviewer

Language = Literal["en", "it"]
Tone = Literal["NOVICE", "INTERMEDIATE", "PRO"]
MOST = 50


class ReadsQuery(BaseModel):
    lang: Language = Field(
        default="en", description=_("language of the texts; English where one is not translated")
    )
    tone: Tone = Field(
        default="NOVICE", description=_("for whom they are written; 404 for a tone not written here")
    )


class LogsQuery(ReadsQuery):
    limit: Limit = Field(default=20, ge=1, le=MOST, description=_("maximum number"))
    cursor: Cursor = None


class SentenceFigure(BaseModel):
    """A figure in a sentence."""

    code: str = Field(description=_("the row, or two rows with a hyphen for their difference"))
    field: str = Field(description=_("what it is of the row: value, before, move, year_ago, lowest, …"))
    value: float | None = Field(
        description=_(
            "in the row’s unit or measure; null for a date, and where terms do not allow redistribution"
        )
    )
    period: str = Field(description=_("2026-11-20, 2026-W47, 2026-10, 2026-Q3 or 2026"))
    arithmetic: str = Field(
        description=_(
            "terms of a change or a difference, as displayed; empty for other fields and where value is null"
        )
    )


class FigureSource(BaseModel):
    """Where the observations of a row come from."""

    code: str
    label: str
    name: str
    url: str
    formula: str = Field(description=_("how the row is computed from the observations"))


class SentenceAnswer(BaseModel):
    """A sentence of a text."""

    text: str
    figures: list[SentenceFigure]


class TextAnswer(BaseModel):
    """A text as its page shows it: reviewed, and not withdrawn."""

    id: int
    title: str = Field(description=_("empty where a text has none of its own"))
    paragraphs: list[str] = Field(description=_("plain text"))
    language: str = Field(description=_("the language of the text"))
    tone: str
    written_by: Literal["ai", "rules"]
    source_type: str = Field(
        description=_("the same in IPTC's words for digital sources: name it where you show it")
    )
    label: str = Field(description=_("the same for readers: show it with the text"))
    reviewed_by: list[Reviewer] = Field(
        description=_(
            "what it passed: fixed rules, a second model, staff who put it in the place of another text"
        )
    )
    responsible: str = Field(description=_("the page on who answers for the texts"))
    written_at: Moment
    cycle: Moment = Field(description=_("the hour it was written for"))
    codes: list[str] = Field(description=_("the rows of /api/indicators that the text names"))
    sentences: list[SentenceAnswer] = Field(
        description=_("each sentence with the figures in it; empty for texts from before these were stored")
    )
    sources: list[FigureSource] = Field(description=_("of the rows in the sentences, once each"))
    by_rules: int = Field(description=_("how many sentences of a text by AI were written by rules"))


class ReadAnswer(TextAnswer):
    """What the newest figures of a group say."""

    group: str = Field(description=_("the group, or all for the read across groups"))
    news: list[str] = Field(description=_("rows that are news since the edition before"))


class ReadsAnswer(BaseModel):
    """The newest read across groups, then of each group."""

    items: list[ReadAnswer]


class LogAnswer(TextAnswer):
    """What the figures and the headlines of six hours say together."""

    url: str = Field(description=_("its permanent page"))


class LogsAnswer(BaseModel):
    """A page of logs, newest first, and where the next one begins."""

    items: list[LogAnswer]
    next_cursor: NextCursor
