"""Each admin page of one row opens or is refused for both staff roles, for every table, without a 500."""

from typing import Any

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db
# Lists only readers with a subscription; others redirect to the list.
NARROWED = {"billing.BillingHistory"}
TABLES = sorted(admin.site._registry, key=lambda model: model._meta.label)


def row_of(model: type[models.Model]) -> models.Model:
    """A row of the table, with a value in every required column."""
    if found := model._default_manager.first():
        return found
    given = {
        field.name: _value(field)
        for field in model._meta.concrete_fields
        if not (field.auto_created or field.null or field.has_default())
    }
    return model._default_manager.create(**given)


def _value(field: Any) -> Any:
    if isinstance(field, models.ForeignKey):
        return row_of(field.related_model)
    if field.choices:
        return field.flatchoices[0][0]
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    if isinstance(field, models.DateField):
        return timezone.now().date()
    if isinstance(field, models.BinaryField):
        return b"x" * 40
    if isinstance(field, models.JSONField):
        return {
            "group": "economy",
            "as_of": "2026-11-20",
            "rows": [],
        }  # the material of a text, if it is one
    if isinstance(field, models.EmailField):
        return "row@example.org"
    if isinstance(field, models.CharField | models.TextField):
        return "x"
    if isinstance(field, models.BooleanField):
        return False
    return 1


@pytest.fixture(params=["support", "admin"])
def staff(request) -> Client:
    return signed_in(email="staff@example.org", is_staff=True, staff_role=request.param)


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.label)
def test_pages_about_one_row_open_or_are_refused(staff, model):
    row, name = row_of(model), f"admin:{model._meta.app_label}_{model._meta.model_name}"
    asked = {
        **{page: reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "delete", "history")},
        "list": reverse(f"{name}_changelist"), "add": reverse(f"{name}_add"),
    }  # fmt: skip
    answers = {page: staff.get(path).status_code for page, path in asked.items()}
    assert (answers["list"], answers["change"]) == (200, 302 if model._meta.label in NARROWED else 200)
    assert set(answers.values()) <= {200, 302, 403, 404}
    changed = {page: staff.post(asked[page], {"x": "y"}).status_code for page in ("change", "add")}
    assert set(changed.values()) <= {200, 302, 403}
