"""Settings: the example file is complete, and invalid values are reported by name."""

import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import yaml
from kombu import Connection
from pyrage.x25519 import Identity
from redis import ConnectionPool

from indicators.agenda import calendars
from indicators.sources import addresses
from tests.core.configured import run_check, settings_of

ROOT = Path(__file__).resolve().parents[2]


def found_in(stderr: str, level: str) -> list[str]:
    """Findings of a level (ERRORS, WARNINGS), by line: "(briefing.E001) NAME is …"."""
    part = stderr.partition(f"\n{level}:\n")[2].partition("\n\n")[0]
    return re.findall(r"^\?: (.+)", part, re.MULTILINE)


def test_example_lists_every_variable():
    source = (ROOT / "briefing/settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z][A-Z0-9_]+)"', source)) - {
        "ENV_FILE",
        "NOTIFY_SOCKET",
        "SOURCE_",
    }
    example = (ROOT / ".env.example").read_text()
    listed = re.findall(r"^# .+\n([A-Z0-9_]+)=", example, flags=re.MULTILINE)
    assert sorted(listed) == sorted(read | {"SOURCE_EUSTAT_BASE_URL"})


def test_example_names_every_source():
    example = (ROOT / ".env.example").read_text()
    text = re.search(r"# another address of a source.+?SOURCE_EUSTAT_BASE_URL=", example, re.DOTALL)
    assert text
    assert set(re.findall(r"[A-Z_]{3,}(?=,|$|:)", text[0], re.MULTILINE)) | {"EUSTAT"} == {
        *addresses(),
        *calendars.addresses(),
    }


def test_example_is_a_usable_file(tmp_path: Path):
    example = tmp_path / "env"
    example.write_text((ROOT / ".env.example").read_text())
    done = run_check(tmp_path, ENV_FILE=str(example))
    assert (done.returncode, done.stderr) == (0, "")


UNUSABLE = [
    {
        "BASE_URL": "briefing.example", "LLM_MONTHLY_COST_CAP_USD": "-1", "LLM_TIMEOUT_S": "soon", "LLM_PRICES": "{'a': 1}",
        "TRUSTED_PROXIES": "10.0.0.0/99", "SAMPLE_DATA": "perhaps", "DATABASE_URL": "mysql://localhost/x",
        "REDIS_URL": "127.0.0.1:6379", "SERVICE_ENV": "staging", "FEED_MAX_FAILURES": "0", "GENERATION_TONES": "NOVICE,LOUD",
        "LOG_LEVEL": "CHATTY", "EMAIL_URL": "pigeon://post", "SOURCE_ECB_BASE_URL": "http://", "SOURCE_CALENDAR_ONS_BASE_URL": "ons", "SOURCE_ECBB_BASE_URL": "http://ecb.example",
    },
    {"BASE_URL": "ftp://briefing.example", "LLM_MONTHLY_COST_CAP_USD": "nan", "LLM_PRICES": "[]", "DATABASE_URL": "nonsense"},
    {"LLM_PRICES": '{"m": {"input": 1, "output": 2}}'},
]  # fmt: skip


@pytest.mark.parametrize("variables", UNUSABLE)
def test_unusable_values_are_all_named_at_once(tmp_path: Path, variables: dict[str, str]):
    done = run_check(tmp_path, **variables)
    assert done.returncode == 1
    assert [name for name in variables if name not in done.stderr] == []
    assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> CompletedProcess[str]:
    """A broken file, subscriptions without their keys and sync with a pepper that cannot be used."""
    folder = tmp_path_factory.mktemp("refused")
    (folder / "env").write_text("BASE_URL=http://127.0.0.1:8000\nthis is no setting\n")
    return run_check(
        folder, ENV_FILE=str(folder / "env"), SUBSCRIPTIONS_ENABLED="true", BILLING_API_KEY="sk_test_x",
        PORTFOLIO_SYNC_ENABLED="true", PORTFOLIO_SYNC_PEPPER="c0ffee",
    )  # fmt: skip


