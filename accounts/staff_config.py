"""App config naming the admin site; a module of its own because Django loads it before the models."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "accounts.staff_site.StaffSite"
