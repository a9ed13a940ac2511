"""What a day of texts takes, over a loopback model: 24 cycles and four logs, two tones, two languages.

First a day with unchanged figures and no new headline: after the first cycle and log it must cost nothing.
Then a day on which each group's figures move once, each at an hour of its own (so that the read across groups
is written anew each time), and headlines arrive in every window: at most 150,000 tokens in and 40,000 out,
reviews and translations included. The model writes as long as its prompts ask for; tokens are counted in
pieces of up to six letters, three figures or one sign, which is more than providers count. Exits 1 when a
limit is passed.
"""

import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
folder = tempfile.TemporaryDirectory(prefix="bench-generation-")
os.environ |= {
    "ENV_FILE": os.devnull, "DATA_DIR": folder.name, "DATABASE_URL": f"sqlite:///{folder.name}/bench.sqlite3",
    "SAMPLE_DATA": "true", "LOG_LEVEL": "ERROR", "LLM_API_KEY": "bench", "LLM_MODEL": "bench-1",
    "GENERATION_TONES": "NOVICE,INTERMEDIATE", "GENERATION_STYLES": "DRY", "NO_PROXY": "127.0.0.1",
    "SERVICE_SESSION_SECRET": "bench-only-" + "0123456789abcdef" * 3, "DJANGO_SETTINGS_MODULE": "briefing.settings",
}  # fmt: skip

import django

django.setup()

from django.conf import settings
from django.core.management import call_command

from briefing.core.models import LlmCall
from commentary import logs, reads
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation, ReviewerVerdict, StrategicLog
from indicators.groups import load
from indicators.models import IndicatorFigure
from news.models import Feed, Headline
from news.tagging.vocabulary import TAGS
from tests.fake_model import FakeModel, Handler, Seen, completion

MOST_IN, MOST_OUT = 150_000, 40_000
FIRST = datetime(2026, 11, 23, 0, 7, 30, tzinfo=UTC)
PIECES = re.compile(r"[^\W\d_]{1,6}|\d{1,3}|[^\w\s]|_")
# Sentences of ordinary length without figures; a text takes as many as its prompt asks words for.
ENGLISH = [
    "Most of the figures in this group stood high in their own history at the last reading",
    "The largest move by its own usual step was an increase, and it came after a quiet period",
    "Figures in the middle of their range were close to their neighbours, which had moved the other way",
    "The measures of borrowing costs and the measures of activity pointed in different directions",
    "What the oldest of these figures measures is the cost of money over a longer time",
]
ITALIAN = [
    "La maggior parte dei dati di questo gruppo era alta rispetto alla propria storia all'ultima rilevazione",
    "La variazione più ampia per il proprio passo abituale è stata un aumento dopo un periodo tranquillo",
    "I dati nel mezzo della propria storia erano vicini agli altri, che si erano mossi nella direzione opposta",
    "Le misure del costo del denaro e quelle dell'attività indicavano direzioni diverse",
    "Il più vecchio di questi dati misura il costo del denaro su un periodo più lungo",
]
WORDS = {"read": 80, "aggregate": 100, "log": 180}  # the most that the prompts ask for


def tokens(text: str) -> int:
    return len(PIECES.findall(text))


def prose(sentences: list[str], count: int) -> list[str]:
    chosen = [f"{sentences[n % len(sentences)]}." for n in range(count)]
    return [" ".join(chosen[start : start + 5]) for start in range(0, count, 5)]


def answer(handler: Handler, seen: Seen) -> None:
    """Writes, judges or translates, by the system prompt, and counts both ways."""
    if "You are the second reviewer" in seen.system:
        found = re.search(r"text_id: (\w+)", seen.prompt)
        reply: dict[str, Any] = {"text_id": found[1] if found else "", "verdict": "pass", "findings": []}
    elif "You translate" in seen.system:
        text = seen.prompt.split("Text:\n", 1)[1]
        count = len(re.findall(r"\.(?=\s|$)", text))
        title = "I dati e la loro storia" if "Title: " in seen.prompt else ""
        reply = {"title": title, "paragraphs": prose(ITALIAN, count)}
    else:
        kind = next(kind for kind in ("log", "aggregate", "read") if f"Task: a {kind}" in seen.system.replace(
            "a read across", "a aggregate"))  # fmt: skip
        count = round(WORDS[kind] / (sum(len(each.split()) for each in ENGLISH) / len(ENGLISH)))
        title = "" if kind == "read" else "The figures and their history"
        reply = {"title": title, "paragraphs": prose(ENGLISH, count)}
    said = json.dumps(reply, ensure_ascii=False)
    asked = (
        tokens(seen.system) + tokens(seen.prompt) + tokens(json.dumps(seen.body.get("response_format", "")))
    )
    handler.send(200, completion(said, usage=(asked, tokens(said))))


