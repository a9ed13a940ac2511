"""The parts of an address that routes share."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class RowId(IntConverter):
    """A row's number in its one spelling: 7 and not 07, each of which would be a page of its own; within 64 bits."""

    regex = "[1-9][0-9]{0,17}"


register_converter(RowId, "row")
