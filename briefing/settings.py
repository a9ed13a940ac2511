"""All settings, read here only, from the environment and `.env`; `.env.example` documents each variable."""

import sys
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.utils.translation import gettext_lazy as _

from briefing.core.environment import Environment, stored_address, with_password
from briefing.core.file_permissions import restrict_database, restrict_folder

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()
ENV_FILE = Path(env.text("ENV_FILE", str(BASE_DIR / ".env")))
env.read_file(ENV_FILE)

# --- The shape: embedded or production ---
SERVICE_ENV = env.text("SERVICE_ENV", "embedded")
if SERVICE_ENV not in ("embedded", "production"):
    env.problem("SERVICE_ENV", "is neither embedded nor production")
    SERVICE_ENV = "production"  # the strict shape, so that a typing error is safe
PRODUCTION = SERVICE_ENV == "production"
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var"))).resolve()
restrict_folder(DATA_DIR, make=not PRODUCTION)
DEBUG = False

# --- Secrets and addresses ---
SECRET_KEY = env.text("SERVICE_SESSION_SECRET") or (
    "unsafe-because-missing" if PRODUCTION else env.stored_secret(DATA_DIR / "session-secret")
)
SECRET_KEY_FALLBACKS = env.listing("SERVICE_SESSION_SECRET_FALLBACKS")
# Independent of the session secret: see briefing/core/hashing.py. While empty, hashing fails.
HASH_KEY = env.text("SERVICE_HASH_KEY") or ("" if PRODUCTION else env.stored_secret(DATA_DIR / "hash-key"))
SERVICE_TOKEN = env.text("SERVICE_TOKEN")
# Without BASE_URL, the address of the last start on this machine, so that commands print the same links.
ADDRESS_FILE = None if PRODUCTION or env.text("BASE_URL") else DATA_DIR / "address"
BASE_URL = env.url("BASE_URL", stored_address(ADDRESS_FILE) or "http://127.0.0.1:8000")
ALLOWED_HOSTS = [*env.listing("ALLOWED_HOSTS"), urlsplit(BASE_URL).hostname or "localhost"]
ALLOWED_HOSTS += ["localhost", "127.0.0.1"]  # used by health checks on the same machine
CSRF_TRUSTED_ORIGINS = ["{0.scheme}://{0.netloc}".format(urlsplit(BASE_URL))]
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES")
OPERATOR = env.text("OPERATOR")

# --- Feature flags (specification 1.12) ---
PORTFOLIO_AI_ENABLED = env.flag("PORTFOLIO_AI_ENABLED")
PORTFOLIO_SYNC_ENABLED = env.flag("PORTFOLIO_SYNC_ENABLED")
TICKER_UNIVERSE_AGGREGATE_ENABLED = env.flag("TICKER_UNIVERSE_AGGREGATE_ENABLED")
SUBSCRIPTIONS_ENABLED = env.flag("SUBSCRIPTIONS_ENABLED")
PORTFOLIO_SYNC_PEPPER = env.text("PORTFOLIO_SYNC_PEPPER")

# --- Accounts ---
AUTH_USER_MODEL = "accounts.User"
ACKNOWLEDGEMENT_VERSION = 1
LOGIN_URL = "/login"
AUTHENTICATION_BACKENDS = ["accounts.backend.CodeBackend"]
STAFF_PASSKEY_REQUIRED = env.flag("STAFF_PASSKEY_REQUIRED", default=PRODUCTION)

# --- Billing ---
BILLING_API_KEY = env.text("BILLING_API_KEY")
BILLING_WEBHOOK_SECRET = env.text("BILLING_WEBHOOK_SECRET")
BILLING_PRICE_MONTHLY = env.text("BILLING_PRICE_MONTHLY")
BILLING_PRICE_ANNUAL = env.text("BILLING_PRICE_ANNUAL")
BILLING_REFERRAL_COUPON = env.text("BILLING_REFERRAL_COUPON")
BILLING_REFERRAL_COUPON_ANNUAL = env.text("BILLING_REFERRAL_COUPON_ANNUAL")
BILLING_API_BASE = env.url("BILLING_API_BASE", "")
BILLING2_WEBHOOK_SECRET = env.text("BILLING2_WEBHOOK_SECRET")

# --- Language models ---
LLM_API_KEY = env.text("LLM_API_KEY")
LLM_BASE_URL = env.url("LLM_BASE_URL", "https://api.openai.com/v1")
LLM_MODEL = env.text("LLM_MODEL")
LLM_GATEWAY_API_KEY = env.text("LLM_GATEWAY_API_KEY")
LLM_GATEWAY_BASE_URL = env.url("LLM_GATEWAY_BASE_URL", "https://openrouter.ai/api/v1")
LLM_GATEWAY_MODEL = env.text("LLM_GATEWAY_MODEL")
LLM_TIMEOUT_S = env.number("LLM_TIMEOUT_S", 60, least=1)
LLM_PRICES = env.json("LLM_PRICES", {"default": {"input": 2.0, "cached_input": 2.0, "output": 8.0}})
LLM_MONTHLY_COST_CAP_USD = env.number("LLM_MONTHLY_COST_CAP_USD", 20)
GENERATION_TONES = env.choices(
    "GENERATION_TONES", ["NOVICE", "INTERMEDIATE"], {"NOVICE", "INTERMEDIATE", "PRO"}
)
GENERATION_STYLES = env.choices("GENERATION_STYLES", ["DRY"], {"DRY", "SPECULATIVE"})
PROMPT_VERSION = 16

