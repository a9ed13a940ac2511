"""Queries common to reads and logs."""

from typing import TYPE_CHECKING, Any, Self, TypeVar

from django.db import models
from django.db.models import Prefetch, Q

if TYPE_CHECKING:
    from commentary.models import WrittenText

Text = TypeVar("Text", bound="WrittenText")


class WrittenTexts(models.QuerySet[Text]):
    def accepted(self) -> Self:
        return self.filter(state=self.model.State.ACCEPTED)

    def readable(self, *, rules_only: bool) -> Self:
        """Returns the texts a reader may see; with `rules_only` those that have a version by rules."""
        by_rules = Q(written_by=self.model.WrittenBy.RULES) | Q(by_rules__has_key="en")
        return self.accepted().filter(by_rules) if rules_only else self.accepted()

    def toned(self, tone: str, style: str = "DRY") -> Self:
        return self.filter(tone=tone, style=style)

    def translated(self, language: str) -> Self:
        """Prefetches the translations into a language; the texts themselves are in English."""
        if language == "en":
            return self
        related: Any = self.model._meta.get_field("translations").related_model
        return self.prefetch_related(Prefetch("translations", related.objects.filter(language=language)))

    def newest_first(self) -> Self:
        return self.order_by("-cycle", "-pk")
