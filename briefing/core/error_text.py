"""What a row may keep of an error: enough to act on, nothing of the data that was being worked on."""

from briefing.core.logs import scrub

LONGEST = 500


def line(error: BaseException) -> str:
    """The error's type and the first line of its text, without addresses and secrets.

    The first alone: PostgreSQL quotes the values of the row from the second on ("DETAIL: Failing row contains").
    """
    first = next(iter(str(error).splitlines()), "")
    return scrub(f"{type(error).__name__}: {first[:LONGEST]}")
