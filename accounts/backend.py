"""Authentication is the e-mailed code; this backend only finds the account of a session."""

from django.contrib.auth.backends import BaseBackend

from accounts.models import User

# What every request of a reader asks, in one statement and without composing it anew each time.
READER = """
SELECT reader.*, coalesce((SELECT max(version) FROM user_acknowledgements WHERE user_id = reader.id), 0) AS accepted
FROM accounts_user reader WHERE id = %s AND is_active
"""


class CodeBackend(BaseBackend):
    def get_user(self, user_id: int) -> User | None:
        """The active reader, who knows already which statements were accepted (`accounts.access.acknowledged`)."""
        return next(iter(User.objects.raw(READER, [user_id])), None)
