"""Names our admin site to Django, in a module of its own since it is read before the models are."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "accounts.staff_site.StaffSite"
