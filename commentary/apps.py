from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommentaryConfig(AppConfig):
    name = "commentary"
    verbose_name = _("Commentary")
