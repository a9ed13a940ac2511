"""Shares of the monthly cap: the texts may use all of it, every other use has a fixed share.

The shares add up to half of the cap, so that readers and feeds always leave half to the texts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from briefing.core.models import LlmCall

Share = LlmCall.Share
OF_THE_CAP = {Share.TEXTS: 1.0, Share.TAGGING: 0.25, Share.ANALYSES: 0.2, Share.FORMATS: 0.05}
# Uses that readers trigger: failures that their questions cause say little about the endpoint.
READERS = {Share.ANALYSES, Share.FORMATS}
_current: ContextVar[Share] = ContextVar("share", default=Share.TEXTS)


@contextmanager
def charged_to(share: Share) -> Iterator[None]:
    """Charges calls within the block to a share of the cap; outside of it they are charged to the texts."""
    before = _current.set(share)
    try:
        yield
    finally:
        _current.reset(before)


def current() -> Share:
    return _current.get()


def column(share: Share) -> str | None:
    """Returns the column of `LlmMonth` that counts a share; None for the texts, which the total limits."""
    return None if share == Share.TEXTS else f"{share}_micro_usd"
