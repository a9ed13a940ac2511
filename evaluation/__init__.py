"""Training and measurement of the review and of story grouping; neither imported by the service nor in its image.

`python -m evaluation review` or `stories` measures and updates the tables in `docs/`; `--train` trains first.
"""
