"""The month's model costs by purpose, compared with the cap."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Q, Sum

from briefing.core.models import LlmCall
from briefing.core.outside.llm import budget


@dataclass(frozen=True)
class Spending:
    """Costs in USD. `committed`, which the cap limits, is the sum of settled, uncertain and reserved costs."""

    month: str
    cap: float
    committed: float
    purposes: list[dict[str, Any]]  # purpose, calls, failed, tokens_in, tokens_out, usd

    @property
    def percent(self) -> int:
        return round(100 * self.committed / self.cap) if self.cap else 100


def this_month(now: datetime) -> Spending:
    month = budget.month_of(now)
    rows = (
        LlmCall.objects.filter(month=month)
        .values("purpose")
        .annotate(
            calls=Count("pk"),
            failed=Count("pk", filter=~Q(outcome__in=("ok", "cut", ""))),
            tokens_in=Sum("prompt_tokens"),
            tokens_out=Sum("completion_tokens"),
            micro=Sum("cost_micro_usd"),
        )
        .order_by("-micro", "purpose")
    )
    purposes = [row | {"usd": row["micro"] / budget.MICRO} for row in rows]
    return Spending(month, settings.LLM_MONTHLY_COST_CAP_USD, budget.spent_usd(month), purposes)
