"""Pure: what feeds send becomes plain text, canonical links, true dates and searchable words."""

import html
import re
import unicodedata
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import nh3

BLOCK = re.compile(
    r"<(?=/?(?:p|div|br|li|ul|ol|dl|dt|dd|tr|td|th|table|h[1-6]|hr|blockquote|section|article|figure"
    r"|figcaption|img|pre|header|footer)\b)",
    re.IGNORECASE,
)
# Control characters, soft hyphens, zero-width and bidirectional marks: unseen, and able to fake what is seen.
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
WORD = re.compile(r"[^\W_]+")
BARE_AMPERSAND = re.compile(r"&(?!#\d{1,8};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z]\w{0,40};)")
MOST_LETTERS = 64  # of a word that can be searched for: an index refuses words of 2 kB
LONGEST_MARKUP = 20_000

TRACKING = {
    "fbclid", "gclid", "dclid", "gbraid", "wbraid", "gclsrc", "msclkid", "yclid", "twclid", "ttclid", "igshid",
    "igsh", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "_openstat", "vero_id", "oly_anon_id",
    "oly_enc_id", "s_cid", "cmp", "cmpid", "ftcamp", "ito", "ocid", "smid", "sref", "xtor", "emc", "partner",
    "ncid", "sr_share", "spref", "wt_mc", "wt.mc_id", "traffic_source", "guccounter",
}  # fmt: skip
TRACKING_PREFIXES = ("utm_", "at_", "ns_", "pk_", "mtm_", "piwik_", "hsa_", "itm_", "stm_")
ONLY_FROM_A_FEED = {("ref", "rss"), ("source", "rss"), ("src", "rss"), ("from", "rss"), ("feed", "rss")}
DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST_URL = 2000
PLAIN_URL = re.compile(r"[\w/?%:@!$&'()*+,;=~.\[\]|#-]+", re.ASCII)
NO_BREAKS = {ord("\n"): None, ord("\r"): None, ord("\t"): None}

ITALIAN_MONTHS = {
    "gen": "Jan", "feb": "Feb", "mar": "Mar", "apr": "Apr", "mag": "May", "giu": "Jun",
    "lug": "Jul", "ago": "Aug", "set": "Sep", "ott": "Oct", "nov": "Nov", "dic": "Dec",
}  # fmt: skip
ITALIAN_DATE = re.compile(
    r"^(?:\w+,\s*)?(\d{1,2})\s+(gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic)\w*\s+(\d{4})(.*)$",
    re.IGNORECASE,
)


# Zones by their names, in minutes east of Greenwich; IST is India's. The American ones and the military letters are
# in the standard library (RFC 822).
ZONES = {
    "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "MET": 60, "MEST": 120, "MEZ": 60, "MESZ": 120,
    "EET": 120, "EEST": 180, "SAST": 120, "TRT": 180, "MSK": 180, "IST": 330, "SGT": 480, "HKT": 480, "AWST": 480,
    "JST": 540, "KST": 540, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
}  # fmt: skip
ZONE_NAME = re.compile(rf"(?<=[\d\s])\(?({'|'.join(ZONES)})\)?$", re.IGNORECASE)
ENGLISH_DATE = re.compile(
    r"^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2}\s+[A-Za-z]{3,9}\s+\d{2,4}\s+[\d:]{4,8}\s*[+-]\d{4})$"
)
ISO_DATE = re.compile(r"^(\d{4}-\d\d-\d\d[T ][\d:.]{5,15}?)\s*([+-]\d{4})$")


def plain_text(markup: str, limit: int) -> str:
    """The words of a piece of HTML as plain text of at most `limit` characters, cut at a word with "…".

    Entities are resolved once, so markup written as entities becomes visible text: the result is never HTML
    and must be escaped where it is shown.
    """
    # Legacy names without a semicolon ("BTC&ETH") are ampersands that were meant.
    text = BARE_AMPERSAND.sub("&amp;", markup[:LONGEST_MARKUP])
    if "<" in text:
        text = nh3.clean(BLOCK.sub(" <", text), tags=set())
    if "&" in text:
        text = html.unescape(text)
    return shortened(one_line(text), limit)


def one_line(text: str) -> str:
    """Without unseen characters, with single spaces."""
    return " ".join(LONE_SURROGATE.sub("\ufffd", UNSEEN.sub("", text)).split())


