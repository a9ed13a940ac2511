"""Texts by rules in the style of a news agency: `read_writer.write` and `log_writer.write` return drafts."""