# --- Sources of figures and headlines ---
SAMPLE_DATA = env.flag("SAMPLE_DATA", default=not PRODUCTION)
SAMPLE_SOURCES_URL = env.url("SAMPLE_SOURCES_URL", "http://127.0.0.1:8765")
FRED_API_KEY = env.text("FRED_API_KEY")
FRED_KEYLESS = env.flag("FRED_KEYLESS")
CBOE_ENABLED = env.flag("CBOE_ENABLED")
YAHOO_ENABLED = env.flag("YAHOO_ENABLED")
PAID_DISPLAY_ALLOWED = env.listing("PAID_DISPLAY_ALLOWED")
REDISTRIBUTION_ALLOWED = env.listing("REDISTRIBUTION_ALLOWED")
SOURCE_BASE_URLS = env.matching("SOURCE_", "_BASE_URL")
OUTBOUND_ALLOWED_HOSTS = env.listing("OUTBOUND_ALLOWED_HOSTS") + (
    [urlsplit(SAMPLE_SOURCES_URL).netloc] if SAMPLE_DATA else []
)
OUTBOUND_CONTACT = env.text("OUTBOUND_CONTACT", BASE_URL)
FEED_MAX_FAILURES = env.integer("FEED_MAX_FAILURES", 5, least=1)
FEED_MOST_NEW = env.integer("FEED_MOST_NEW", 60, least=1)
FEEDS_PER_HOST = env.integer("FEEDS_PER_HOST", 2, least=1)

# --- Django ---
INSTALLED_APPS = [
    "briefing", "accounts", "indicators", "news", "billing", "commentary", "portfolio", "django_celery_beat",
    "accounts.staff_config.StaffAdminConfig", "django.contrib.auth", "django.contrib.contenttypes",
    "django.contrib.messages", "whitenoise.runserver_nostatic", "django.contrib.staticfiles",
]  # fmt: skip
MIDDLEWARE = [
    "briefing.pages.request_ids.RequestIdMiddleware",
    "briefing.pages.metrics.RequestMetricsMiddleware",
    "briefing.pages.middleware.ForwardedForMiddleware",
    "briefing.pages.middleware.AnonymousHealthCheckMiddleware",
    "briefing.pages.middleware.SecurityHeadersMiddleware",
    "briefing.pages.middleware.DatabaseOutageMiddleware",
    "briefing.pages.middleware.UnknownProxyMiddleware",
    "briefing.pages.middleware.RequireHttpsForApiMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "briefing.pages.middleware.SharedResponseMiddleware",
    "briefing.pages.middleware.PrivateResponseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "accounts.middleware.BearerSkipsCsrfMiddleware",
    "briefing.pages.middleware.CsrfForFormMethodsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.DeletedMeanwhileMiddleware",
    "accounts.middleware.PresenceMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "briefing.pages.middleware.NullBytesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "briefing.pages.middleware.WrongMethodMiddleware",
]
ROOT_URLCONF = "briefing.urls"
WSGI_APPLICATION = "briefing.wsgi.application"
APPEND_SLASH = False  # the specification's paths have no trailing slash, and webhooks do not follow redirects
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "briefing.pages.context.page",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Database, cache, broker ---
DATABASE_URL = env.text("DATABASE_URL", f"sqlite:///{DATA_DIR / 'db.sqlite3'}")
try:
    DATABASES = {"default": environ.Env.db_url_config(DATABASE_URL)}
    if DATABASES["default"].get("ENGINE", "").rsplit(".", 1)[-1] not in ("sqlite3", "postgresql"):
        raise ValueError(DATABASE_URL)
except Exception:  # django-environ raises many kinds of errors; all mean an invalid URL
    env.problem("DATABASE_URL", "is not a postgres:// or sqlite:/// address")
    DATABASES = {"default": environ.Env.db_url_config("sqlite://:memory:")}
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    restrict_database(DATABASES["default"]["NAME"])
    # WAL, IMMEDIATE and a long timeout belong together: without any of them, writers fail with "locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728;",
    }
else:
    # The raw password; within DATABASE_URL its @ must be written as %40.
    DATABASES["default"]["PASSWORD"] = DATABASES["default"]["PASSWORD"] or env.text("POSTGRES_PASSWORD")
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3, "keepalives_idle": 10, "keepalives_interval": 5, "tcp_user_timeout": 20_000,
        "options": "-c statement_timeout=15000 -c lock_timeout=8000",
    }  # fmt: skip

