"""`POST /api/portfolio/format`: takes header names, returns a column mapping. Never takes cell values."""

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST
from pydantic import BaseModel, ConfigDict, Field, field_validator

from accounts import access
from briefing.core import api
from briefing.core.api import Operation, Problem
from briefing.core.outside.llm import Share
from portfolio import formats
from portfolio.header_names import LEAST_NAMED, LONGEST_NAME, MOST_NAMES, fold, refusal
from portfolio.layouts import Columns, RowFilter
from portfolio.model_calls import Allowance

ALLOWANCE = Allowance("portfolio.format", calls=5, total=60, share=Share.FORMATS)
MOST_BYTES = 16 * 1024
REASONS = {
    "long": f"longer than {LONGEST_NAME} characters",
    "digits": "holds four digits or more in a row",
    "colon": "ends in a colon",
    "address": "holds an e-mail address",
}
Name = Annotated[str, Field(strict=True, max_length=LONGEST_NAME, pattern=api.NUL_FREE)]


class FormatRequest(BaseModel):
    """The names of a header row, "" for a column without one, and the delimiter."""

    model_config = ConfigDict(extra="forbid")

    headers: list[Name] = Field(
        min_length=LEAST_NAMED,
        max_length=MOST_NAMES,
        description=f"At least {LEAST_NAMED} are not empty. None may be about the holder: no @, no colon at the"
        " end, no four digits in a row, after compatibility normalisation (NFKC).",
    )
    delimiter: Literal[",", ";", "\t", "|"]

    @field_validator("headers")
    @classmethod
    def _names_only(cls, names: list[str]) -> list[str]:
        for place, name in enumerate(names, start=1):
            reason = refusal(name)
            if reason:
                raise ValueError(f"name {place} {REASONS[reason]}: it may be about the holder")
        if sum(bool(fold(name)) for name in names) < LEAST_NAMED:
            raise ValueError(f"fewer than {LEAST_NAMED} columns have a name")
        return names


class FormatAnswer(BaseModel):
    """A template; indexes count from 0. The browser validates it again."""

    columns: Columns
    unit: Literal["whole", "pence"]
    row_filter: list[RowFilter]
    skip_rows: list[str]
    broker: str
    made_by: Literal["shipped", "rules", "ai"]


@api.describes(
    Operation(
        "post",
        gettext_noop("What each column of a broker's file is, from its header names"),
        rules=f"{ALLOWANCE.calls} calls in an hour for each reader and, where a model is asked, for each client and"
        f" {ALLOWANCE.total} for all of them; the body has at most {MOST_BYTES // 1024} KiB.",
        body=FormatRequest,
        answer=FormatAnswer,
        statuses=(404, 413, 429, 502, 503),
    )
)
@require_POST
@access.endpoint(needs_user=True)
def find_format(request: HttpRequest) -> HttpResponse:
    """Returns a template; 404 for other tables than holdings, 502 for an unusable reply, 503 without a model."""
    ALLOWANCE.take(request)
    body = api.validated(FormatRequest, api.read_json(request, limit=MOST_BYTES))
    found = formats.known(body.headers, body.delimiter) or _by_model(request, body)
    answer = FormatAnswer(**found.template.model_dump(), broker=found.broker, made_by=found.made_by)
    return api.answer(answer)


def _by_model(request: HttpRequest, body: FormatRequest) -> formats.Format:
    try:
        with ALLOWANCE.model_call(request):
            return formats.by_model(body.headers, body.delimiter)
    except formats.NotHoldings:
        raise Problem(
            404, "not_holdings", _("These are not the columns of a list of current holdings.")
        ) from None
    except formats.NoUse:
        raise Problem(
            502, "no_template", _("The model gave no usable answer."), title="No usable answer"
        ) from None
    except formats.FormatUnavailable:
        raise Problem(503, "unavailable", _("No model is available at the moment.")) from None
