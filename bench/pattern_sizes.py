"""The longest text in characters that each file's patterns can meet, and the source of that limit.

A file that is not listed, itself or by a folder's prefix, fails the bench.
"""

KB, MB = 1_000, 1_000_000
SIZES: dict[str, tuple[int, str]] = {
    "accounts/": (20 * KB, "forms, queries and paths; gunicorn takes 8 kB of line and of header"),
    "billing/": (1 * MB, "a delivery's body (webhooks.LIMIT)"),
    "briefing/core/addresses.py": (20 * KB, "an e-mail address as it was typed"),
    "briefing/core/api/__init__.py": (1 * MB, "a value of a JSON body (DATA_UPLOAD_MAX_MEMORY_SIZE)"),
    "briefing/core/operations/access_log.py": (8 * KB, "gunicorn's request line"),
    "briefing/core/outside/llm/request_builder.py": (2 * MB, "an answer of a provider (openai_compatible.MAX_BYTES)"),
    "briefing/core/outside/llm/openai_compatible.py": (2 * MB, "an answer of a provider (MAX_BYTES)"),
    "briefing/core/outside/llm/response_parser.py": (2 * MB, "an answer of a provider (MAX_BYTES)"),
    "briefing/core/operations/logs.py": (81 * KB, "what logs.shortened lets through: 81 lines of 1,000"),
    "briefing/core/outside/http/guard.py": (8_192, "LONGEST_URL"),
    "briefing/core/api/schema.py": (200, "our own routes"),
    "briefing/pages/syndication.py": (30 * KB, "a log's text; a feed's title and summary are shorter"),
    "briefing/core/outside/http/errors.py": (16 * KB, "an error with an address (guard.LONGEST_URL) and its cause"),
    "commentary/": (5 * KB, "a text with its title (drafts.MOST_TEXT, MOST_TITLE)"),
    "commentary/writing/drafts.py": (2 * MB, "an answer of a provider, before any bound of its own"),
    "commentary/writing/llm_reviewer.py": (2 * MB, "an answer of a provider"),
    "commentary/views.py": (8 * KB, "a query"),
    "commentary/review/": (600, "one sentence (sentences.LONGEST)"),
    "commentary/review/dates.py": (20 * KB, "a text (review.LONGEST)"),
    "commentary/review/fidelity.py": (20 * KB, "a text (review.LONGEST)"),
    "commentary/review/grounding/ground.py": (20 * KB, "a text (review.LONGEST)"),
    "commentary/review/italian.py": (20 * KB, "a text (review.LONGEST)"),
    "commentary/review/normalise.py": (20 * KB, "a text (review.LONGEST)"),
    "commentary/review/numbers.py": (20 * KB, "a text (review.LONGEST)"),
    "commentary/review/sentences.py": (20 * KB, "a text (review.LONGEST)"),
    "commentary/templatetags/": (20 * KB, "our own style sheet; a reviewed text"),
    "indicators/groups_file.py": (1 * KB, "our own groups.toml"),
    "indicators/wire.py": (1 * KB, "our own groups.toml"),
    "indicators/sources/": (5 * MB, "a source's answer, or one cell of it"),
    "news/feeds/": (5 * MB, "a feed's document (fetch.MAX_BYTES)"),
    "news/feeds/clean.py": (20 * KB, "a feed's markup (LONGEST_MARKUP)"),
    "news/feeds/fetch.py": (64 * KB, "a header of a publisher (http.client reads no longer line)"),
    "news/tagging/model.py": (2 * MB, "an answer of a provider"),
    "news/tagging/reply.py": (200 * KB, "an answer of a provider (reply_wrapping.LONGEST)"),
    "news/tagging/reply_wrapping.py": (400 * KB, "an answer of a provider (LONGEST_WRAPPED)"),
    "news/tagging/reply_scan.py": (200 * KB, "an answer of a provider (reply_wrapping.LONGEST)"),
    "news/tagging/reply_string.py": (200 * KB, "an answer of a provider (reply_wrapping.LONGEST)"),
    "news/stories/": (600, "a stored title or summary (facts.SUMMARY_LIMIT)"),
    "news/patterns.py": (800, "a stored title and summary (parse.MAX_TITLE, MAX_SUMMARY)"),
    "portfolio/analysis/drafts.py": (20 * KB, "a text of a model that passed the review"),
    "portfolio/header_names.py": (60, "a column's name (LONGEST_NAME)"),
    "portfolio/instruments.py": (1 * KB, "an instrument's name"),
    "portfolio/layouts.py": (60, "a column's name (header_names.LONGEST_NAME)"),
    "portfolio/sync/": (1 * KB, "the operator's pepper"),
    "portfolio/universe.py": (1 * KB, "a source's currency"),
    "portfolio/venues.py": (1 * KB, "a ticker"),
    "portfolio/analysis/weights.py": (256 * KB, "a ticker in the body of /api/analyze"),
}  # fmt: skip

# Patterns built at run time that the bench cannot exercise; each is one escaped text, so it is linear.
BUILT = {"accounts/traces.py": "a reader's address between two look-arounds, when the account goes"}


def size_of(file: str) -> int | None:
    """The size for a file, by the longest matching prefix."""
    names = [name for name in SIZES if file.startswith(name)]
    return SIZES[max(names, key=len)][0] if names else None
