"""Findings of the check of drafts."""

from commentary.review.verdict import Finding


def finding(rule: str, excerpt: str, instruction: str) -> Finding:
    """Returns a finding whose instruction is also its reason."""
    return Finding(f"draft.{rule}", excerpt.strip(), instruction, instruction)
