"""The embedded deployment: `supervisor` runs its processes, `bootstrap` fills an empty database."""
