"""The confirmation on a durable medium: what was bought, at what price, from when, and how to leave."""

from django.conf import settings

from billing.models import Consent
from billing.plans import WITHDRAWAL_DAYS, money
from briefing.core.mail import send


def confirm(consent_id: int) -> str:
    """Mails the confirmation of one completed consent. MailError when it did not leave."""
    consent = Consent.objects.select_related("user").get(pk=consent_id)
    if consent.user is None:
        return "nobody to write to"
    send(
        "subscription_confirmed", consent.user.email, language=consent.language, kind="subscription_confirmed",
        user_id=consent.user.pk,
        context={"consent": consent, "price": money(consent.price, consent.language), "days": WITHDRAWAL_DAYS,
                 "base_url": settings.BASE_URL},
    )  # fmt: skip
    return "confirmation sent"