@pytest.fixture(scope="module")
def warned(tmp_path_factory: pytest.TempPathFactory) -> CompletedProcess[str]:
    """A misspelt name in the file, and sync without a pepper."""
    folder = tmp_path_factory.mktemp("warned")
    (folder / "env").write_text(
        "BASE_ULR=http://127.0.0.1:8001\n# BASE_ULS=x\nHTTPS_PROXY=http://proxy.example\n"
    )
    return run_check(folder, ENV_FILE=str(folder / "env"), PORTFOLIO_SYNC_ENABLED="true")


def test_broken_env_file_is_named_by_line(refused):
    assert "line 2 of env is not NAME=value" in refused.stderr


def test_misspelt_setting_of_the_file_is_named_with_the_one_it_resembles(warned):
    assert warned.returncode == 0
    assert re.findall(r"(\w+) in .env is no setting.\s+HINT: Is (\w+) meant", warned.stderr) == [
        ("BASE_ULR", "BASE_URL")
    ]


def test_subscriptions_need_their_keys(refused):
    missing = re.findall(r"(BILLING_\w+) is empty", refused.stderr)
    assert sorted(set(missing)) == ["BILLING_PRICE_ANNUAL", "BILLING_PRICE_MONTHLY", "BILLING_WEBHOOK_SECRET"]


def test_sync_without_pepper_warns(warned):
    assert warned.returncode == 0
    assert "PORTFOLIO_SYNC_PEPPER is empty" in warned.stderr


def test_sync_with_a_pepper_that_cannot_be_used_does_not_start(refused):
    errors = found_in(refused.stderr, "ERRORS")
    assert refused.returncode == 1
    assert [each for each in errors if each.startswith("(briefing.E010) PORTFOLIO_SYNC_PEPPER is too short")]
    assert "c0ffee" not in refused.stderr


def test_production_refuses_what_is_unsafe(tmp_path: Path):
    done = run_check(tmp_path, SERVICE_ENV="production", SERVICE_TOKEN="short", ALLOWED_HOSTS="*")
    named = sorted(set(re.findall(r"\(briefing\.(E\d+)\)", done.stderr)))
    assert (done.returncode, named) == (1, ["E002", "E003", "E004", "E005", "E006", "E012", "E013", "E020"])


SECRET = "x9" * 10 + "Kq3-" * 10
ALSO_OF_COOKIES = "SERVICE_HASH_KEY is also the secret of the cookies"


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        (
            {"SERVICE_SESSION_SECRET": SECRET, "TRUSTED_PROXIES": "10.0.0.1,::/0"},
            [ALSO_OF_COOKIES, "TRUSTED_PROXIES lets everybody say which address they come from"],
        ),
        (
            {"SERVICE_SESSION_SECRET": "y" + SECRET, "SERVICE_SESSION_SECRET_FALLBACKS": SECRET},
            [ALSO_OF_COOKIES, "TRUSTED_PROXIES is empty"],
        ),
    ],
)
def test_production_refuses_a_secret_used_twice_and_to_believe_everybody(tmp_path: Path, variables, said):
    done = run_check(tmp_path, SERVICE_ENV="production", SERVICE_HASH_KEY=SECRET, **variables)
    assert [each for each in said if each not in done.stderr] == []
    assert SECRET not in done.stderr


COMPLETE = {
    "SERVICE_ENV": "production", "SERVICE_SESSION_SECRET": SECRET, "SERVICE_HASH_KEY": "h7" * 10 + "Zt5-" * 10,
    "BASE_URL": "https://briefing.example", "EMAIL_URL": "smtp+tls://u:p@127.0.0.1:587",
    "DATABASE_URL": "postgres://u@127.0.0.1/x", "REDIS_URL": "redis://127.0.0.1:6379/1", "TRUSTED_PROXIES": "127.0.0.1",
    "OPERATOR": "Ada Ltd, 1 Example Street", "DEFAULT_FROM_EMAIL": "Market Briefing <briefing@briefing.example>",
    "BACKUP_RECIPIENTS": str(Identity.generate().to_public()),
    "PORTFOLIO_SYNC_PEPPER": "c0ffee",  # not read while sync is off
}  # fmt: skip


