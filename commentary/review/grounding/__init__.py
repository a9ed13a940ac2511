"""What a text claims of the figures, claim by claim: which figure, what of it, where it went, how it compares.

`words.py` loads the vocabulary of a language (`en.toml`, `it.toml`), `rows.py` what the facts state of each figure,
`subjects.py` finds which figures a sentence names, `sentence.py` reads it, `quantities.py` checks its numbers and
`statements.py` its words. A claim fails where the sentence and the facts are both certain; what is uncertain is left to
the second reviewer, and a number that exists nowhere fails.
"""
