"""Renders figures for rules, models' drafts, digests and pages: `slot_table.SlotTable` and `rendering.render`."""
