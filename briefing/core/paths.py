"""Path converters shared by the apps' routes."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class RowId(IntConverter):
    """A row's id in canonical form (7, not 07, which would be a second address), within 64 bits."""

    regex = "[1-9][0-9]{0,17}"


register_converter(RowId, "row")
