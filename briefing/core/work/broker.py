"""Checks whether the message broker answers."""

from django.conf import settings


def fault() -> str:
    """Returns "" if the broker answers within half a second or none is used; otherwise the error's class name."""
    if settings.EMBEDDED:
        return ""
    import redis  # 36 MB of memory that the embedded deployment saves

    try:
        redis.Redis.from_url(
            settings.CELERY_BROKER_URL, socket_connect_timeout=0.5, socket_timeout=0.5
        ).ping()
    except redis.RedisError as error:
        return type(error).__name__
    return ""
