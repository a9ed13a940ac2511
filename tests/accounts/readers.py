"""Signed-in readers for tests that do not test the sign-in."""

from django.conf import settings
from django.test import Client

from accounts.models import Acknowledgement, User


def reader(email: str = "reader@example.org", **columns: object) -> User:
    """An account that has accepted the current statements."""
    user = User.objects.create(email=email, **columns)
    Acknowledgement.objects.create(user=user, version=settings.ACKNOWLEDGEMENT_VERSION, lang="en")
    return user


def signed_in(client: Client | None = None, email: str = "reader@example.org", **columns: object) -> Client:
    client = client or Client()
    client.force_login(reader(email, **columns))
    return client
