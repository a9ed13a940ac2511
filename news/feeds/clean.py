"""Turns feed content into plain text, canonical links and search words."""

import html
import re
import unicodedata
from datetime import datetime, timedelta
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import nh3

BLOCK = re.compile(
    r"<(?=/?(?:p|div|br|li|ul|ol|dl|dt|dd|tr|td|th|table|h[1-6]|hr|blockquote|section|article|figure"
    r"|figcaption|img|pre|header|footer)\b)",
    re.IGNORECASE,
)
# Control characters, soft hyphens, zero-width and bidirectional marks: invisible, and able to disguise text.
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
# A surrogate pair, or lone surrogates, written as character references.
PAIR = re.compile(
    r"&#(x[dD][89aAbB][0-9a-fA-F]{2}|5[5-6]\d{3});&#(x[dD][c-fC-F][0-9a-fA-F]{2}|5[6-7]\d{3});", re.IGNORECASE
)
# Elements of HTML and similar markup: a name, then attributes or the end. Any other "<" is a literal character.
ELEMENTS = (
    "a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blink|blockquote|body|br|"
    "button|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|"
    "embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|"
    "img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|math|menu|meta|meter|nav|nobr|noframes|noscript|"
    "object|ol|optgroup|option|output|p|param|path|picture|pre|progress|q|rp|rt|ruby|s|samp|script|section|select|"
    "slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|"
    "thead|time|title|tr|track|tt|u|ul|var|video|wbr|xml|circle|clippath|defs|desc|ellipse|foreignobject|g|line|"
    "lineargradient|metadata|path|pattern|polygon|polyline|radialgradient|rect|stop|svg|symbol|text|tspan|use|view|"
    "mfrac|mi|mn|mo|mrow|msqrt|msub|msup|semantics|[a-z]{1,20}[:-][\\w:-]{1,40}"
)
BARE_LESS = re.compile(
    rf"<(?!!--|!\[CDATA\[|!doctype\b|\?xml|/?(?:{ELEMENTS})(?:\s*/?>|[\s/]+[\w:@.-]{{1,60}}\s*=|\s*$|"
    r"[\s/]+(?:async|autoplay|checked|controls|defer|disabled|hidden|loop|muted|noshade|nowrap|open|selected)\b))",
    re.IGNORECASE,
)
MOST_MARKS = 2  # per letter: more would overlap the lines around
MOJIBAKE = re.compile("[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6-\u02dc\u2013-\u203a\u20ac\u2122]")
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
WORD = re.compile(r"[^\W_]+")
TAG_START = re.compile(r"<(?:[a-zA-Z/!?]|\Z)")
CDATA_MARK = re.compile(r"<!\[CDATA\[|\]\]>")  # left in a text whose generator wrapped it twice
BARE_AMPERSAND = re.compile(r"&(?!#\d{1,8};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z]\w{0,40};)")
MOST_LETTERS = 64  # of a search word: an index refuses words of 2 kB
LONGEST_MARKUP = 20_000

