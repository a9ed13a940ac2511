"""python -m evaluation review|stories [--train]: measure a classifier, or train it first."""

import sys
from importlib import import_module

PARTS = ("review", "stories")


def main(argv: list[str]) -> int:
    """The exit code of the part that `argv` names."""
    if not argv or argv[0] not in PARTS:
        sys.stderr.write(f"usage: python -m evaluation {'|'.join(PARTS)} [--train]\n")
        return 2
    found: int = import_module(f"evaluation.{argv[0]}").main(argv[1:])
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
