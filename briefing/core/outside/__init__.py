"""Everything that leaves the machine: HTTP, mail and language models.

Call `http.fetch` for a document, `mail.send` for a mail and `llm.complete` for a model's answer. `reachability.note`
turns a network outage into one notice.
"""
