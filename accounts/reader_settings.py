"""`User.settings_json`: settings of a reader that several forms share."""

from django.db import transaction

from accounts.models import User


def update(user: User, changes: dict[str, object]) -> None:
    """Merges `changes` into the stored settings under a row lock; None removes a key."""
    with transaction.atomic():
        merged = User.objects.select_for_update().get(pk=user.pk).settings_json | changes
        user.settings_json = {name: value for name, value in merged.items() if value is not None}
        user.save(update_fields=["settings_json"])
