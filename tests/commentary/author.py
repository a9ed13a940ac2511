"""A model that writes, judges and translates well, until a test puts a reply of its own before the next one."""

import json
import re
from collections import defaultdict
from typing import Any

from tests.fake_model import KEY, FakeModel, Handler, Seen, Step, completion

ENGLISH = (
    "The newest figures stand high in their own history. Their last moves were small by their usual steps. "
    "The measures of borrowing costs and the measures of activity pointed in different directions. "
    "What the oldest of these figures measures is the cost of money over a longer time. "
    "Those in the middle of their range were close to their neighbours, which had moved the other way."
)
ITALIAN = (
    "I dati più recenti sono alti rispetto alla propria storia. Le ultime variazioni sono state piccole per i loro "
    "passi abituali. Le misure del costo del denaro e quelle dell’attività indicavano direzioni diverse. Il più "
    "vecchio di questi dati misura il costo del denaro su un periodo più lungo. Quelli a metà della propria storia "
    "erano vicini agli altri, che si erano mossi nella direzione opposta."
)
TITLE, TITOLO = "Figures high in their own history", "Dati alti rispetto alla propria storia"
# No edition opens as the one before or as the lead beside it: then the second title, and the sentences in another order.
OTHERS = [("Figures little moved from before", "Dati poco mossi rispetto al passato"),
          ("Costs and activity part ways", "Costi e attività divergono")]  # fmt: skip
TITLES = [(TITLE, TITOLO), *OTHERS]


class Author(FakeModel):
    """`puts("judge", step)` comes before its good reply; `asked["write"]` lists what reached it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str, list[Seen]] = defaultdict(list)
        self.put: dict[str, list[Step]] = defaultdict(list)
        self.usage = (1000, 100)
        self.otherwise = self._answer

    def puts(self, role: str, *steps: Step) -> None:
        self.put[role] += steps

    @property
    def calls(self) -> dict[str, int]:
        return {role: len(seen) for role, seen in sorted(self.asked.items())}

    def _answer(self, handler: Handler, seen: Seen) -> None:
        role = role_of(seen)
        self.asked[role].append(seen)
        if self.put[role]:
            return self.put[role].pop(0)(handler, seen)
        reply = {"write": written, "judge": judged, "translate": translated}[role](seen)
        handler.send(200, completion(reply, usage=self.usage))


def role_of(seen: Seen) -> str:
    if "You are the second reviewer" in seen.prompt:
        return "judge"
    return "translate" if "You translate" in seen.prompt else "write"


def text(*paragraphs: str, title: str = "") -> str:
    return json.dumps({"title": title, "paragraphs": list(paragraphs)}, ensure_ascii=False)


def turned(whole: str, by: int) -> str:
    """The same sentences, beginning with another one."""
    sentences = re.split(r"(?<=\.) ", whole)
    return " ".join(sentences[by:] + sentences[:by])


def written(seen: Seen) -> str:
    titled = '"title" empty' not in seen.prompt
    for number, (title, _titolo) in enumerate(TITLES):
        if title not in seen.prompt:
            return text(turned(ENGLISH, number), title=title if titled else "")
    return text(ENGLISH, title=TITLE if titled else "")


def translated(seen: Seen) -> str:
    number = next((each for each in range(len(TITLES)) if turned(ENGLISH, each) in seen.prompt), 0)
    titled = "\nTitle: " in seen.prompt
    return text(turned(ITALIAN, number), title=TITLES[number][1] if titled else "")


def judged(seen: Seen, **changes: Any) -> str:
    found = re.search(r"text_id: (\w+)", seen.prompt)
    verdict = {"text_id": found[1] if found else "", "verdict": "pass", "findings": []}
    return json.dumps(verdict | changes)


def configure(settings: Any, model: FakeModel) -> None:
    """The direct provider is this model, at 1 and 2 dollars a million tokens."""
    settings.LLM_API_KEY, settings.LLM_MODEL, settings.LLM_BASE_URL = KEY, "penman-1", model.base_url
    settings.LLM_GATEWAY_API_KEY = settings.LLM_GATEWAY_MODEL = ""
    settings.LLM_TIMEOUT_S, settings.LLM_MONTHLY_COST_CAP_USD = 5, 100.0
    settings.LLM_PRICES = {"default": {"input": 1, "cached_input": 1, "output": 2}}
