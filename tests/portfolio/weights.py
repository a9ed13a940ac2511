"""A list of weights, and a model that explains it well unless a test queues other replies."""

import json
from typing import Any

from django.test import Client

from tests.commentary.author import Author
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
ENGLISH_SLOTS = (
    "The heaviest of the {all.count} positions are {p1.ticker} ({p1.weight} of the value), {p2.ticker} ({p2.weight}) and "
    "{p3.ticker} ({p3.weight}).",
    "The five heaviest account for {all.heaviest} of the value.",
    "The Herfindahl-Hirschman index, the sum of the squared weights, is {all.index} on a scale up to {all.most_index}.",
)
ITALIAN_SLOTS = (
    "Le più grandi delle {all.count} posizioni sono {p1.ticker} ({p1.weight} del valore), {p2.ticker} ({p2.weight}) e "
    "{p3.ticker} ({p3.weight}).",
    "Le cinque più grandi rappresentano insieme {all.heaviest} del valore.",
)
ADVICE = "Investors should sell {p2.ticker} and buy {p1.ticker} now."


def positions(pairs: list[tuple[str, float]] | None = None) -> list[dict[str, Any]]:
    return [{"ticker": ticker, "weight": weight} for ticker, weight in pairs or WEIGHTS]


def ask(client: Client, pairs: list[tuple[str, float]] | None = None, **changes: Any):
    body = {"positions": positions(pairs), "tone": "NOVICE", "lang": "en"} | changes
    return client.post("/api/analyze", json.dumps(body), content_type="application/json")


def writes(*sentences: str) -> Step:
    return answers(lambda _seen: drafted(*sentences))


def drafted(*sentences: str) -> str:
    """A reply whose second sentence ends a paragraph."""
    told = [{"text": each, "ends": place == 1} for place, each in enumerate(sentences)]
    return json.dumps({"sentences": told}, ensure_ascii=False)


class Explainer(Author):
    """Writes the explanation in the prompt's language, and passes it as the reviewer."""

    def __init__(self) -> None:
        super().__init__()
        self.puts("write", *[answers(_explanation)] * 50)

    def first(self, role: str, *steps: Step) -> None:
        """Queues these replies before the good ones."""
        self.put[role] = [*steps, *self.put[role]]


def _explanation(seen: Seen) -> str:
    return drafted(*(ITALIAN_SLOTS if "Language of the text: Italian" in seen.prompt else ENGLISH_SLOTS))
