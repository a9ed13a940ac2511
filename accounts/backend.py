"""Authentication is the e-mailed code; this backend only finds the account of a session."""

from django.contrib.auth.backends import BaseBackend

from accounts.models import User


class CodeBackend(BaseBackend):
    def get_user(self, user_id: int) -> User | None:
        return User.objects.filter(pk=user_id, is_active=True).first()
