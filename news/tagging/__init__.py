"""Tags headlines by a model if one is configured, else by rules."""
