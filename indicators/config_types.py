"""Base types of the entries in configuration files."""

from pydantic import BaseModel, ConfigDict, Field

LANGUAGES = {"en": "English", "it": "Italian"}
# Plausible ranges by unit, for rows that do not set `plausible`.
PLAUSIBLE = {
    "%": (-100.0, 1000.0), "pp": (-100.0, 100.0), "index": (-1000.0, 1_000_000.0), "ratio": (0.0, 1000.0),
    "points": (0.0, 1_000_000.0),
    "USD": (-1000.0, 10_000_000.0), "USD bn": (-100_000.0, 1_000_000.0), "GBP": (0.0, 1_000_000.0),
    "EUR": (0.0, 1_000_000.0), "JPY": (0.0, 100_000_000.0), "CHF": (0.0, 1_000_000.0), "CNY": (0.0, 10_000_000.0),
}  # fmt: skip


class NotConfigured(KeyError):
    """No active row has the code, or no group with active rows the id."""


class ConfigEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, str_strip_whitespace=True)


class LocalisedText(ConfigEntry):
    """A text in every language; called with a language code it returns that text, English by default."""

    en: str = Field(min_length=1)
    it: str = Field(min_length=1)

    def __call__(self, language: str) -> str:
        return str(getattr(self, language[:2], self.en))

    def about(self, dataset: str) -> "LocalisedText":
        """The text with `{dataset}` filled in."""
        return LocalisedText(
            **{lang: text.replace("{dataset}", dataset) for lang, text in self.model_dump().items()}
        )


NO_TEXT = LocalisedText.model_construct(None, **dict.fromkeys(LANGUAGES, ""))
