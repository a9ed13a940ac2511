"""Two loopback endpoints, a direct one and a gateway, and the settings for them."""

from collections.abc import Iterator

import pytest

from tests.fake_model import KEY, FakeModel


@pytest.fixture
def direct() -> Iterator[FakeModel]:
    with FakeModel() as model:
        yield model


@pytest.fixture
def gateway() -> Iterator[FakeModel]:
    with FakeModel() as model:
        yield model


@pytest.fixture
def both(settings, direct: FakeModel, gateway: FakeModel) -> tuple[FakeModel, FakeModel]:
    settings.LLM_API_KEY, settings.LLM_MODEL, settings.LLM_BASE_URL = KEY, "small", direct.base_url
    settings.LLM_GATEWAY_API_KEY, settings.LLM_GATEWAY_MODEL = f"{KEY}-gw", "acme/small"
    settings.LLM_GATEWAY_BASE_URL = gateway.base_url
    settings.LLM_TIMEOUT_S = 5
    settings.LLM_MONTHLY_COST_CAP_USD = 1.0
    settings.LLM_PRICES = {
        "default": {"input": 10, "cached_input": 1, "output": 20},
        "small": {"input": 1, "cached_input": 0.1, "output": 2},
    }
    return direct, gateway