BACKUP_RECIPIENTS = env.listing("BACKUP_RECIPIENTS")
REDIS_PASSWORD = env.text("REDIS_PASSWORD")
REDIS_URL = with_password(env.url("REDIS_URL", "", schemes=("redis", "rediss", "unix")), REDIS_PASSWORD)
EMBEDDED = not REDIS_URL
CACHE_URL = with_password(env.text("CACHE_URL", REDIS_URL), REDIS_PASSWORD)
CACHES = {
    "default": {
        "BACKEND": "briefing.core.cache.RedisCache",
        "LOCATION": CACHE_URL,
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

CELERY_BROKER_URL = with_password(env.text("CELERY_BROKER_URL", REDIS_URL), REDIS_PASSWORD) or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.05}
    if CELERY_BROKER_URL.startswith("memory")
    else {
        "visibility_timeout": 600,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# `urgent` is for jobs that a person waits for, so that fetching cannot delay them (see briefing/core/work/jobs.py).
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"work": {}, "urgent": {}}
CELERY_TASK_DEFAULT_QUEUE = "work"
CELERY_TASK_IGNORE_RESULT = CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
# Celery would turn printed text, above all e-mails in the terminal, into log lines.
CELERY_WORKER_HIJACK_ROOT_LOGGER = CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_BEAT_SCHEDULER = "briefing.core.work.clock.Timetable"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_TIMEZONE = "UTC"
DJANGO_CELERY_BEAT_TZ_AWARE = True

# --- Mail ---
try:
    EMAIL_SETTINGS = environ.Env.email_url_config(env.text("EMAIL_URL", "consolemail://"))
except Exception:
    env.problem("EMAIL_URL", "is not an e-mail address of a server such as smtp+tls://user:pass@host:587")
    EMAIL_SETTINGS = environ.Env.email_url_config("consolemail://")
vars().update(EMAIL_SETTINGS)
if EMAIL_SETTINGS["EMAIL_BACKEND"].endswith("filebased.EmailBackend"):
    EMAIL_FILE_PATH = f"/{EMAIL_SETTINGS['EMAIL_FILE_PATH'].lstrip('/')}"  # from filemail:///folder
if EMAIL_SETTINGS["EMAIL_BACKEND"].endswith("console.EmailBackend"):
    EMAIL_BACKEND = "briefing.core.outside.mail_terminal.TerminalBackend"  # Django's prints encoded parts
if EMAIL_SETTINGS["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
    EMAIL_BACKEND = "briefing.core.outside.mail_smtp.EmailBackend"  # Django's has no total deadline
EMAIL_TIMEOUT = 10  # for a single wait
EMAIL_DEADLINE_S = 20
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Market Briefing <briefing@localhost>")

# --- Sessions, cookies, headers ---
COOKIE_PREFIX = "__Host-" if PRODUCTION else ""  # see briefing.core.web.cookies
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}svc.session"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}svc.csrf"
MESSAGE_STORAGE = "briefing.core.web.cookies.Notices"
DEVICE_COOKIE_NAME = f"{COOKIE_PREFIX}svc.device"
DEVICE_COOKIE_AGE = 365 * 24 * 3600
CSRF_FAILURE_VIEW = "briefing.core.web.errors.csrf_failure"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")  # ForwardedFor removes it from other peers
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
OWN = ("script", "style", "img", "font", "connect", "manifest", "worker")
SECURE_CSP = {"default-src": "'none'"} | {f"{kind}-src": "'self'" for kind in OWN} | {"object-src": "'none'"}
SECURE_CSP |= {"form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'"}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20

# --- Languages ---
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
LANGUAGE_COOKIE_NAME = "svc.lang"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

# --- Static files ---
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "briefing.local.static.HashedStatic"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site uses them, and the header would be sent with each file

# --- Watching ---
SERVICE_VERSION = env.text("SERVICE_VERSION")
HEARTBEAT_URL = env.url("HEARTBEAT_URL", "")
METRICS_ENABLED = env.flag("METRICS_ENABLED", default=PRODUCTION)
NOTIFY_SOCKET = env.text("NOTIFY_SOCKET")  # set by systemd, never by hand
SENTRY_DSN = env.text("SENTRY_DSN")
LOG_LEVEL = env.choices("LOG_LEVEL", ["INFO"], {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"})[0]
LOG_FORMAT = env.choices("LOG_FORMAT", ["json" if PRODUCTION else "text"], {"json", "text"})[0]
LOGGING_CONFIG = "briefing.core.operations.logs.configure"
LOGGING = {"level": LOG_LEVEL, "json": LOG_FORMAT == "json", "terminal": sys.stderr.isatty()}

CONFIG_PROBLEMS, MISSPELT = env.problems, list(env.misspelt())
