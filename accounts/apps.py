from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        # They listen for deletions and sign-ins, which needs the apps to be ready.
        from accounts import traces  # noqa: F401
        from accounts.passkeys import proofs  # noqa: F401
