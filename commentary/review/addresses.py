"""Detects addresses and domains, also obfuscated ones; published texts must not contain any."""

import re

from commentary.review.normalise import fold

# Top-level domains that may be spelled out, including those reserved by RFC 2606.
_ENDS = (
    "com|net|org|info|biz|xyz|app|dev|ai|io|me|co|eu|it|uk|us|de|fr|es|ch|ru|cn|in|tv|gg|ly|cc|to|club|shop|store|site"
    "|online|live|link|page|blog|news|pro|vip|top|win|cash|money|finance|capital|trade|trading|fund|invest|markets|bet"
    "|example|test|invalid|localhost"
)
# "punto" is common in Italian, and "dot to", "dot in", "dot us" are English.
_SPELT = (
    rf"\s(?:d[o0]t\s(?!(?:to|in|us|live|top|win|link|page|news|trade|capital)\b)(?=(?:{_ENDS})\b)"
    r"|punto\s(?=(?:com|net|org|info|biz|xyz|app|io|me|co|eu|it|uk|de|fr|example|test|invalid)\b))"
)
_DOT = rf"(?:\s?[\[({{]\s?(?:\.|d[o0]t|punto)\s?[\])}}]\s?|{_SPELT}|\s\.\s?(?=(?:{_ENDS})\b)|[.\u3002\uff0e\uff61])"
_AT = r"\s?[\[({]\s?(?:at|@|chiocciola)\s?[\])}]\s?"
_ADDRESS = re.compile(
    rf"""[a-z]{{2,8}}://\S | \bhxxps?\b | \bwww{_DOT}
    | [\w.+-]{{1,64}}(?:@|{_AT})[\w-]{{1,64}} | (?<![\w&])@\w{{2,}}
    | (?<![\w.'’-])[a-z0-9]{_DOT}(?:{_ENDS}|xn--[a-z0-9-]{{2,40}})(?![\w-])
    | (?<![\w.])[^\W_][\w-]{{0,62}}(?:{_DOT}[\w-]{{1,63}}){{0,4}}{_DOT}(?:[^\W\d_]{{2,24}}|xn--[a-z0-9-]{{2,40}})(?=/\S)
    | (?<![\w.])[^\W_][\w-]{{1,62}}(?:{_DOT}[\w-]{{1,63}}){{0,4}}{_DOT}(?:[^\W\d_]{{2,24}}|xn--[a-z0-9-]{{2,40}})(?!\w)
    | (?<![\w.,])\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?![\w.,]*\d)""",
    re.IGNORECASE | re.VERBOSE,
)


def address_in(text: str) -> str:
    """Returns the first address, domain, mailbox or handle of a text, or "".

    A full stop between two words without a space counts as a domain's.
    """
    found = _ADDRESS.search(text) or _ADDRESS.search(fold(text, lang="en").text)
    return found[0].strip() if found else ""
