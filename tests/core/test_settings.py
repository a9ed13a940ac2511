"""Settings: the example file is complete, and invalid values are reported by name."""

import json
import os
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import yaml
from pyrage.x25519 import Identity

from briefing.core.file_permissions import restrict_all
from indicators.agenda import calendars
from indicators.sources import addresses
from tests import fresh_process

ROOT = Path(__file__).resolve().parents[2]


def run_check(tmp_path: Path, *arguments: str, **variables: str) -> CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path)} | variables
    return fresh_process.manage(*(arguments or ("check",)), **env)


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


def test_broken_env_file_is_named_by_line(tmp_path: Path):
    (tmp_path / "env").write_text("BASE_URL=http://127.0.0.1:8000\nthis is no setting\n")
    done = run_check(tmp_path, ENV_FILE=str(tmp_path / "env"))
    assert "line 2 of env is not NAME=value" in done.stderr


def test_misspelt_setting_of_the_file_is_named_with_the_one_it_resembles(tmp_path: Path):
    (tmp_path / "env").write_text(
        "BASE_ULR=http://127.0.0.1:8001\n# BASE_ULS=x\nHTTPS_PROXY=http://proxy.example\n"
    )
    done = run_check(tmp_path, ENV_FILE=str(tmp_path / "env"))
    assert done.returncode == 0
    assert re.findall(r"(\w+) in .env is no setting.\s+HINT: Is (\w+) meant", done.stderr) == [
        ("BASE_ULR", "BASE_URL")
    ]


def test_subscriptions_need_their_keys(tmp_path: Path):
    done = run_check(tmp_path, SUBSCRIPTIONS_ENABLED="true", BILLING_API_KEY="sk_test_x")
    missing = re.findall(r"(BILLING_\w+) is empty", done.stderr)
    assert sorted(set(missing)) == ["BILLING_PRICE_ANNUAL", "BILLING_PRICE_MONTHLY", "BILLING_WEBHOOK_SECRET"]


def test_sync_without_pepper_warns(tmp_path: Path):
    done = run_check(tmp_path, PORTFOLIO_SYNC_ENABLED="true")
    assert done.returncode == 0
    assert "PORTFOLIO_SYNC_PEPPER is empty" in done.stderr


def test_sync_with_a_pepper_that_cannot_be_used_does_not_start(tmp_path: Path):
    done = run_check(tmp_path, PORTFOLIO_SYNC_ENABLED="true", PORTFOLIO_SYNC_PEPPER="c0ffee")
    assert (done.returncode, "(briefing.E010) PORTFOLIO_SYNC_PEPPER is too short" in done.stderr) == (1, True)
    assert "c0ffee" not in done.stderr
    assert run_check(tmp_path, PORTFOLIO_SYNC_PEPPER="c0ffee").returncode == 0


def test_production_refuses_what_is_unsafe(tmp_path: Path):
    done = run_check(tmp_path, SERVICE_ENV="production", SERVICE_TOKEN="short", ALLOWED_HOSTS="*")
    named = sorted(set(re.findall(r"\(briefing\.(E\d+)\)", done.stderr)))
    assert (done.returncode, named) == (1, ["E002", "E003", "E004", "E005", "E006", "E012", "E013", "E020"])


COMPLETE = {
    "SERVICE_ENV": "production", "SERVICE_SESSION_SECRET": "x9" * 10 + "Kq3-" * 10, "SERVICE_HASH_KEY": "h7" * 10 + "Zt5-" * 10,
    "BASE_URL": "https://briefing.example", "EMAIL_URL": "smtp+tls://u:p@127.0.0.1:587",
    "DATABASE_URL": "postgres://u@127.0.0.1/x", "REDIS_URL": "redis://127.0.0.1:6379/1", "TRUSTED_PROXIES": "127.0.0.1",
    "OPERATOR": "Ada Ltd, 1 Example Street", "DEFAULT_FROM_EMAIL": "Market Briefing <briefing@briefing.example>",
    "BACKUP_RECIPIENTS": str(Identity.generate().to_public()),
}  # fmt: skip


def test_production_is_clean_when_complete(tmp_path: Path):
    done = run_check(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **COMPLETE)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_deployment_without_backups_is_warned(tmp_path: Path):
    done = run_check(
        tmp_path, "check", "--deploy", "--fail-level", "WARNING", **COMPLETE | {"BACKUP_RECIPIENTS": ""}
    )
    assert (done.returncode, "BACKUP_RECIPIENTS is empty: no backup is made." in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("OPERATOR", "", "OPERATOR is empty: no page says who answers for the texts."),
        ("DEFAULT_FROM_EMAIL", "", "DEFAULT_FROM_EMAIL is no address that a reader can write to."),
        ("DEFAULT_FROM_EMAIL", "no-reply@briefing.example", "DEFAULT_FROM_EMAIL is no address"),
    ],
)
def test_a_deployment_without_an_operator_is_warned(tmp_path: Path, name: str, value: str, said: str):
    done = run_check(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **COMPLETE | {name: value})
    assert (done.returncode, said in done.stderr) == (1, True)


def test_production_refuses_to_believe_everybody(tmp_path: Path):
    done = run_check(tmp_path, SERVICE_ENV="production", TRUSTED_PROXIES="10.0.0.1,::/0")
    assert "TRUSTED_PROXIES lets everybody say which address they come from" in done.stderr


PASSWORDS = ["p@ss/w#rd:%?&= +ü", "%40", "a@b@c", "'quoted'"]
PRINT = """
import json, os
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "briefing.settings"
django.setup()
from django.conf import settings
from kombu import Connection
from redis import ConnectionPool
broker = Connection(settings.CELERY_BROKER_URL)
pool = ConnectionPool.from_url(settings.REDIS_URL).connection_kwargs
print(json.dumps([settings.DATABASES["default"]["PASSWORD"], pool["password"], broker.password, pool["host"],
                  broker.hostname, settings.DATABASES["default"]["HOST"], pool["db"]]))
"""


