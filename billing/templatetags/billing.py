"""Template tags of billing for pages of other apps."""

from typing import Any

from django import template
from django.conf import settings

from accounts.models import User
from billing.checkout import pays_elsewhere
from billing.contracts import contracts_of
from billing.models import Processor, Subscription
from billing.processors import polar

register = template.Library()


@register.inclusion_tag("billing/lines.html", takes_context=True)
def billing_lines(context: template.Context, user: User) -> dict[str, Any]:
    """Context of the settings page: failed renewal, two running subscriptions, managing, withdrawing."""
    live = Subscription.objects.of(user).live()
    pays = user.tier == User.Tier.PAID and bool(user.billing_subscription_id)
    contracts = contracts_of(user)
    return {
        "csrf_token": context.get("csrf_token"),
        "manages": pays and settings.SUBSCRIPTIONS_ENABLED,
        "elsewhere": polar.CUSTOMER_PAGE if not pays and pays_elsewhere(user) else "",
        "past_due": live.filter(processor=Processor.PRIMARY, status="past_due").exists(),
        "running": live.order_by("first_seen_at") if len(live) > 1 else [],
        "can_withdraw": any(contract.is_open for contract in contracts),
        "has_withdrawn": any(contract.withdrawal for contract in contracts),
    }
