"""Pages that combine several apps: dashboard, landing page, methods, feeds, health."""
