"""The facts behind a text: figures frozen at the time of writing (`snapshot`), and their newsworthiness."""
