"""One renderer of figures for rules, models' drafts, digests and pages: `slots.SlotTable` and `printing.Printer`."""
