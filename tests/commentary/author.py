"""A model that writes, judges and translates well, until a test puts a reply of its own before the next one."""

import json
import re
from collections import defaultdict
from typing import Any

from tests.fake_model import KEY, FakeModel, Handler, Seen, Step, completion

ENGLISH = (
    "The newest figures stand high in their own history. Their last moves were small by their usual steps."
)
ITALIAN = "I dati più recenti sono alti rispetto alla propria storia. Le ultime variazioni sono state piccole per i loro passi abituali."
TITLE, TITOLO = "Figures high in their own history", "Dati alti rispetto alla propria storia"


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
    if "You are the second reviewer" in seen.system:
        return "judge"
    return "translate" if "You translate" in seen.system else "write"


def text(*paragraphs: str, title: str = "") -> str:
    return json.dumps({"title": title, "paragraphs": list(paragraphs)}, ensure_ascii=False)


def written(seen: Seen) -> str:
    titled = 'Leave "title" empty' not in seen.system
    return text(ENGLISH, title=TITLE if titled else "")


def translated(seen: Seen) -> str:
    return text(ITALIAN, title=TITOLO if "Title: " in seen.prompt else "")


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