TRACKING = {
    "fbclid", "gclid", "dclid", "gbraid", "wbraid", "gclsrc", "msclkid", "yclid", "twclid", "ttclid", "igshid",
    "igsh", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "_openstat", "vero_id", "oly_anon_id",
    "oly_enc_id", "s_cid", "cmp", "cmpid", "ftcamp", "ito", "ocid", "smid", "sref", "xtor", "emc", "partner",
    "ncid", "sr_share", "spref", "wt_mc", "wt.mc_id", "traffic_source", "guccounter", "guce_referrer",
    "guce_referrer_sig", "maca", ".tsrc", "tsrc", "__source", "fsrc", "taid", "srnd", "reflink", "dcmp", "intcid",
    "intcmp", "icid", "refresh_ce", "echobox", "smtyp", "ns_mchannel", "rss_source", "feature_source", "mbid",
}  # fmt: skip
TRACKING_PREFIXES = ("utm_", "at_", "ns_", "pk_", "mtm_", "piwik_", "hsa_", "itm_", "stm_", "syn-")
ONLY_FROM_A_FEED = {
    (name, value)
    for name in ("ref", "source", "src", "from", "feed", "mod", "cid", "campaign", "medium", "via", "referrer")
    for value in ("rss", "rss_feed", "rssfeed", "feed")
} | {("rss", ""), ("rss", "1"), ("rss", "true"), ("rss", "y")}  # fmt: skip
# Only for these publishers: elsewhere "mod" may be part of the address ("index.php?mod=news").
MOD_HOUSES = {"marketwatch", "wsj", "barrons", "dowjones", "mansionglobal", "fnlondon"}
MOD_OF_A_FEED = re.compile(r"(?:\w+_)?rss(?:_\w+)?", re.IGNORECASE)
# Fragments that do not identify content: positions found on every page, and tracking.
PLACES = {
    "top", "main", "content", "comments", "comment", "respond", "rss", "feed", "start", "article", "page",
}  # fmt: skip
BLOCK_OF_A_PAGE = re.compile(
    r"(?:live-?blog|live-?update|live|block|post|entry|update|card|msg|pid)s?[-_]?[\w.-]*\d[\w.-]*", re.ASCII
)
DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST_URL = 2000
PLAIN_URL = re.compile(r"[\w/?%:@!$&'()*+,;=~.\[\]|#-]+", re.ASCII)
NO_BREAKS = {ord("\n"): None, ord("\r"): None, ord("\t"): None}


def plain_text(markup: str, limit: int) -> str:
    """Returns the text of an HTML fragment, at most `limit` characters, cut at a word with "…".

    Entities are resolved once, so escaped markup becomes visible text: the result is not HTML and must be escaped
    when it is shown.
    """
    # Legacy names without a semicolon ("BTC&ETH") are literal ampersands.
    text = BARE_AMPERSAND.sub("&amp;", CDATA_MARK.sub("", _within_limit(markup)))
    if "<" in text:
        text = BARE_LESS.sub("&lt;", text)
        text = nh3.clean(BLOCK.sub(" <", text), tags=set())
    if "&" in text:
        text = html.unescape(PAIR.sub(joined, text))
    return shortened(one_line(readable(text)), limit)


def _within_limit(markup: str) -> str:
    """Returns the beginning of long markup, without the tag that the limit splits."""
    if len(markup) <= LONGEST_MARKUP:
        return markup
    cut = markup[:LONGEST_MARKUP]
    tag = TAG_START.search(cut, cut.rfind(">") + 1)
    return cut[: tag.start()] if tag else cut


def one_line(text: str) -> str:
    """Returns the text without invisible characters, with single spaces and at most two marks per letter."""
    text = " ".join(LONE_SURROGATE.sub("\ufffd", UNSEEN.sub("", text)).split())
    return text if text.isascii() else _few_marks(text)


def _few_marks(text: str) -> str:
    characters, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            characters.append(character)
    return "".join(characters)


def joined(pair: re.Match[str]) -> str:
    """Returns the character of a surrogate pair, or the match unchanged if it is not a pair."""
    high, low = (int(half[1:], 16) if half[0] in "xX" else int(half) for half in pair.groups())
    if not (0xD800 <= high < 0xDC00 <= low < 0xE000):
        return pair[0]
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def readable(text: str) -> str:
    """Returns the text, with UTF-8 that was decoded as windows-1252 repaired (“PerchÃ©” gives “Perché”)."""
    if not MOJIBAKE.search(text):
        return text
    try:
        return b"".join(map(_byte, text)).decode()
    except UnicodeError:
        return text


def _byte(character: str) -> bytes:
    """Encodes a character as windows-1252; its five undefined bytes map to themselves."""
    return character.encode("latin-1") if "\x80" <= character <= "\x9f" else character.encode("cp1252")


