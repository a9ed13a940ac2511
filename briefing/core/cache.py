"""The cache of the production shape: a Redis that is away makes pages slower, never an error."""

import logging
from collections.abc import Iterable
from typing import Any

from django.core.cache.backends import redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class RedisCache(redis.RedisCache):
    """What cannot be read is a miss, what cannot be written is let go; both are logged. /readyz tells operators."""

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except RedisError as error:
            log.warning("cache unavailable: %s", type(error).__name__)
            return default

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(key, value, *args, **kwargs)
        except RedisError as error:
            log.warning("cache unavailable: %s", type(error).__name__)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        try:
            return super().get_many(keys, version)
        except RedisError as error:
            log.warning("cache unavailable: %s", type(error).__name__)
            return {}

    def set_many(self, data: dict[str, Any], *args: Any, **kwargs: Any) -> list[str]:
        try:
            return super().set_many(data, *args, **kwargs)
        except RedisError as error:
            log.warning("cache unavailable: %s", type(error).__name__)
            return list(data)
