"""The deterministic check of a draft before anything of it is printed: `draft.check`, one verdict a sentence.

It fails closed: a finding names the words and what to write instead, and an exception is a finding.
"""
