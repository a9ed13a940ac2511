"""The deterministic review of texts before publication; `review.review` is the entry point.

`normalise` folds the text, `lexicon` applies strict rules, `classifier` scores sentences as a whole, and
`verdict` combines their findings.
"""
