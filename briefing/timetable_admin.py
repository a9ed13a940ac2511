"""The timetable in the admin; beat follows changes made here."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_celery_beat import admin as schedule_admin  # noqa: F401  registers what is unregistered below
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    PeriodicTasks,
    SolarSchedule,
)

from briefing.core.operations.ledger_admin import StaffAdmin
from briefing.core.work import schedule

for table in (IntervalSchedule, SolarSchedule, ClockedSchedule, PeriodicTask, CrontabSchedule):
    admin.site.unregister(table)


@admin.register(CrontabSchedule)
class CrontabScheduleAdmin(StaffAdmin):
    """The crontabs to choose from; read-only, since several kinds may share one."""

    list_display = ["__str__", "human_readable"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class TimetableForm(forms.ModelForm):  # type: ignore[type-arg]
    """Rejects times that never occur and times that are too close."""

    def clean_crontab(self) -> CrontabSchedule:
        crontab: CrontabSchedule | None = self.cleaned_data["crontab"]
        if crontab is None:
            raise forms.ValidationError(_("Choose the times; to stop the work, untick Enabled."))
        if problem := schedule.problem(crontab):
            raise forms.ValidationError(problem)
        return crontab


@admin.register(PeriodicTask)
class TimetableAdmin(StaffAdmin):
    """One row per scheduled kind; jobs cannot be started here, since beat opens each slot once."""

    form = TimetableForm
    list_display = ["name", "crontab", "enabled"]
    fields = ["name", "crontab", "enabled", "description"]
    readonly_fields = ["name"]
    list_select_related = ["crontab"]
    ordering = ["name"]
    actions = ["enable", "disable"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Excludes the tick, which staff must not change."""
        return super().get_queryset(request).filter(task=schedule.TASK)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(permissions=["operate"], description=_("Enable"))
    def enable(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._switch(request, queryset, enabled=True)

    @admin.action(permissions=["operate"], description=_("Disable"))
    def disable(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._switch(request, queryset, enabled=False)

    def _switch(self, request: HttpRequest, queryset: QuerySet[Any], *, enabled: bool) -> None:
        rows = list(queryset)
        queryset.update(enabled=enabled, last_run_at=None)
        PeriodicTasks.update_changed()
        self.log_done(request, rows, "enabled" if enabled else "disabled")
        self.message_user(request, _("%(count)d entries changed.") % {"count": len(rows)})
