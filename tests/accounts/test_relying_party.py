"""Relying-party id and origin in the form browsers use."""

import pytest

from accounts.passkeys import relying_party


@pytest.mark.parametrize(
    ("base_url", "rp_id", "origin", "reason"),
    [
        ("https://briefing.example", "briefing.example", "https://briefing.example", ""),
        ("https://Briefing.Example:443", "briefing.example", "https://briefing.example", ""),
        ("https://briefing.example:8443", "briefing.example", "https://briefing.example:8443", ""),
        ("https://börse.example", "xn--brse-5qa.example", "https://xn--brse-5qa.example", ""),
        ("http://localhost:8000", "localhost", "http://localhost:8000", ""),
        ("http://briefing.localhost", "briefing.localhost", "http://briefing.localhost", ""),
        ("http://briefing.example", "briefing.example", "http://briefing.example", "insecure"),
        ("https://192.0.2.1", "192.0.2.1", "https://192.0.2.1", "address"),
    ],
)
def test_identity_comes_from_the_base_url(settings, base_url, rp_id, origin, reason):
    settings.BASE_URL = base_url
    assert (relying_party.rp_id(), relying_party.origin(), relying_party.unavailable()) == (
        rp_id,
        origin,
        reason,
    )
