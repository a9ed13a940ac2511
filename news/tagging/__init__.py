"""Gives headlines their tags: `tag` asks a model where one is configured, else the rules."""
