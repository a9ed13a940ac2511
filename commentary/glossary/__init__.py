"""Terms explained inline: `marking` finds terms, `linking` finds the figures of a text."""
