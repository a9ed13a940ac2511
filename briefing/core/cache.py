"""Django's Redis cache that treats an unavailable server as a miss: pages get slower but never fail."""

import logging
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from django.core.cache.backends import redis
from redis.exceptions import ConnectionError, RedisError, TimeoutError

# A hanging Redis costs each call its full timeout and a page makes several calls, so it is skipped meanwhile.
PAUSE_S = 5.0
log = logging.getLogger(__name__)


class RedisCache(redis.RedisCache):
    """A Redis cache whose failed reads are misses and whose failed writes are dropped; /readyz reports them."""

    # Shared by the process: Django makes one instance per thread.
    paused_until: dict[str, float] = {}

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._attempt(lambda: super(RedisCache, self).get(key, default, version), default)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        self._attempt(lambda: super(RedisCache, self).set(key, value, *args, **kwargs), None)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self._attempt(lambda: super(RedisCache, self).get_many(keys, version), {})
        return found

    def set_many(self, data: dict[str, Any], *args: Any, **kwargs: Any) -> list[str]:
        failed: list[str] = self._attempt(
            lambda: super(RedisCache, self).set_many(data, *args, **kwargs), list(data)
        )
        return failed

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        self._attempt(lambda: super(RedisCache, self).delete_many(keys, version), None)

    def _attempt(self, ask: Callable[[], Any], otherwise: Any) -> Any:
        server = str(self._servers)  # type: ignore[attr-defined]  # django-stubs lacks it
        if monotonic() < self.paused_until.get(server, 0.0):
            return otherwise
        try:
            return ask()
        except (ConnectionError, TimeoutError) as error:
            self.paused_until[server] = monotonic() + PAUSE_S
            log.warning("cache unavailable, not asked for %d s: %s", PAUSE_S, type(error).__name__)
        except RedisError as error:  # a full server refuses writes but still answers reads
            log.warning("cache unavailable: %s", type(error).__name__)
        return otherwise
