"""The embedded shape: `supervisor` runs its processes, `bootstrap` fills an empty database."""
