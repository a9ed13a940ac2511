"""Requests with a personal token, and the routes that accept one."""

from django.http import HttpResponse
from django.test import Client

from accounts.models import User

READABLE = ("/api/news", "/api/indicators", "/api/indicators/US10", "/api/reads", "/api/logs", "/api/agenda",
            "/api/revisions")  # fmt: skip


def ask(
    token: str, path: str = "/api/news", method: str = "get", scheme: str = "Bearer", **more
) -> HttpResponse:
    headers = {"authorization": f"{scheme} {token}"} | more.pop("headers", {})
    return getattr(Client(), method)(path, headers=headers, **more)


def at_settings(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