def test_production_is_clean_when_complete(tmp_path: Path):
    done = run_check(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **COMPLETE)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        (
            {"BACKUP_RECIPIENTS": "", "OPERATOR": "", "DEFAULT_FROM_EMAIL": ""},
            [
                "(briefing.W005) BACKUP_RECIPIENTS is empty: no backup is made.",
                "(briefing.W007) OPERATOR is empty: no page says who answers for the texts.",
                "(briefing.W008) DEFAULT_FROM_EMAIL is no address that a reader can write to.",
            ],
        ),
        (
            {"DEFAULT_FROM_EMAIL": "no-reply@briefing.example"},
            ["(briefing.W008) DEFAULT_FROM_EMAIL is no address that a reader can write to."],
        ),
    ],
)
def test_a_deployment_without_backups_or_an_operator_is_warned(tmp_path: Path, variables, said):
    done = run_check(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **COMPLETE | variables)
    assert (done.returncode, found_in(done.stderr, "WARNINGS")) == (1, said)


PASSWORDS = ["p@ss/w#rd:%?&= +ü", "%40", "a@b@c", "'quoted'"]


def connected(tmp_path: Path, **variables: str) -> list[object]:
    """Passwords and hosts of the database, of Redis and of the broker, as their libraries read the addresses."""
    database, redis, broker = settings_of(
        tmp_path, "[s.DATABASES['default'], s.REDIS_URL, s.CELERY_BROKER_URL]", **variables
    )
    pool, queue = ConnectionPool.from_url(redis).connection_kwargs, Connection(broker)
    return [database["PASSWORD"], pool["password"], queue.password, pool["host"], queue.hostname, database["HOST"],
            pool["db"]]  # fmt: skip


@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_stands_in_its_variable_as_it_is(tmp_path: Path, password: str):
    urls = {"DATABASE_URL": "postgres://briefing@postgres:5432/briefing", "REDIS_URL": "redis://redis:6379/3"}
    found = connected(tmp_path, **urls, POSTGRES_PASSWORD=password, REDIS_PASSWORD=password)
    assert found == [password, password, password, "redis", "redis", "postgres", 3]


def test_a_password_of_the_address_comes_first(tmp_path: Path):
    urls = {"DATABASE_URL": "postgres://b:own@db/briefing", "REDIS_URL": "redis://:own@cache:6379/3"}
    found = connected(tmp_path, **urls, POSTGRES_PASSWORD="other", REDIS_PASSWORD="other")
    assert found[:3] == ["own", "own", "own"]


def test_cache_and_broker_of_their_own_have_the_password_too(tmp_path: Path):
    urls = {"CELERY_BROKER_URL": "redis://broker:6379/0", "CACHE_URL": "redis://cache:6379/1"}
    urls |= {"REDIS_PASSWORD": "p@/#", "REDIS_URL": "redis://redis:6379/0"}
    found = settings_of(tmp_path, "[s.CELERY_BROKER_URL, s.CACHES['default']['LOCATION']]", **urls)
    assert found == ["redis://:p%40%2F%23@broker:6379/0", "redis://:p%40%2F%23@cache:6379/1"]


def test_composed_servers_ask_for_a_password():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert "--requirepass" in services["redis"]["command"]
    for name in ("migrate", "web", "worker", "urgent", "beat"):
        variables = services[name]["environment"]
        assert variables["REDIS_PASSWORD"].startswith("${REDIS_PASSWORD:?")
        assert variables["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
        assert "PASSWORD" not in variables["DATABASE_URL"] + variables["REDIS_URL"]


def test_dashes_in_a_command_are_read_as_underscores(tmp_path: Path):
    done = run_check(tmp_path, "sample-sources", "--help")
    assert (done.returncode, "usage: manage.py sample_sources" in done.stdout) == (0, True)


def test_mail_folder_of_the_address_is_absolute(tmp_path: Path):
    found = settings_of(tmp_path, "s.EMAIL_FILE_PATH", EMAIL_URL=f"filemail://{tmp_path}/mail")
    assert found == f"{tmp_path}/mail"
