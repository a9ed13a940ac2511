"""System checks of billing."""

import base64

import pytest
from django.core.checks import run_checks

# The secondary processor's format until August 2026: letters and digits, not base64.
TOKEN = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3dE0a1B2"


def found(settings, secret: str) -> list[str]:
    settings.BILLING2_WEBHOOK_SECRET = secret
    return [item.id for item in run_checks() if "BILLING2_WEBHOOK_SECRET" in item.msg]


def key(length: int) -> str:
    return "whsec_" + base64.b64encode(bytes(range(length))).decode()


@pytest.mark.parametrize("secret", ["whsec_a", "whsec_", "whsec_not base64 at all!", "secret", key(23),
                                    "polar_whs_", "polar_whs_" + "a" * 31, "polar_whs_" + "a b" * 20])  # fmt: skip
def test_secondary_secret_that_can_be_guessed_is_refused(settings, secret):
    assert found(settings, secret) == ["billing.E001"]


@pytest.mark.parametrize("secret", ["", key(24), key(32).rstrip("="), key(24).removeprefix("whsec_"),
                                    "whsec_" + TOKEN, "polar_whs_" + TOKEN])  # fmt: skip
def test_secondary_secret_of_the_scheme_and_none_are_fine(settings, secret):
    assert found(settings, secret) == []


def test_refusal_says_what_to_do(settings):
    settings.BILLING2_WEBHOOK_SECRET = "whsec_a"
    hint = next(item.hint for item in run_checks() if item.id == "billing.E001")
    assert "secrets.token_bytes(32)" in hint and "Leave it empty" in hint


@pytest.mark.parametrize("missing", ["PORTFOLIO_AI_ENABLED", "PORTFOLIO_SYNC_ENABLED"])
def test_selling_what_is_switched_off_is_a_warning(settings, missing):
    settings.SUBSCRIPTIONS_ENABLED = settings.PORTFOLIO_AI_ENABLED = settings.PORTFOLIO_SYNC_ENABLED = True
    assert [item.id for item in run_checks() if item.id == "briefing.W009"] == []
    setattr(settings, missing, False)
    assert [item.msg.split()[0] for item in run_checks() if item.id == "briefing.W009"] == [missing]
