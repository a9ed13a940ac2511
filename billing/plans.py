"""The two plans, their prices and trials, and the version of the consent text."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from briefing.core.numbers import NBSP, number

Cadence = Literal["monthly", "annual"]

CURRENCY = "GBP"
# Increment when the wording of the consent box changes in any language; a test compares the texts.
CONSENT_VERSION = 1
WITHDRAWAL_DAYS = 14


@dataclass(frozen=True)
class Plan:
    """A payment plan: the price for each period in pounds, taxes included, and the days of trial."""

    cadence: Cadence
    price: Decimal
    trial_days: int
    price_setting: str
    coupon_setting: str


MONTHLY = Plan("monthly", Decimal("7.00"), 0, "BILLING_PRICE_MONTHLY", "BILLING_REFERRAL_COUPON")
ANNUAL = Plan("annual", Decimal("70.00"), 14, "BILLING_PRICE_ANNUAL", "BILLING_REFERRAL_COUPON_ANNUAL")
PLANS: dict[str, Plan] = {plan.cadence: plan for plan in (MONTHLY, ANNUAL)}


def money(amount: Decimal, language: str) -> str:
    """Formats pounds for the language, without zero pence: £7, 7 £; £7.50, 7,50 £ (with a no-break space)."""
    text = number(amount, 0 if amount == amount.to_integral_value() else 2, language)
    return f"{text}{NBSP}£" if language == "it" else f"£{text}"
