"""What goes into the image, and how compose.yaml runs it. Docker itself is not asked: no test machine has one."""

import os
import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OWN = ["migrate", "web", "worker", "urgent", "beat", "backup"]


def tracked() -> list[str]:
    return subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()


def copied(path: str) -> bool:
    """Whether .dockerignore lets the file in: the last line that names it or a folder above it decides."""
    taken = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.lstrip("!").removeprefix("**/")
        if line and not line.startswith("#") and (fnmatch(path, pattern) or fnmatch(path, f"{pattern}/*")):
            taken = line.startswith("!")
    return taken


def test_only_what_runs_is_in_the_image():
    inside = {path for path in tracked() if copied(path)}
    folders = {path.split("/")[0] for path in inside if "/" in path}
    assert folders == {"accounts", "billing", "briefing", "commentary", "indicators", "locale", "news", "portfolio",
                       "static", "templates"}  # fmt: skip
    assert {path for path in inside if "/" not in path} == {"manage.py", "requirements.txt"}
    assert not copied(".env")
    assert not copied("var/db.sqlite3")
    assert not copied("briefing/__pycache__/celery.cpython-311.pyc")


def test_the_packages_keep_the_catalogues_of_every_language(settings):
    kept = re.findall(r"! -path '\*/locale/(\w+)/\*'", (ROOT / "Dockerfile").read_text())
    assert kept == [language for language, _name in settings.LANGUAGES]


def test_the_image_is_less_than_half_of_the_repository():
    sizes = {path: (ROOT / path).stat().st_size for path in tracked()}
    assert sum(size for path, size in sizes.items() if copied(path)) < sum(sizes.values()) / 2


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_hardened_and_bounded(name: str):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "privileged" not in service and "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert any(place.startswith("/tmp:") for place in service["tmpfs"])


@pytest.mark.parametrize(
    ("name", "role"),
    [("worker", "worker"), ("urgent", "urgent"), ("beat", "clock"), ("backup", "backup")],
)
def test_process_without_pages_is_checked_by_its_heartbeat(name: str, role: str):
    assert SERVICES[name]["healthcheck"]["test"] == ["CMD", "python", "manage.py", "alive", role]


def seconds(text: str) -> int:
    return int(text.removesuffix("s"))


def test_containers_are_given_longer_to_stop_than_their_processes_take():
    web = (ROOT / "briefing/management/commands/web.py").read_text()
    graceful = int(re.search(r'"--graceful-timeout", "(\d+)"', web)[1])  # type: ignore[index]
    soft = int(re.search(r"SOFT_SHUTDOWN_TIMEOUT = (\d+)", (ROOT / "briefing/settings.py").read_text())[1])  # type: ignore[index]
    assert seconds(SERVICES["web"]["stop_grace_period"]) > graceful
    assert min(seconds(SERVICES[name]["stop_grace_period"]) for name in ("worker", "urgent")) > soft


def test_redis_gives_up_the_cache_and_never_the_broker():
    command = SERVICES["redis"]["command"]
    assert command[command.index("--maxmemory-policy") + 1] == "volatile-lru"
    assert "--maxmemory" in command
    for name in OWN:
        variables = SERVICES[name]["environment"]
        assert variables["CACHE_URL"] != variables["CELERY_BROKER_URL"] == variables["REDIS_URL"]


def test_only_the_backup_writes_backups():
    volumes = {name: SERVICES[name]["volumes"] for name in OWN}
    assert volumes.pop("backup") == ["backups:/var/lib/briefing/backups"]
    assert {tuple(each) for each in volumes.values()} == {("backups:/var/lib/briefing/backups:ro",)}
    assert SERVICES["backup"]["build"]["target"] == "backup"
    assert re.search(r"postgresql-client-15\b", (ROOT / "Dockerfile").read_text())
    assert SERVICES["postgres"]["image"].startswith("postgres:15")


def test_pages_are_reached_through_the_proxy_of_the_machine_alone():
    assert {name: service["ports"] for name, service in SERVICES.items() if "ports" in service} == {
        "web": ["127.0.0.1:8000:8000"]
    }


def pinned(tmp_path: Path, digest: str) -> subprocess.CompletedProcess[str]:
    """`.ci/pin-images` on a copy, with a docker that knows one digest."""
    for name in ("Dockerfile", "compose.yaml"):
        if not (tmp_path / name).exists():
            (tmp_path / name).write_text((ROOT / name).read_text())
    docker = tmp_path / "docker"
    docker.write_text(f"#!/bin/sh\necho {digest}\n")
    docker.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    return subprocess.run(
        [ROOT / ".ci/pin-images", tmp_path], env=env, capture_output=True, text=True, check=False
    )


def test_every_image_is_pinned_and_repinned(tmp_path: Path):
    for digest in ("sha256:" + "a" * 64, "sha256:" + "b" * 64):
        assert pinned(tmp_path, digest).returncode == 0
        text = (tmp_path / "Dockerfile").read_text() + (tmp_path / "compose.yaml").read_text()
        outside = re.findall(r"(?:FROM|image:) (\w+:\S+)", text)
        assert len(outside) == 4
        assert all(image.endswith(f"@{digest}") for image in outside)
        assert " AS build\n" in text


def test_an_answer_that_is_no_digest_changes_nothing(tmp_path: Path):
    done = pinned(tmp_path, "unknown")
    assert (done.returncode, "No digest for" in done.stderr) == (1, True)
    assert (tmp_path / "compose.yaml").read_text() == (ROOT / "compose.yaml").read_text()
