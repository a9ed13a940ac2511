"""What a text may rest on: figures frozen as it is written (`snapshot`), and what is news among them."""
