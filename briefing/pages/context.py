from typing import Any

from django.conf import settings
from django.http import HttpRequest

from briefing.core import origin
from briefing.core.language import page_language


def page(request: HttpRequest) -> dict[str, Any]:
    return {
        "sample_data": origin.is_sample(),
        "base_url": settings.BASE_URL,
        "path": request.path,
        "language": page_language(),
        "cookie_prefix": settings.COOKIE_PREFIX,
        "flags": {"subscriptions": settings.SUBSCRIPTIONS_ENABLED},
    }
