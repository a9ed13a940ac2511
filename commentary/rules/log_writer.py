"""Writes a log without a model: what the figures show together, and what the headlines were about.

No headline is quoted: what others wrote has not been through the review. The page lists them with their sources.
"""

from commentary.facts.log_material import Material
from commentary.facts.notation import NBSP
from commentary.rules import writer
from commentary.writing.drafts import Draft
from news.tagging.vocabulary import TAGS, label

MOST_TAGS = 4


def write(material: Material) -> dict[str, Draft]:
    """The same log in every language."""
    texts = writer.compose(material.figures, tone=material.tone)
    drafts = {}
    for language, text in texts.items():
        about = _headlines(material, language)
        drafts[language] = Draft(text.title, tuple(part for part in (text.body, about) if part))
    return drafts


def _headlines(material: Material, language: str) -> str:
    known = [(tag, count) for tag, count in material.tags if tag in TAGS]
    tags = [f"{label(tag, language)}{NBSP}({count})" for tag, count in known[:MOST_TAGS]]
    number = material.stories
    if language == "it":
        return _italian(number, tags)
    if not number:
        return "The six hours brought no headline."
    brought = "one headline" if number == 1 else f"{number:,} headlines"
    subjects = f" The subjects named most often: {', '.join(tags)}." if tags else ""
    return f"The six hours brought {brought}.{subjects}"


def _italian(number: int, tags: list[str]) -> str:
    if not number:
        return "Nelle sei ore non sono arrivate notizie."
    came = "è arrivata una notizia" if number == 1 else f"sono arrivate {number:,} notizie".replace(",", ".")
    subjects = f" Gli argomenti più frequenti: {', '.join(tags)}." if tags else ""
    return f"Nelle sei ore {came}.{subjects}"
