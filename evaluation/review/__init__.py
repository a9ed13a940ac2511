"""The review: its corpora, the training of its classifier, and how good it is. Call `main` first.

`sets.py` knows the texts, `training.py` learns the weights that `commentary/review/weights.py` reads, `measuring.py`
counts what the whole review catches and lets pass of texts that nothing was learnt from.
"""

from evaluation.review.command import main

__all__ = ["main"]
