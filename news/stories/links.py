"""Finds headlines of several feeds with the same link, which belong to the same story."""

from collections import Counter
from collections.abc import Iterable, Sequence

from news.feeds.clean import folded
from news.models import Headline

CHUNK = 500


def twins(fresh: Sequence[Headline]) -> dict[int, Headline]:
    """Returns by headline id the headline of another feed with the same link, stored or earlier in `fresh`.

    If one feed uses a link for several titles (a section page), only equal titles match.
    """
    known = _stored({headline.url for headline in fresh if headline.url})
    shared = _shared([*known, *fresh])
    by_url: dict[str, list[Headline]] = {}
    for headline in known:
        by_url.setdefault(headline.url, []).append(headline)
    found: dict[int, Headline] = {}
    for headline in sorted(fresh, key=lambda one: one.pk):
        leads = by_url.setdefault(headline.url, []) if headline.url else []
        lead = next((one for one in leads if _is_twin(headline, one, headline.url in shared)), None)
        if lead:
            found[headline.pk] = lead
        else:
            leads.append(headline)
    return found


def _is_twin(headline: Headline, lead: Headline, is_shared: bool) -> bool:
    if headline.feed_id == lead.feed_id:
        return False
    return not is_shared or folded(headline.title) == folded(lead.title)


def _stored(urls: set[str]) -> list[Headline]:
    asked = sorted(urls)
    rows = (
        Headline.objects.filter(story__isnull=False)
        .only("feed_id", "url", "title", "story_id")
        .order_by("pk")
    )
    return [row for at in range(0, len(asked), CHUNK) for row in rows.filter(url__in=asked[at : at + CHUNK])]


def _shared(headlines: Iterable[Headline]) -> set[str]:
    """Returns links that one feed uses for several titles."""
    titles = {(one.feed_id, one.url, folded(one.title)) for one in headlines}
    counts = Counter((feed, url) for feed, url, _title in titles)
    return {url for (_feed, url), count in counts.items() if count > 1}