def shortened(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at_word = cut.rfind(" ")
    return (cut[:at_word] if at_word > limit // 2 else cut).rstrip(" ,;:–-") + "…"


def canonical_url(url: str, base: str = "") -> str:
    """The link without tracking parameters and fragment; "" when it is none that a reader may be sent to.

    Only http and https, with a host and without user name; a relative one is resolved against `base`.
    """
    url = url.strip()
    if not url.isprintable() or not url.isascii():
        url = UNSEEN.sub("", url).translate(NO_BREAKS).strip()
    if not url or len(url) > 2 * LONGEST_URL:
        return ""
    try:
        parts = urlsplit(url if url.startswith(("http://", "https://")) else urljoin(base, url))
        host, port = parts.hostname or "", parts.port
        host = host if host.isascii() else host.encode("idna").decode()
    except ValueError:  # a UnicodeError of the host name is one as well
        return ""
    if parts.scheme not in DEFAULT_PORTS or not _is_web_host(host) or "@" in parts.netloc:
        return ""
    netloc = f"[{host}]" if ":" in host else host
    if port and port != DEFAULT_PORTS[parts.scheme]:
        netloc += f":{port}"
    query = parts.query and "&".join(pair for pair in parts.query.split("&") if pair and not _tracks(pair))
    fragment = parts.fragment if parts.fragment.startswith("!") else ""
    result = urlunsplit((parts.scheme, netloc, parts.path or "/", query, fragment))
    if not PLAIN_URL.fullmatch(result):
        result = quote(result, safe="/?%:@!$&'()*+,;=~-._[]|#")
    return result if len(result) <= LONGEST_URL else ""


def _is_web_host(host: str) -> bool:
    return bool(host) and not any(character in host for character in " <>\"'`\\^{}|%")


def _tracks(pair: str) -> bool:
    name, _equals, value = pair.partition("=")
    name = name.lower()
    return name in TRACKING or name.startswith(TRACKING_PREFIXES) or (name, value.lower()) in ONLY_FROM_A_FEED


def published(said: datetime | None, now: datetime) -> datetime:
    """When a headline counts as published: a missing or future date becomes the fetch time."""
    if said is None or said > now or said < now - timedelta(days=36525):
        return now
    return said


def named_zone_date(text: str) -> datetime | None:
    """A date of RFC 822 or ISO 8601 that ends in a zone's name (CET, BST …); None when it is none of ours."""
    offset = _with_offset(text.strip())
    try:
        if offset != text.strip() and (found := ENGLISH_DATE.match(offset)):
            return parsedate_to_datetime(found[1]).astimezone(UTC)
        if offset != text.strip() and (found := ISO_DATE.match(offset)):
            return datetime.fromisoformat(found[1] + found[2]).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    return None


def _with_offset(date: str) -> str:
    """The date with its zone's name, where it is known, as an offset: "… 09:30 CET" gives "… 09:30 +0100"."""

    def offset(found: re.Match[str]) -> str:
        hours, minutes = divmod(ZONES[found[1].upper()], 60)
        return f" +{hours:02}{minutes:02}"

    return ZONE_NAME.sub(offset, date)


def italian_date(text: str) -> datetime | None:
    """A date written as "sab, 21 nov 2026 09:30:00 +0100" (or CET); None when it is not one."""
    match = ITALIAN_DATE.match(_with_offset(text.strip()))
    if not match:
        return None
    day, month, year, rest = match.groups()
    try:
        moment = parsedate_to_datetime(f"{day} {ITALIAN_MONTHS[month.lower()]} {year}{rest or ' 00:00:00'}")
    except (ValueError, OverflowError):
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def folded(text: str) -> str:
    """Lower case without accents: what a search compares."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def search_words(*texts: str) -> str:
    """The folded words of the texts with a space around each, so that a word's start can be looked for."""
    return " " + " ".join(word[:MOST_LETTERS] for word in WORD.findall(folded(" ".join(texts)))) + " "


def search_terms(query: str) -> tuple[str, ...]:
    """What must occur in `search_words`: beginnings of words, or whole words of up to three letters."""
    words = search_words(query).split()[:8]
    return tuple(dict.fromkeys(f" {word} " if len(word) <= 3 else f" {word}" for word in words))
