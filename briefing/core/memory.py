"""How the C library's allocator behaves in every process of ours."""

import ctypes

# glibc's malloc.h
M_TRIM_THRESHOLD, M_ARENA_MAX = -1, -8
TRIM_BYTES = 128 * 1024


def give_back() -> None:
    """Lets freed memory go back to the system; does nothing where the C library has no `mallopt(3)`.

    By default each thread gets an arena, and a large block that was freed once raises how much is kept for good: a web
    process of eight threads kept 50 MB after a few minutes of load. Threads of Python allocate one after another
    anyway, so one arena costs them nothing. A threshold that is set stays: blocks from 128 KiB on come from the system
    and go back to it each time.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_TRIM_THRESHOLD, TRIM_BYTES)
