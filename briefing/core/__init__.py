"""The ground: HTTP, mail, models, jobs, limits, progress. It knows none of the apps."""
