"""Estimates the daily cost of the generated texts in calls, tokens and dollars, from the service's prompts.

`python -m evaluation cost` rebuilds the last weekdays of sample figures, counts the texts that each would cause
(a group's read once per source whose figures moved, the lead once per source, the log every six hours, all in two
tones), builds both prompts of each text, and updates the table of docs/quality.md.

Tokens are estimated without a tokenizer, whose tables would have to be downloaded: up to six letters, up to three
digits or one other character count as a token. For whole prompts this gives 7 % more than o200k_base and 5 % more
than DeepSeek's tokenizer, for English replies up to 9 % more and for Italian ones up to 14 % less (November 2026).
Replies are as long as the examples of the prompts. One text in five is assumed to need a second attempt.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from django.utils import timezone

from commentary.writing import llm_reviewer, prompts, writer
from commentary.writing.drafts import Assignment
from evaluation import tables
from evaluation.words.rebuilding import DayTexts, Texts, editions
from indicators.groups import load
from news.models import Headline
from news.stories.clusters import StoryItem
from news.tagging import model

DOC = Path(__file__).resolve().parent.parent / "docs/quality.md"
DAYS = 5
PIECES = re.compile(r"[^\W\d_]{1,6}|\d{1,3}|[^\w\s]|_")
USD_IN, USD_CACHED, USD_OUT = 0.15, 0.015, 0.60  # per million tokens
REFUSED = 0.2
# Per weekday: log slots and ingestions with new headlines; per ingestion: headlines and nearby earlier ones.
LOGS, TAGGING_RUNS, HEADLINES, NEAR = 4, 46, 8, 3
VERDICT = json.dumps({"text_id": "0123456789ab", "verdict": "pass", "findings": []})
PURPOSES = {"write": "written in both languages", "judge": "reviewed in both languages"}


def tokens(text: str) -> int:
    return len(PIECES.findall(text))


@dataclass
class Bill:
    """Calls and tokens by purpose; `cached` counts input tokens that repeat the start of an earlier prompt."""

    calls: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    cached: Counter[str] = field(default_factory=Counter)
    output: Counter[str] = field(default_factory=Counter)

    def add(
        self, purpose: str, prompt: str, reply: str, *, before: Sequence[str], times: float = 1.0
    ) -> None:
        shared = max((len(shared_start(prompt, each)) for each in before), default=0)
        self.calls[purpose] += times  # type: ignore[assignment]
        self.sent[purpose] += round(tokens(prompt) * times)
        self.cached[purpose] += round(tokens(prompt[:shared]) * times)
        self.output[purpose] += round(tokens(reply) * times)

    def usd(self, purpose: str, *, caching: bool) -> float:
        cached = self.cached[purpose] if caching else 0
        fresh = self.sent[purpose] - cached
        return (fresh * USD_IN + cached * USD_CACHED + self.output[purpose] * USD_OUT) / 1_000_000


def shared_start(first: str, second: str) -> str:
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if first[:middle] == second[:middle] else (low, middle - 1)
    return first[:low]


def main(argv: Sequence[str]) -> int:
    """Prints the table, and writes it to the document unless `--dry-run` is given."""
    bill = Bill()
    for before, edition in pairwise(editions(DAYS + 1)):
        _bill_day(edition, changes(before, edition), bill)
    for _day in range(DAYS):
        _bill_tagging(bill)
    table = _table(bill)
    sys.stdout.write(table + "\n")
    if "--dry-run" not in argv:
        tables.put(DOC, "cost of a day", table)
    return 0


def changes(before: DayTexts, after: DayTexts) -> Counter[str]:
    """Returns how often each group's read is regenerated in a day: once per source of a figure that moved."""
    source = {row.code: row.symbols[0].partition(":")[0] for group in load().groups for row in group.rows}
    moved: set[tuple[str, str]] = set()
    for group, facts in after.facts.items():
        then = {row.key: (row.value, row.period) for row in before.facts[group].rows}
        moved |= {
            (group, source[row.key]) for row in facts.rows if then.get(row.key) != (row.value, row.period)
        }
    return Counter(group for group, _source in moved)


def _bill_day(edition: DayTexts, rewritten: Counter[str], bill: Bill) -> None:
    times = dict(rewritten) | {"log": LOGS}
    for scope, count in times.items():
        # The texts written by rules are about as long as a model's.
        own = [
            (task, edition.logs[tone] if scope == "log" else edition.reads[scope, tone])
            for (its, tone), task in edition.assignments.items()
            if its == scope
        ]
        for _time in range(count):
            _bill_edition(own, bill)


def _bill_edition(tasks: Sequence[tuple[Assignment, Texts]], bill: Bill) -> None:
    before: list[str] = []
    for task, texts in tasks:
        for purpose, prompt, reply in _calls(task, texts):
            bill.add(purpose, prompt, reply, before=before, times=1 + (REFUSED if purpose == "write" else 0))
            before.append(prompt)


def _calls(task: Assignment, texts: Texts) -> Iterator[tuple[str, str, str]]:
    """Yields purpose, prompt and reply of the two calls for a text accepted at the first attempt."""
    now, slots = timezone.now(), task.slots
    systems = {
        "write": prompts.system(task.kind, task.style),
        "judge": prompts.system_of_reviewer(task.kind, task.style),
    }
    schema = writer.schema(task, slots)
    judged = prompts.to_review(
        texts, task, prompts.review_basis(texts, slots), now=now, text_id="0123456789ab"
    )
    users = {
        "write": (prompts.to_write(task, slots, now=now), schema, prompts.examples()[task.kind]),
        "judge": (judged, llm_reviewer.SCHEMA, VERDICT),
    }
    for purpose, (user, form, reply) in users.items():
        yield purpose, f"{systems[purpose]}\n{user}\n{json.dumps(form)}", reply


def _bill_tagging(bill: Bill) -> None:
    title = "Statistics office says output of the region grew in the third quarter as exports rose"
    summary = f"{title}, and by more than in the quarter before."
    rows = [Headline(pk=pk, title=title, summary=summary, lang="en") for pk in range(1, HEADLINES + 1)]
    item = StoryItem(0, "it", title, "", "", None)
    question = model.request(rows, {row.pk: {0: item} for row in rows[:NEAR]})
    prompt = f"{question.system}\n{question.user}\n{json.dumps(question.schema)}"
    reply = json.dumps(
        {"items": [{"id": each, "tags": ["Growth", "EU"], "same": []} for each in range(1, HEADLINES + 1)]}
    )
    for _run in range(TAGGING_RUNS):
        bill.add("tagging", prompt, reply, before=[question.system])


def _table(bill: Bill) -> str:
    names = PURPOSES | {"tagging": "headlines tagged"}
    rows = [_row(label, bill, [purpose]) for purpose, label in names.items()]
    rows += [_row("all texts", bill, list(PURPOSES)), _row("all of it", bill, list(names))]
    head = (
        "a day",
        "calls",
        "tokens in",
        "of them begun alike",
        "tokens out",
        "USD",
        "USD with a prompt cache",
    )
    return tables.markdown(head, rows)


def _row(label: str, bill: Bill, purposes: Sequence[str]) -> list[str]:
    def mean(counted: Counter[str]) -> str:
        return f"{sum(counted[each] for each in purposes) / DAYS:,.0f}"

    usd = [sum(bill.usd(each, caching=caching) for each in purposes) / DAYS for caching in (False, True)]
    return [
        label,
        *(mean(each) for each in (bill.calls, bill.sent, bill.cached, bill.output)),
        *(f"{each:.3f}" for each in usd),
    ]
