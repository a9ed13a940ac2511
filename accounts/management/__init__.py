"""Helpers of the commands that take a reader's address."""

from django.core.management import CommandError

from accounts.models import User


def reader(email: str) -> User:
    """Returns the account with this address; CommandError when there is none."""
    user = User.objects.by_email(email)
    if user is None:
        raise CommandError(f"There is no account with the address {email.strip()}.")
    return user
