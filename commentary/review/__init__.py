"""What happens to a text before anybody reads it, decided without any model. Call `review.review` first.

One way through: `normalise` (what a reader sees), `lexicon` (strong rules, which fail whatever else is said),
`classifier` (the words of a sentence as a whole), `grounding` (numbers and dates against the facts); a translation goes
through `fidelity` besides. All of them give findings, and `verdict` makes one verdict of these.
"""
