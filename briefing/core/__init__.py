"""The foundation that the apps share: HTTP, mail, models, jobs, limits and progress. Imports none of the apps."""
