"""Where Django looks for the models of `briefing.core.models`."""

from briefing.core import models  # noqa: F401
