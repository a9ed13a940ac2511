"""A list of weights, and a model that explains it well until a test puts another reply before its own."""

import json
from typing import Any

from django.test import Client

from tests.commentary.author import Author, text
from tests.fake_model import Seen, Step, answers

WEIGHTS = [
    ("ZYXQ.L", 40.0),
    ("QQVB", 25.0),
    ("KWYJ.DE", 15.0),
    ("WVUT", 10.0),
    ("BRK-B", 6.0),
    ("0700.HK", 4.0),
]
ENGLISH = (
    "The heaviest of the six positions are ZYXQ.L (40.0% of the value), QQVB (25.0%) and KWYJ.DE (15.0%). "
    "The five heaviest account for 96.0% of the value.",
    "The Herfindahl-Hirschman index, the sum of the squared weights, is 2,602 on a scale up to 10,000.",
)
ITALIAN = (
    "Le più grandi delle sei posizioni sono ZYXQ.L (40,0% del valore), QQVB (25,0%) e KWYJ.DE (15,0%). "
    "Le cinque più grandi rappresentano insieme il 96,0% del valore.",
)
ADVICE = "Investors should sell QQVB and buy ZYXQ.L now."


def positions(pairs: list[tuple[str, float]] | None = None) -> list[dict[str, Any]]:
    return [{"ticker": ticker, "weight": weight} for ticker, weight in pairs or WEIGHTS]


def ask(client: Client, pairs: list[tuple[str, float]] | None = None, **changes: Any):
    body = {"positions": positions(pairs), "tone": "NOVICE", "lang": "en"} | changes
    return client.post("/api/analyze", json.dumps(body), content_type="application/json")


def writes(*paragraphs: str) -> Step:
    return answers(lambda _seen: text(*paragraphs))


class Explainer(Author):
    """Writes the English or the Italian explanation, as the prompt asks, and passes it as its own reviewer."""

    def __init__(self) -> None:
        super().__init__()
        self.puts("write", *[answers(_explanation)] * 50)

    def first(self, role: str, *steps: Step) -> None:
        """These replies come before the good ones."""
        self.put[role] = [*steps, *self.put[role]]


def _explanation(seen: Seen) -> str:
    return text(*(ITALIAN if "Language of the text: Italian" in seen.prompt else ENGLISH))
