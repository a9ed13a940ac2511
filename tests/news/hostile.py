"""Model replies of five million characters designed to be expensive to parse.

Created on demand, since together they take 75 MB.
"""

from collections.abc import Callable

HOSTILE: list[Callable[[], str]] = [
    lambda: "[" * 5_000_000,
    lambda: '{"a":' * 1_000_000,
    lambda: '[{"id": 1, "tags": ["EU" ' * 200_000,
    lambda: "[" + ",".join(['{"id": 1, "tags": ["EU"]}'] * 200_000) + "]",
    lambda: '[{"id": 1, "title": "' + 'a "b" ' * 800_000,
    lambda: '{"k":"' + " " * 5_000_000,
    lambda: ('{"k":"' + " " * 300) * 16_000,
    lambda: "<think>" * 700_000,
    lambda: "</think>\n" * 550_000,
    lambda: "<think></think>" * 330_000,
    lambda: '"[{\\"id\\": ' + '\\"' * 2_500_000,
    lambda: "[/*" * 1_600_000,
    lambda: "[1, " * 1_250_000,
    lambda: '"' * 5_000_000,
    lambda: "'[ " * 1_600_000,
    lambda: " " * 5_000_000,
]
