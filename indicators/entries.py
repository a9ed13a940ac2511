"""What the entries of configuration files are made of."""

from pydantic import BaseModel, ConfigDict, Field

LANGUAGES = {"en": "English", "it": "Italian"}


class Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, str_strip_whitespace=True)


class Text(Entry):
    """A text in every language; called with a language code it gives that language's, or the English."""

    en: str = Field(min_length=1)
    it: str = Field(min_length=1)

    def __call__(self, language: str) -> str:
        return str(getattr(self, language[:2], self.en))

    def about(self, dataset: str) -> "Text":
        """The text with `{dataset}` filled in."""
        return Text(**{lang: text.replace("{dataset}", dataset) for lang, text in self.model_dump().items()})


NO_TEXT = Text.model_construct(None, **dict.fromkeys(LANGUAGES, ""))
