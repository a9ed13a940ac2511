from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BillingConfig(AppConfig):
    name = "billing"
    verbose_name = _("Billing")

    def ready(self) -> None:
        from billing import account_deletion, checks, status  # noqa: F401  fill registries, which need the apps to be ready
