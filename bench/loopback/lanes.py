"""The service with a floor for each page, as bench/pages.py runs it. As a program it fills the database.

The floor is a bare view behind the same middleware. It reads the session and the reader where the page does, and
returns the page's uncompressed bytes, which the middleware then compresses.
"""

from functools import cache
from typing import Any

import django

PAGES = {
    "dashboard": "/", "landing": "/", "news": "/news?all", "tag": "/news?include=Inflation", "log": "/log",
    "indicator": "/indicators/US10", "methods": "/methods", "api/news": "/api/news",
}  # fmt: skip


def fill() -> str:
    """Migrates, fills from the sample sources, and returns a reader's session cookie."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.utils import timezone

    from accounts.models import Acknowledgement, User
    from briefing.local import bootstrap
    from commentary.publishing import logs

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    for step in bootstrap.missing():
        bootstrap.run(step)
    logs.cycle(timezone.now())
    reader = User.objects.create(email="reader@example.org")
    Acknowledgement.objects.create(user=reader, version=settings.ACKNOWLEDGEMENT_VERSION, lang="en")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(reader)
    client.get("/")  # the day's first visit
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def floors() -> None:
    """Adds `/floor/<name>` to the service's URLs."""
    from django.http import HttpRequest, HttpResponse
    from django.test import Client
    from django.urls import re_path

    from accounts.models import User
    from briefing import urls

    stored: dict[str, tuple[bytes, str]] = {}

    def bytes_of(name: str) -> tuple[bytes, str]:
        if name not in stored:
            client = Client(SERVER_NAME="127.0.0.1")
            if name != "landing":
                client.force_login(User.objects.get())
            client.cookies["svc.lang"] = "en"
            page = client.get(PAGES[name], headers={"accept-encoding": "identity"})
            stored[name] = page.content, page["Content-Type"]
        return stored[name]

    def floor(request: HttpRequest, name: str) -> HttpResponse:
        if name != "landing":
            assert request.user.is_authenticated
        body, kind = bytes_of(name)
        return HttpResponse(body, content_type=kind)

    urls.urlpatterns.append(re_path(r"^floor/(?P<name>.+)$", floor))


@cache
def service() -> Any:
    """The application, set up at the first request of each process."""
    from briefing.wsgi import application as found

    floors()
    return found


def application(environ: Any, start_response: Any) -> Any:
    return service()(environ, start_response)


if __name__ == "__main__":
    django.setup()
    print(fill())
