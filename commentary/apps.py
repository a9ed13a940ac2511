from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommentaryConfig(AppConfig):
    name = "commentary"
    verbose_name = _("Commentary")

    def ready(self) -> None:
        from commentary import status  # noqa: F401  fills a registry, which needs the apps to be ready
        from commentary.digests import delivery  # noqa: F401  fills a registry of accounts, which needs the apps to be ready
        from commentary.followed import choices, events  # noqa: F401  fill registries of accounts and indicators
