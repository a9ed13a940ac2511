"""Whether a percentage that follows a ticker is that ticker's own: grounding knows only that somebody has it."""

import re

from commentary.review.verdict import Finding, Verdict, verdict_of
from portfolio.analysis.weights import Holding, Weights

# From a ticker to the next percentage of its clause: "AAA (24.5%", "AAA with a weight of 24,5%".
NEXT = r"(?![\w.-]*\w)(?P<between>[^%,;:)\n]{0,40}?)(?P<number>\d+(?:[.,]\d+)?)\s?%"


def bind(text: str, weights: Weights) -> Verdict:
    """Fails where a ticker is given a weight that is not its own, rounded as it is written."""
    # A ticker of one letter may be an article: of it nothing is certain.
    bound = [holding for holding in weights.shown if len(holding.ticker) > 1]
    return verdict_of([finding for holding in bound for finding in _findings(text, holding, weights)])


def _findings(text: str, holding: Holding, weights: Weights) -> list[Finding]:
    others = {each.ticker for each in weights.shown} - {holding.ticker}
    found = []
    for match in re.finditer(rf"(?<![\w.-]){re.escape(holding.ticker)}{NEXT}", text):
        said = match["number"].replace(",", ".")
        decimals = len(said.partition(".")[2])
        # Between them another ticker, or the end of a sentence: the number is not about this one.
        if others & set(re.findall(r"[A-Z0-9][A-Z0-9.-]*", match["between"])) or ". " in match["between"]:
            continue
        if abs(float(said) - holding.weight) > 0.5 * 10**-decimals + 1e-9:
            what = f"Do not give {holding.ticker} a weight that is not its own."
            found.append(Finding("grounding.row", match[0], "This is another position's weight.", what))
    return found
