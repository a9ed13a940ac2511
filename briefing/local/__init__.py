"""The embedded shape: `supervisor` keeps its processes running, `bootstrap` fills an empty database."""
