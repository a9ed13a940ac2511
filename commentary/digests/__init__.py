"""Daily and weekly digests: `delivery` creates a row for each reader and sends each once."""
