"""Loaded before Django's settings: tests see no `.env`, no variable of the machine, and a data folder of their own."""

import os
import tempfile

KEPT = {name: os.environ[name] for name in ("TEST_DATABASE_URL", "TEST_REDIS_URL") if os.environ.get(name)}
PREFIXES = ("SERVICE_", "BILLING", "LLM_", "PORTFOLIO_", "SAMPLE_", "FEED", "EUSTAT_", "UKSTAT_", "FRED", "ECB_", "BIS_",
            "BOE_", "TREASURY_", "CBOE_", "YAHOO_", "CALENDAR_", "OUTBOUND_", "STAFF_")  # fmt: skip
NAMES = (
    "BASE_URL", "ALLOWED_HOSTS", "TRUSTED_PROXIES", "DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "CACHE_URL",
    "EMAIL_URL", "DEFAULT_FROM_EMAIL", "OPERATOR", "OUTBOUND_ALLOWED_HOSTS", "SENTRY_DSN", "SUBSCRIPTIONS_ENABLED",
    "TICKER_UNIVERSE_AGGREGATE_ENABLED", "GENERATION_TONES", "GENERATION_STYLES", "LOG_LEVEL", "LOG_FORMAT", "DATA_DIR",
    "METRICS_ENABLED", "HEARTBEAT_URL",
)  # fmt: skip
for name in list(os.environ):
    if name in NAMES or name.startswith(PREFIXES):
        del os.environ[name]

os.environ |= {
    "ENV_FILE": os.devnull,
    "DATA_DIR": tempfile.mkdtemp(prefix="briefing-tests-"),
    "SERVICE_SESSION_SECRET": "tests-only-" + "0123456789abcdef" * 4,
    "SAMPLE_DATA": "false",
    "LOG_LEVEL": "WARNING",
    "NO_PROXY": "127.0.0.1,localhost",
}
if database := KEPT.get("TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = database
if redis := KEPT.get("TEST_REDIS_URL"):
    # Every test empties the cache, so each process of a parallel run has a database of its own, counted up from the given.
    address, _, number = redis.rpartition("/")
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    os.environ["REDIS_URL"] = f"{address}/{int(number) + worker}"