def plant() -> None:
    """A figure for every configured row, with the history that prompts tell of."""
    rng = random.Random(20261123)
    for group in load().groups:
        for row in group.rows:
            value = round(rng.uniform(1, 400), 4)
            IndicatorFigure.objects.create(
                code=row.code, made_of=row.made_of, value=value, previous_value=value * 0.99, change=value * 0.01,
                observed_on=date(2026, 10, 31), period="2026-10", previous_period="2026-09", points=300,
                percentile=rng.uniform(0, 100), lowest=0.1, highest=900.0, since=date(1990, 1, 31), computed_at=FIRST,
            )  # fmt: skip
    Feed.objects.create(url="https://paper.example/rss", publisher="The Paper of Record")


def arrive(moment: datetime, count: int = 40) -> None:
    """Tagged headlines of ordinary length, shortly before a slot."""
    feed, rng = Feed.objects.get(), random.Random(moment.hour)
    for number in range(count):
        at = moment - timedelta(minutes=number + 1)
        Headline.objects.create(
            feed=feed, guid=f"{at:%d%H%M}-{number}", url=f"https://paper.example/{at:%d%H%M}/{number}", published_at=at,
            title=f"Statistics office says output of region {number} grew in the third quarter as exports rose",
            tags=rng.sample(TAGS, 2), fetched_at=at,
        )  # fmt: skip


def move(group_id: str) -> None:
    codes = [row.code for group in load().groups if group.id == group_id for row in group.rows]
    for figure in IndicatorFigure.objects.filter(code__in=codes):
        figure.previous_value, figure.value = figure.value, figure.value * 1.01
        figure.save()


def day(start: datetime, *, moving: bool) -> list[int]:
    """Calls of each hour of a day."""
    groups = [group.id for group in load().groups]
    calls = []
    for hour in range(24):
        now, before = start + timedelta(hours=hour), LlmCall.objects.count()
        if moving and hour % 3 == 0 and hour // 3 < len(groups):
            move(groups[hour // 3])
        if moving and hour % 6 == 0:
            arrive(now)
        reads.cycle(now)
        if hour % 6 == 0:
            logs.cycle(now)
        calls.append(LlmCall.objects.count() - before)
    return calls


def totals() -> tuple[Counter[str], int, int]:
    spent_in: Counter[str] = Counter()
    spent_out = 0
    for call in LlmCall.objects.all():
        spent_in[call.purpose] += call.prompt_tokens
        spent_out += call.completion_tokens
    return spent_in, sum(spent_in.values()), spent_out


def main() -> int:
    call_command("migrate", verbosity=0)
    plant()
    arrive(FIRST)
    with FakeModel() as model:
        model.otherwise = answer
        settings.LLM_BASE_URL = model.base_url
        quiet = day(FIRST, moving=False)
        print(f"unchanged: {quiet[0]} calls in the first hour, {sum(quiet[1:])} in the 23 after it (limit 0)")
        LlmCall.objects.all().delete()
        calls = sum(day(FIRST + timedelta(days=1), moving=True))
    by_purpose, spent_in, spent_out = totals()
    by_rules = sum(
        model.objects.filter(written_by="rules").count() for model in (IndicatorSummary, StrategicLog)
    )
    texts = (
        IndicatorSummary.objects.count(),
        StrategicLog.objects.count(),
        IndicatorSummaryTranslation.objects.count(),
    )
    print(
        f"texts: {texts[0]} reads, {texts[1]} logs, {texts[2]} translated reads; {by_rules} by rules (limit 0)"
    )
    print(
        "tokens in by purpose: " + ", ".join(f"{name} {count:,}" for name, count in by_purpose.most_common())
    )
    print(f"daily changes: {calls} calls, {spent_in:,} tokens in (limit {MOST_IN:,}), "
          f"{spent_out:,} out (limit {MOST_OUT:,})")  # fmt: skip
    if by_rules:
        for row in ReviewerVerdict.objects.exclude(verdict="pass")[:5]:
            print(f"  refused by {row.rule}: {row.excerpt} {row.instruction}")
    return int(bool(sum(quiet[1:])) or by_rules > 0 or spent_in > MOST_IN or spent_out > MOST_OUT)


if __name__ == "__main__":
    sys.exit(main())
