"""What billing shows on pages of lower apps."""

from datetime import datetime
from typing import Any

from django import template
from django.conf import settings

from accounts.models import User
from billing.checkout import pays_elsewhere
from billing.models import Processor, Subscription
from billing.processors import polar
from billing.withdrawal import contract_of
from briefing.core.language import date_in_text

register = template.Library()


@register.filter
def day(moment: datetime) -> str:
    """A date as it stands in running text: 5 December 2026, 5 dicembre 2026."""
    return date_in_text(moment, "j F Y")


@register.inclusion_tag("billing/lines.html", takes_context=True)
def billing_lines(context: template.Context, user: User) -> dict[str, Any]:
    """The reader's subscription on the settings page: a failed renewal, managing, withdrawing."""
    primary = Subscription.objects.of(user, Processor.PRIMARY).live().first()
    pays = user.tier == User.Tier.PAID and bool(user.billing_subscription_id)
    contract = contract_of(user)
    return {
        "csrf_token": context.get("csrf_token"),
        "manages": pays and settings.SUBSCRIPTIONS_ENABLED,
        "elsewhere": polar.CUSTOMER_PAGE if not pays and pays_elsewhere(user) else "",
        "past_due": primary is not None and primary.status == "past_due",
        "contract": contract if contract and (contract.is_open or contract.withdrawal) else None,
    }
