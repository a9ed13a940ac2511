from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from accounts import (
            status,  # noqa: F401  fills a registry, which needs the apps to be ready
            traces,  # noqa: F401  listens for deletions, which needs the apps to be ready
        )
        from accounts.passkeys import proofs  # noqa: F401  listens to sign-ins, which needs the apps to be ready
