"""Whether the broker of the production shape answers."""

from django.conf import settings


def fault() -> str:
    """Empty where it answers within half a second, or where there is none; else the name of the error."""
    if settings.EMBEDDED:
        return ""
    import redis  # 36 MB that the embedded shape does without

    try:
        redis.Redis.from_url(
            settings.CELERY_BROKER_URL, socket_connect_timeout=0.5, socket_timeout=0.5
        ).ping()
    except redis.RedisError as error:
        return type(error).__name__
    return ""
