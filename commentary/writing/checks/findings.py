"""What the check of drafts says of a sentence."""

from commentary.review.verdict import Finding


def finding(rule: str, excerpt: str, instruction: str) -> Finding:
    """`instruction` is also the reason: the writer and staff read what to write instead."""
    return Finding(f"draft.{rule}", excerpt.strip(), instruction, instruction)
