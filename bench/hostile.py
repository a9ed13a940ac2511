"""Times hostile texts in everything that parses text, against the floor of parsing a normal text of that size.

The floor is `json.loads` of a well-formed document of the same size, measured in the same run. The issue's limits
(5 MB of broken JSON, or a text of 100 kB, in under a second on an idle core) are printed with the ratio.

Then tests every regular expression of the service (`patterns.py`) on texts made from its own parts, at the largest
size its file can meet (`pattern_sizes.py`): linear, or harmless at that size. `--patterns FILE…` tests only the
patterns of files with these prefixes.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")
os.environ["ENV_FILE"] = os.devnull

from bench import patterns

patterns.record()  # before importing the service, so that every pattern is recorded
django.setup()

from bench.pattern_sizes import size_of
from briefing.core.operations.logs import scrub
from briefing.core.outside.llm.request_builder import refusal
from briefing.core.outside.llm.response_parser import without_thoughts
from commentary.glossary import linking, marking
from commentary.review.review import LONGEST, review
from news.tagging.reply import parse_rows
from news.tagging.rules import weigh
from news.tagging.vocabulary import TAGS
from portfolio import layouts
from portfolio.analysis import drafts
from portfolio.analysis.weights import Holding, PortfolioWeights
from tests.commentary.review.shapes import SHAPES
from tests.news.hostile import HOSTILE

LIMIT_S = 1.0
# The slowest reply, as a multiple of parsing a well-formed document of 5 MB.
LIMIT_RATIO = 8.0
IDS = list(range(1, 26))


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def judged(text: str, lang: str) -> None:
    review(text, lang=lang, kind="log_header", style="SPECULATIVE")


def exercise() -> None:
    """Calls the functions that compile patterns at run time, from data or from a text."""
    patterns.import_all()
    for lang in ("en", "it"):
        marking._index(lang)
        weigh("", "", lang)
    linking.linked([[marking.MarkedText("4.1%")]], [("a", "a", "4.1%", "")])
    refusal(400, "", ["temperature"])
    layouts.shipped_template(["a", "b"])
    layouts._place("price ({currency})", ["price (eur)"])
    draft = drafts.read_draft(
        {"sentences": [{"text": "{p1.ticker} accounts for {p1.weight} of the value."}]}, "en"
    )
    if draft:
        drafts.check(draft, drafts.slots_of(PortfolioWeights((Holding("AAPL", 100.0),)), "NOVICE"), "en")
    parse_rows("[{'id': 1, 'tags': ['EU'", IDS, TAGS)
    judged("I tassi sono saliti del 3%.", "it")
    for text in ("Row 1 rose to 1.37%.", "As of 2026-11-20, the gap between 1 and 2 was 3."):
        judged(text, "en")


def each_pattern(prefixes: list[str]) -> bool:
    """Whether every pattern is known, has a size, and is linear or harmless at it; prints the others."""
    exercise()
    found, forgotten = patterns.collect()
    forgotten += [
        f"{each.site.file}: no size in pattern_sizes.py" for each in found if not size_of(each.site.file)
    ]
    chosen = [each for each in found if not prefixes or each.site.file.startswith(tuple(prefixes))]
    sized = [(each, size) for each in chosen if (size := size_of(each.site.file))]
    slow = [verdict for each, size in sized if (verdict := patterns.judge(each, size))]
    for place in forgotten:
        print(f"FORGOTTEN: {place}")
    for verdict in slow:
        site, at = verdict.found.site, f"{verdict.seconds:.3f} s at {verdict.length}"
        print(f"NOT LINEAR: {site.file}:{site.line}: {at}, x {verdict.growth:.1f} when doubled, "
              f"{verdict.at_most:.2f} s at most: {verdict.attack!r}")  # fmt: skip
    print(f"{len(chosen)} patterns: {len(slow)} not linear, {len(forgotten)} forgotten")
    return not slow and not forgotten


def main() -> int:
    if sys.argv[1:2] == ["--patterns"]:
        return 0 if each_pattern(sys.argv[2:]) else 1
    readings, singly = whole_readings(), each_pattern([])
    return 0 if readings and singly else 1


def whole_readings() -> bool:
    """Whether the slowest text stays within the limits."""
    document = json.dumps([{"id": n % 25, "tags": ["EU"], "title": "x" * 40} for n in range(68_000)])
    floor = min(seconds(lambda: json.loads(document)) for _ in range(5))
    print(f"floor: {len(document) / 1e6:.1f} MB of well-formed JSON in {floor:.3f} s")
    judged("Rates rose.", "en")
    judged("I tassi sono saliti.", "it")
    weigh("", "", "en")
    found = {
        f"reply {raw[:16]!r}": seconds(lambda raw=raw: parse_rows(raw, IDS, TAGS))
        for raw in (make() for make in HOSTILE)
    }
    for name, shape in SHAPES.items():
        for lang in ("en", "it"):
            for length in (LONGEST - 1, 100_000):
                text = (shape * length)[:length] + "."
                found[f"review {name}, {lang}, {length}"] = seconds(
                    lambda text=text, lang=lang: judged(text, lang)
                )
    for unit in ("<think>", "</think>", "<think></think>", "<think x"):
        found[f"thoughts {unit}"] = seconds(
            lambda unit=unit: without_thoughts(unit * 150_000 + "</think>Rates rose.")
        )
    found["tags of 64 kB"] = seconds(
        lambda: weigh("oil price war strike cuts " * 2_000, "to buy a for " * 1_000, "en")
    )
    for unit in ("a", "a.", "https://", "sk_", "bearer ", "1@"):
        found[f"8 kB of {unit!r} in a log line"] = seconds(lambda unit=unit: scrub((unit * 8_000)[:8_000]))
        found[f"5 MB of {unit!r} in a log line"] = seconds(
            lambda unit=unit: scrub((unit * 5_000_000)[:5_000_000])
        )
    worst = sorted(found.items(), key=lambda pair: -pair[1])
    for name, took in worst[:6]:
        print(f"{took:6.2f} s  {took / floor:6.1f} x floor  {name}")
    print(f"limit: {LIMIT_RATIO:.0f} x floor; {LIMIT_S:.0f} s on an idle core of today")
    return worst[0][1] <= max(LIMIT_S, LIMIT_RATIO * floor)


if __name__ == "__main__":
    sys.exit(main())
