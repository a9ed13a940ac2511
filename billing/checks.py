"""System checks of billing."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from billing.processors import polar


@register()
def secondary_secret(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Refuses a weak webhook secret: a guessed one could forge events that give paid access."""
    secret = settings.BILLING2_WEBHOOK_SECRET.strip()
    if secret and not polar.is_strong(secret):
        yield Error(
            f"BILLING2_WEBHOOK_SECRET is neither whsec_ and base64 of at least {polar.LEAST_KEY_BYTES} bytes"
            f" nor an older {polar.OLD_PREFIX} and at least 32 letters and digits.",
            hint="Copy the whole secret from the secondary processor's endpoint, or make one with: python -c"
            " \"import base64, secrets; print('whsec_' + base64.b64encode(secrets.token_bytes(32)).decode())\""
            " and set it there too. Leave it empty to switch the endpoint off.",
            id="billing.E001",
        )
