"""Corpora, classifier training and measurement of the text review.

`sets` loads the texts, `training` fits the weights that `commentary.review.weights` reads, `measuring` counts what
the whole review catches and passes in held-out texts.
"""

from evaluation.review.command import main

__all__ = ["main"]
