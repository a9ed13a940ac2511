"""A model that writes drafts in slots and judges well, until a test puts a reply of its own before the next one."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tests.fake_model import KEY, FakeModel, Handler, Seen, Step, completion

FIGURE = re.compile(r"^\[(\w+)\] name: .*? \((m|f)\); .*\n   slots: (.*)\n   claims: (.*)$", re.MULTILINE)
MARKED = re.compile(r"^=== \w+$(.*?)^=== \w+$", re.MULTILINE | re.DOTALL)
# By claim: words of the text and of the title in each language, in two ways, since no text opens as the one before.
WORDS = {
    "up": (("rose", "rises", "è salit§", "sale"), ("climbed", "climbs", "è aumentat§", "aumenta")),
    "down": (("fell", "falls", "è sces§", "scende"), ("declined", "declines", "è calat§", "cala")),
    "unchanged": (
        ("was unchanged", "unchanged", "è rimast§", "ferm§"),
        ("held", "holds", "è rest§", "stabile"),
    ),
}


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
        reply = {"write": written, "judge": judged}[role](seen)
        handler.send(200, completion(reply, usage=self.usage))


def role_of(seen: Seen) -> str:
    return "judge" if "You are the second reviewer" in seen.prompt else "write"


def answer(*sentences: dict[str, Any], title: dict[str, str] | None = None) -> str:
    return json.dumps({"title": title, "sentences": list(sentences)}, ensure_ascii=False)


def fact(id: str, en: str, it: str, *about: str, kind: str = "fact") -> dict[str, Any]:
    return {"kind": kind, "about": [id, *about], "en": en, "it": it, "ends": False}


def written(seen: Seen) -> str:
    """A true sentence or two on each figure of the prompt, three figures at most."""
    figures = list(FIGURE.finditer(seen.prompt))[:3]
    way = _way(seen)
    sentences = [sentence for found in figures for sentence in _on(found, way)]
    title = _title(figures[0], way) if "a title of" in seen.prompt or "with a header" in seen.prompt else None
    return answer(*sentences, title=title)


def _way(seen: Seen) -> int:
    """The words that the texts before do not open with."""
    before = " ".join(MARKED.findall(seen.prompt))
    return int(any(re.search(rf"\b{words[0][0]}\b", before) for words in WORDS.values()))


def _claim(found: re.Match[str]) -> str:
    return next((claim for claim in WORDS if claim in found[4].split(", ")), "")


def _on(found: re.Match[str], way: int) -> Iterator[dict[str, Any]]:
    id, claim = found[1], _claim(found)
    ending = "a" if found[2] == "f" else "o"
    if not claim:
        yield fact(
            id,
            f"{{{id}.name}} stood at {{{id}.value}} on {{{id}.on}}.",
            f"{{{id}.name}} era a {{{id}.value}} il {{{id}.on}}.",
        )
        return
    en, _title, it, _titolo = WORDS[claim][way]
    if claim == "unchanged":
        it = f"{WORDS[claim][0][2]}"
        yield fact(id, f"{{{id}.name}} {en} at {{{id}.value}} on {{{id}.on}}.",
                   f"{{{id}.name}} {it} a {{{id}.value}} il {{{id}.on}}.".replace("§", ending))  # fmt: skip
    else:
        yield fact(id, f"{{{id}.name}} {en} to {{{id}.value}} on {{{id}.on}} from {{{id}.before}}.",
                   f"{{{id}.name}} {it} a {{{id}.value}} il {{{id}.on}} da {{{id}.before}}.".replace("§", ending))  # fmt: skip
    if f"{{{id}.move}}" in found[3]:
        yield fact(id, f"For {{{id}.name}} that is as such a move of {{{id}.move}}.",
                   f"Per {{{id}.name}} è una variazione di {{{id}.move}}, secondo i dati.")  # fmt: skip


def _title(found: re.Match[str], way: int) -> dict[str, str]:
    id, claim = found[1], _claim(found)
    ending = "a" if found[2] == "f" else "o"
    _en, title, _it, titolo = WORDS[claim or "unchanged"][way]
    return {"en": f"{{{id}.name}} {title}", "it": f"{{{id}.name}} {titolo}".replace("§", ending)}


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