def is_spoiled(text: str, before: str) -> bool:
    """Returns whether the text is `before` with letters lost to an encoding: "?", U+FFFD or mojibake."""
    if text == before or before.isascii():
        return False
    if "\ufffd" in text and "\ufffd" not in before:
        return True
    lost = re.escape(before)
    pattern = "".join(letter if letter.isascii() else "[?\ufffd]{1,4}" for letter in lost)
    return bool(re.fullmatch(pattern, text)) or readable(text) == before


def shortened(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at_word = cut.rfind(" ")
    return (cut[:at_word] if at_word > limit // 2 else cut).rstrip(" ,;:–-") + "…"


def canonical_url(url: str, base: str = "", *, anchored: bool = False) -> str:
    """Returns the link without tracking parameters and fragment, "" if it is not a safe web link.

    Accepts only http and https, with a host and without a user name; resolves relative links against `base`.
    A fragment stays if it identifies content: on a one-page site or a live page, or any other with `anchored`.
    """
    url = url.strip()
    if not url.isprintable() or not url.isascii():
        url = LONE_SURROGATE.sub("", UNSEEN.sub("", url)).translate(NO_BREAKS).strip()
    if not url or len(url) > 2 * LONGEST_URL:
        return ""
    try:
        parts = urlsplit(url if url.startswith(("http://", "https://")) else urljoin(base, url))
        host, port = parts.hostname or "", parts.port
        host = host if host.isascii() else host.encode("idna").decode()
    except ValueError:  # includes the UnicodeError of a host name
        return ""
    if parts.scheme not in DEFAULT_PORTS or not _is_web_host(host) or "@" in parts.netloc:
        return ""
    netloc = f"[{host}]" if ":" in host else host
    if port and port != DEFAULT_PORTS[parts.scheme]:
        netloc += f":{port}"
    query = parts.query and "&".join(
        pair for pair in parts.query.split("&") if pair and not _tracks(pair, host)
    )
    fragment = parts.fragment if _is_address(parts.fragment, anchored) else ""
    result = urlunsplit((parts.scheme, netloc, parts.path or "/", query, fragment))
    if not PLAIN_URL.fullmatch(result):
        result = quote(result, safe="/?%:@!$&'()*+,;=~-._[]|#")
    return result if len(result) <= LONGEST_URL else ""


def _is_web_host(host: str) -> bool:
    return bool(host) and not any(character in host for character in " <>\"'`\\^{}|%")


def _is_address(fragment: str, anchored: bool) -> bool:
    if fragment.startswith(("!", "/")):
        return len(fragment) > 1
    if not fragment or fragment.lower() in PLACES or fragment.startswith(":~:"):
        return False
    if "=" in fragment:
        name = fragment.partition("=")[0].lower()
        return anchored and name not in TRACKING and not name.startswith(TRACKING_PREFIXES) and name != "ref"
    return anchored or bool(BLOCK_OF_A_PAGE.fullmatch(fragment))


def _tracks(pair: str, host: str) -> bool:
    name, _equals, value = pair.partition("=")
    name = name.lower()
    if name == "mod" and (MOD_OF_A_FEED.fullmatch(value) or not MOD_HOUSES.isdisjoint(host.split("."))):
        return True
    return name in TRACKING or name.startswith(TRACKING_PREFIXES) or (name, value.lower()) in ONLY_FROM_A_FEED


def published(stated: datetime | None, now: datetime) -> datetime:
    """Returns the publication time; a missing, future or century-old date becomes the fetch time."""
    if stated is None or stated > now or stated < now - timedelta(days=36525):
        return now
    return stated


def folded(text: str) -> str:
    """Returns the text in lower case without accents, as search compares it."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def search_words(*texts: str) -> str:
    """Returns the folded words of the texts, each between spaces so that word prefixes can be found."""
    return " " + " ".join(word[:MOST_LETTERS] for word in WORD.findall(folded(" ".join(texts)))) + " "


def search_terms(query: str) -> tuple[str, ...]:
    """Returns the terms to find in `search_words`: prefixes, or whole words of up to three letters."""
    words = search_words(query).split()[:8]
    return tuple(dict.fromkeys(f" {word} " if len(word) <= 3 else f" {word}" for word in words))
