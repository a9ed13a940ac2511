"""A percentage after a ticker is that ticker's own weight."""

import pytest

from portfolio.analysis.binding import bind
from portfolio.analysis.weights import Holding, Weights

WEIGHTS = Weights(
    (Holding("ZYXQ.L", 40.04), Holding("QQVB", 25.0), Holding("A", 20.0), Holding("0700.HK", 14.96))
)


@pytest.mark.parametrize(
    "text",
    [
        "ZYXQ.L (40.0% of the value), QQVB (25.0%) and A (20.0%).",
        "ZYXQ.L has a weight of 40% and QQVB one of 25%.",
        "ZYXQ.L pesa il 40,0%, QQVB il 25,0%.",
        "0700.HK accounts for 15.0% of the value.",
        "The heaviest is ZYXQ.L. The five heaviest account for 100.0% of the value.",
        "ZYXQ.L, with the three others, makes up 100.0%.",
        "The list begins with ZYXQ.L and ends with 0700.HK at 15.0%.",
        "A listing in pounds is 40.0% of it.",
        "QQVB.X has 3.0%.",
        "No ticker, 40.0%.",
    ],
)
def test_what_is_right_or_about_something_else_passes(text):
    assert bind(text, WEIGHTS).passed


@pytest.mark.parametrize(
    "text",
    [
        "ZYXQ.L (25.0% of the value) and QQVB (25.0%).",
        "QQVB has a weight of 40.0%.",
        "QQVB pesa il 40,0%.",
        "0700.HK accounts for 14.9% of the value.",
    ],
)
def test_another_positions_weight_is_refused(text):
    verdict = bind(text, WEIGHTS)
    assert [finding.rule for finding in verdict.findings] == ["grounding.row"]
    assert not verdict.passed
