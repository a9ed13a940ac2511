"""`POST /api/analyze`: takes tickers and weights, returns a reviewed explanation. Neither is stored or logged."""

from contextlib import nullcontext
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST
from pydantic import BaseModel, ConfigDict, Field, field_validator

from accounts import access
from accounts.data import stamp
from briefing.core import api
from briefing.core.api import Operation, Problem
from briefing.core.llm import Share, configured_providers
from commentary.marks import Reviewer, about_url, mark_of
from portfolio.analysis import explanation, rules
from portfolio.model_calls import Allowance

FLAG = "PORTFOLIO_AI_ENABLED"
ALLOWANCE = Allowance("portfolio.analyze", calls=10, total=120, share=Share.ANALYSES)
MOST_BYTES = 256 * 1024
MOST_POSITIONS = 200
WHOLE, OFF_BY = 100.0, 1.0


class Position(BaseModel):
    """A ticker and its weight in per cent; an invalid ticker keeps its weight but is not named or sent to a model."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    ticker: Annotated[str, Field(min_length=1, max_length=32, pattern=api.NUL_FREE)]
    weight: Annotated[float, Field(ge=0, le=WHOLE + OFF_BY)]


class Analyze(BaseModel):
    """The positions, the tone and the language. A repeated ticker is one position."""

    model_config = ConfigDict(extra="forbid")

    positions: Annotated[
        list[Position],
        Field(
            min_length=1,
            max_length=MOST_POSITIONS,
            description=f"Their weights make {WHOLE:g}, give or take {OFF_BY:g}.",
        ),
    ]
    tone: Literal["NOVICE", "INTERMEDIATE", "PRO"]
    lang: Literal["en", "it"]

    @field_validator("positions")
    @classmethod
    def _check_weights(cls, positions: list[Position]) -> list[Position]:
        if abs(sum(each.weight for each in positions) - WHOLE) > OFF_BY + 1e-9:
            raise ValueError("the weights must make 100, give or take 1")
        return positions


class Analysis(BaseModel):
    """Paragraphs of plain text, separated by blank lines, and their mark; show `label` with them."""

    text: str
    generated_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    written_by: Literal["ai", "rules"]
    source_type: str
    label: str
    review: str
    reviewed_by: list[Reviewer]
    responsible: str


@api.describes(
    Operation(
        "post",
        gettext_noop("An explanation of weights, written for this call and not stored"),
        rules=f"{ALLOWANCE.calls} calls in an hour for each reader and for each client,"
        f" {ALLOWANCE.total} for all of them; the body has at most {MOST_BYTES // 1024} KiB.",
        body=Analyze,
        answer=Analysis,
        statuses=(402, 404, 413, 429, 503),
    )
)
@require_POST
@access.endpoint(flag=FLAG, paid=True)
def analyze(request: HttpRequest) -> HttpResponse:
    """Responds within 25 s: a model's text that passed both reviews, else the rules' text; 503 when none passed."""
    ALLOWANCE.take(request)
    body = api.validated(Analyze, api.read_json(request, limit=MOST_BYTES))
    positions = [(each.ticker, each.weight) for each in body.positions]
    try:
        with ALLOWANCE.model_call(request) if configured_providers() else nullcontext():
            found = explanation.explain(positions, tone=body.tone, lang=body.lang)
    except rules.ReviewRefused:
        raise Problem(503, "unavailable", _("No text passed the review, so none is shown.")) from None
    with translation.override(body.lang):
        return api.answer(_answer(found))


def _answer(found: explanation.Explanation) -> Analysis:
    mark = mark_of(found.written_by)
    return Analysis(
        text=found.text,
        generated_at=str(stamp(found.generated_at)),
        written_by=mark.written_by,
        source_type=mark.source_type,
        label=mark.label,
        review=mark.review,
        reviewed_by=list(mark.reviewed_by),
        responsible=about_url(),
    )
