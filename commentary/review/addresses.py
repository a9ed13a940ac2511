"""Addresses and domains, in every disguise that a reader could follow. No published text holds one."""

import re

from commentary.review.normalise import fold

_SPELT = r"\s(?:dot|punto)\s(?=(?:com|net|org|info|biz|xyz|app|io|me|co|eu|it|uk|de|fr)\b)"
_DOT = rf"(?:\s?[\[({{]\s?(?:\.|dot|punto)\s?[\])}}]\s?|{_SPELT}|[.\u3002\uff0e\uff61])"
_ADDRESS = re.compile(
    rf"""[a-z]{{2,8}}://\S | \bhxxps?\b | \bwww{_DOT}
    | [\w.+-]{{1,64}}@[\w-]{{1,64}} | (?<![\w&])@\w{{2,}}
    | (?<![\w.])[^\W_][\w-]{{0,62}}(?:{_DOT}[\w-]{{1,63}}){{0,4}}{_DOT}(?:[^\W\d_]{{2,24}}|xn--[a-z0-9-]{{2,40}})(?=/\S)
    | (?<![\w.])[^\W_][\w-]{{1,62}}(?:{_DOT}[\w-]{{1,63}}){{0,4}}{_DOT}(?:[^\W\d_]{{2,24}}|xn--[a-z0-9-]{{2,40}})(?!\w)
    | (?<![\w.,])\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?![\w.,]*\d)""",
    re.IGNORECASE | re.VERBOSE,
)


def address_in(text: str) -> str:
    """The first address, domain, mailbox or handle of a text; "" without any.

    A full stop between two words without a blank is taken for a domain's: an honest writer leaves one.
    """
    found = _ADDRESS.search(text) or _ADDRESS.search(fold(text, lang="en").text)
    return found[0].strip() if found else ""
