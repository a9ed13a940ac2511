"""How the month's cap is divided: the texts may use all of it, every other use has a share and no more.

The shares together leave the texts half of the cap, whatever readers and feeds ask for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from briefing.core.models import LlmCall

Share = LlmCall.Share
OF_THE_CAP = {Share.TEXTS: 1.0, Share.TAGGING: 0.25, Share.ANALYSES: 0.2, Share.FORMATS: 0.05}
# What readers ask for themselves: what their questions bring about says little about the endpoint.
READERS = {Share.ANALYSES, Share.FORMATS}
_current: ContextVar[Share] = ContextVar("share", default=Share.TEXTS)


@contextmanager
def charged_to(share: Share) -> Iterator[None]:
    """Charges the calls inside to a share of the cap; without it they are the texts'."""
    before = _current.set(share)
    try:
        yield
    finally:
        _current.reset(before)


def current() -> Share:
    return _current.get()


def column(share: Share) -> str | None:
    """The column of `LlmMonth` that counts a share; None for the texts', which the total bounds."""
    return None if share == Share.TEXTS else f"{share}_micro_usd"
