"""From an assignment to a publishable text: `composition` calls models and falls back to rules."""
