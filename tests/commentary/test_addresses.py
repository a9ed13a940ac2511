"""Addresses in a text: found in every disguise, and not seen where there is none."""

import pytest

from commentary.review.addresses import address_in


@pytest.mark.parametrize(
    "text",
    [
        "see https://gains.example/a", "visit www.gains.example now", "gains.com", "bit.ly/abc", "t.me/gold", "me@x.io",
        "follow @goldking", "gains [dot] com", "gains dot com today", "gains(.)io", "203.0.113.7", "hxxp gains",
        "g\u0430ins.com", "сайт.рф", "GAINS\u3002COM", "It fell.Then it rose", "xn--80ak6aa92e.xn--p1ai", "gains punto it",
        "evil dot example", "Evil DOT Example", "evil d0t finance", "evil punto example", "evil .example", "evil . com",
        "evil (punto) example", "a (at) b.example", "a(at)b.example", "a [ at ] b", "ada (chiocciola) esempio", "t.co", "x.example",
        "ada at b dot com", "write to b.example now", "ada {at} mail punto it",
    ],
)  # fmt: skip
def test_address_is_found(text):
    assert address_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "US. The yield was 4.12% on 20 November. It fell.", "prices rose by 1.000,5 punti", "e.g. this, i.e. that",
        "S.p.A. and U.S. yields", "The S&P 500 stood at 5,000.25.", "“4.12%.” it said", "the dot plot of the members",
        "il punto è salito", "1.234.567,8 milioni", "L’IVA era al 2.5.", "P/E of 22.1", "a punto di vista",
        "the median dot to come", "the dots in us terms", "J.P.Morgan", "a dot in the plot", "e.g. it, i.e. us", "p.a. in all",
        "it stood (at 4.1%) then", "un punto in più", "S.p.A. it", "at 5.2 in all", "the top dot live now",
        "the U.S. economy", "a median dot moved", "G.B. e U.S. in calo", "(at the margin)",
    ],
)  # fmt: skip
def test_prose_and_figures_hold_none(text):
    assert address_in(text) == ""
