"""Template filter for dates in running text."""

from django import template

from briefing.core.dates import date_in_text

register = template.Library()
register.filter("in_words", lambda day, form="j F Y": date_in_text(day, form))
