"""Libraries that few processes need are loaded when they are first used: each costs 10 to 25 MB of memory."""

import importlib
from typing import Any


class LazyModule:
    """Stands for a module until one of its names is asked for; import it under TYPE_CHECKING for its types.

    `settings` are names of the module and what they are set to.
    """

    def __init__(self, name: str, **settings: object) -> None:
        self._name, self._settings = name, settings

    def __getattr__(self, name: str) -> Any:
        module = importlib.import_module(self._name)  # the import lock makes a second thread wait
        for setting, value in self._settings.items():
            setattr(module, setting, value)
        return getattr(module, name)
