"""Commands about readers, who are named by their address."""

from django.core.management import CommandError

from accounts.models import User


def reader(email: str) -> User:
    """The account with this address; one clear line and exit code 1 when there is none."""
    user = User.objects.by_email(email)
    if user is None:
        raise CommandError(f"There is no account with the address {email.strip()}.")
    return user
