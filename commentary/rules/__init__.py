"""Texts without a model, in the voice of a news agency: `read.write` and `log.write` give drafts in slots."""
