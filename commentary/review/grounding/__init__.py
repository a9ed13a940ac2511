"""What a text claims of the figures, claim by claim: which figure, what of it, where it went, how it compares.

`ground.py` first: it reads a text sentence by sentence. `words.py` loads the vocabulary of a language (`en.toml`,
`it.toml`), `rows.py` holds what the facts state of each figure, `subjects.py` finds which figures a sentence names, and
`sentence.py` its parts. `quantities.py` checks numbers, `shares.py` and `counts.py` parts of a whole, `extremes.py`,
`statements.py` and `causes.py` words. A claim fails where the sentence and the facts are both certain; what is
uncertain is left to the second reviewer, and a number that exists nowhere fails.
"""
