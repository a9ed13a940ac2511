"""`python -m evaluation review|stories|words|drafts|cost`: measures; with `--train` the first two train before."""

import importlib
import sys

PARTS = ("review", "stories", "words", "drafts", "cost")


def main(arguments: list[str]) -> int:
    """Runs `evaluation.<part>.main` with the remaining arguments; returns 2 for an unknown part."""
    if not arguments or arguments[0] not in PARTS:
        sys.stderr.write(f"Usage: python -m evaluation {'|'.join(PARTS)} …\n")
        return 2
    return int(importlib.import_module(f"evaluation.{arguments[0]}").main(arguments[1:]) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
