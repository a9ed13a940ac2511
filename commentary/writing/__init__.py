"""From an assignment to a text that may be published: `composition` has models write, then the rules."""
