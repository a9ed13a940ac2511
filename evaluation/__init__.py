"""Corpora, training and measuring of what the service judges by; never imported by the service, nor in its image.

`python -m evaluation review` or `stories` measures and writes the tables that `docs/` shows; with `--train` it learns
anew first. `corpora.py` reads and writes the texts, `tables.py` puts a table into a document.
"""
