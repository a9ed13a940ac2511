"""Settings of the C library's allocator."""

import ctypes

# glibc's malloc.h
M_TRIM_THRESHOLD, M_ARENA_MAX = -1, -8
TRIM_BYTES = 128 * 1024


def give_back() -> None:
    """Lets malloc return freed memory to the system; does nothing without `mallopt(3)`.

    By default each thread gets an arena, and freeing a large block raises the threshold for keeping memory: a
    web process of eight threads kept 50 MB after a few minutes of load. One arena costs nothing, since
    Python's threads allocate one at a time. With a fixed threshold, blocks from 128 KiB on are returned each
    time.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_TRIM_THRESHOLD, TRIM_BYTES)
