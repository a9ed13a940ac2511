import threading
from collections.abc import Iterator

import pytest

from briefing.demo.server import SampleServer, serve
from indicators.sources import addresses, file_cache


@pytest.fixture(scope="session")
def sample_server() -> Iterator[SampleServer]:
    server = serve("127.0.0.1", 0)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def samples(sample_server: SampleServer, settings) -> str:
    """The address of a running sample server, with every source pointed at it."""
    file_cache.forget()
    host = f"127.0.0.1:{sample_server.server_address[1]}"
    settings.SAMPLE_DATA = True
    settings.OUTBOUND_ALLOWED_HOSTS = [host]
    settings.SOURCE_BASE_URLS = {prefix: f"http://{host}/{prefix.lower()}" for prefix in addresses()}
    return f"http://{host}"
