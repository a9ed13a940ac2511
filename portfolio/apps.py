from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PortfolioConfig(AppConfig):
    name = "portfolio"
    verbose_name = _("Portfolio")

    def ready(self) -> None:
        from portfolio.sync import data_export  # noqa: F401  fills the registry of accounts, which needs the apps to be ready
