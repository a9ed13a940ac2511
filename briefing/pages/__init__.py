"""The roof: pages made from several apps (dashboard, landing, methods, feeds out) and health."""