def printed(tmp_path: Path, **variables: str) -> list[object]:
    env = {"ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path)} | variables
    done = fresh_process.python(PRINT, **env)
    return list(json.loads(done.stdout))


@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_stands_in_its_variable_as_it_is(tmp_path: Path, password: str):
    urls = {"DATABASE_URL": "postgres://briefing@postgres:5432/briefing", "REDIS_URL": "redis://redis:6379/3"}
    found = printed(tmp_path, **urls, POSTGRES_PASSWORD=password, REDIS_PASSWORD=password)
    assert found == [password, password, password, "redis", "redis", "postgres", 3]


def test_a_password_of_the_address_comes_first(tmp_path: Path):
    urls = {"DATABASE_URL": "postgres://b:own@db/briefing", "REDIS_URL": "redis://:own@cache:6379/3"}
    found = printed(tmp_path, **urls, POSTGRES_PASSWORD="other", REDIS_PASSWORD="other")
    assert found[:3] == ["own", "own", "own"]


def test_cache_and_broker_of_their_own_have_the_password_too(tmp_path: Path):
    urls = {"CELERY_BROKER_URL": "redis://broker:6379/0", "CACHE_URL": "redis://cache:6379/1"}
    source = (
        "from django.conf import settings as s; print(s.CELERY_BROKER_URL, s.CACHES['default']['LOCATION'])"
    )
    env = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path), "REDIS_PASSWORD": "p@/#",
           "REDIS_URL": "redis://redis:6379/0", "DJANGO_SETTINGS_MODULE": "briefing.settings"}  # fmt: skip
    done = fresh_process.python(source, **env, **urls)
    assert done.stdout.split() == ["redis://:p%40%2F%23@broker:6379/0", "redis://:p%40%2F%23@cache:6379/1"]


def test_composed_servers_ask_for_a_password():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert "--requirepass" in services["redis"]["command"]
    for name in ("migrate", "web", "worker", "urgent", "beat"):
        variables = services[name]["environment"]
        assert variables["REDIS_PASSWORD"].startswith("${REDIS_PASSWORD:?")
        assert variables["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
        assert "PASSWORD" not in variables["DATABASE_URL"] + variables["REDIS_URL"]


def modes(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in [folder, *folder.rglob("*")]
    }


def test_the_data_folder_and_its_database_are_for_their_owner_alone(tmp_path: Path):
    folder = tmp_path / "var"
    done = run_check(tmp_path, "migrate", "--verbosity", "0", DATA_DIR=str(folder))
    assert done.returncode == 0
    found = modes(folder)
    assert {".", "db.sqlite3", "session-secret"} <= found.keys()
    assert {name: mode for name, mode in found.items() if mode & 0o077} == {}


def test_an_open_installation_is_mended_by_any_command(tmp_path: Path):
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    for name in ("db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"):
        (folder / name).touch(mode=0o644)
    run_check(tmp_path, DATA_DIR=str(folder))
    assert {name: mode for name, mode in modes(folder).items() if mode & 0o077} == {}


def test_a_start_closes_everything_below_the_data_folder(tmp_path: Path):
    (tmp_path / "var/run").mkdir(parents=True, mode=0o755)
    for name in ("run/web.pid", "old.log", "run.sh"):
        (tmp_path / "var" / name).touch(mode=0o755)
    before = os.umask(0o022)
    try:
        restrict_all(tmp_path / "var")
        (tmp_path / "var/new.log").touch()
    finally:
        os.umask(before)
    assert {name: mode for name, mode in modes(tmp_path / "var").items() if mode & 0o077} == {}
    assert modes(tmp_path / "var")["run.sh"] == 0o700


def test_a_folder_that_is_shared_stays_as_it_is(tmp_path: Path):
    tmp_path.chmod(0o1777)
    run_check(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "db.sqlite3").stat().st_mode & 0o777 == 0o600


def test_embedded_secrets_are_made_once_and_private(tmp_path: Path):
    files = [tmp_path / "session-secret", tmp_path / "hash-key"]
    run_check(tmp_path)
    first = [file.read_text() for file in files]
    run_check(tmp_path)
    assert [file.read_text() for file in files] == first
    assert (first[0] != first[1], len(first[0]) > 60) == (True, True)
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 2


def test_hash_key_is_another_secret_than_the_cookies(tmp_path: Path):
    secret = "x9" * 10 + "Kq3-" * 10
    same = {"SERVICE_SESSION_SECRET": secret, "SERVICE_HASH_KEY": secret}
    earlier = {
        "SERVICE_SESSION_SECRET": "y" + secret,
        "SERVICE_SESSION_SECRET_FALLBACKS": secret,
        "SERVICE_HASH_KEY": secret,
    }
    for variables in (same, earlier):
        done = run_check(tmp_path, SERVICE_ENV="production", **variables)
        assert "SERVICE_HASH_KEY is also the secret of the cookies" in done.stderr
        assert secret not in done.stderr


def test_dashes_in_a_command_are_read_as_underscores(tmp_path: Path):
    done = run_check(tmp_path, "sample-sources", "--help")
    assert (done.returncode, "usage: manage.py sample_sources" in done.stdout) == (0, True)


def test_mail_folder_of_the_address_is_absolute(tmp_path: Path):
    shown = "from django.conf import settings; print(settings.EMAIL_FILE_PATH)"
    done = run_check(tmp_path, "shell", "-v0", "-c", shown, EMAIL_URL=f"filemail://{tmp_path}/mail")
    assert done.stdout.strip() == f"{tmp_path}/mail"
