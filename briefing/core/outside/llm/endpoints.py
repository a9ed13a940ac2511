"""State of each provider's endpoint, in a row that all processes share."""

from collections.abc import Collection

from django.db import transaction

from briefing.core.hashing import keyed_hash
from briefing.core.models import LlmEndpoint
from briefing.core.outside.llm.interface import Provider


def identity(base_url: str, model: str, api_key: str) -> str:
    """Returns a keyed hash of address, model and key: changing any of them makes another endpoint."""
    return keyed_hash("llm-endpoint", f"{base_url}\n{model}\n{api_key}")


def endpoint(provider: Provider) -> LlmEndpoint:
    """Returns the row of the provider's endpoint, created if missing."""
    row, _created = LlmEndpoint.objects.get_or_create(
        identity=provider.identity,
        defaults={"provider": provider.name[:16], "model": provider.model[:128]},
    )
    return row


def refused(provider: Provider) -> Collection[str]:
    """Returns the parameters that the endpoint rejects and that are no longer sent."""
    return frozenset(endpoint(provider).refused)


def remember_refused(provider: Provider, parameter: str) -> None:
    key = endpoint(provider).pk
    with transaction.atomic():
        row = LlmEndpoint.objects.select_for_update().get(pk=key)
        if parameter not in row.refused:
            row.refused = [*row.refused, parameter]
            row.save(update_fields=["refused"])
