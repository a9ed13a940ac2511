import tests.environment  # noqa: F401  before the settings are read
