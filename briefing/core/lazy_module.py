"""Defers imports of libraries that few processes need; each costs 10 to 25 MB of memory."""

import importlib
from typing import Any


class LazyModule:
    """Imports a module on first attribute access; import the real one under TYPE_CHECKING for its types.

    `settings` are attributes to set on the module after the import.
    """

    def __init__(self, name: str, **settings: object) -> None:
        self._name, self._settings = name, settings

    def __getattr__(self, name: str) -> Any:
        module = importlib.import_module(self._name)  # the import lock makes a second thread wait
        for setting, value in self._settings.items():
            setattr(module, setting, value)
        return getattr(module, name)
