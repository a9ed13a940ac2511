"""The address of a start: what links name where BASE_URL is not set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from briefing.core.environment import stored_address
from briefing.core.operations.machine_faults import StartRefused
from briefing.local import address

ROOT = Path(__file__).resolve().parents[2]
SAYS = "from django.conf import settings as s; print(s.BASE_URL, s.ALLOWED_HOSTS[0], *s.CSRF_TRUSTED_ORIGINS, s.OUTBOUND_CONTACT)"


@pytest.mark.parametrize(("host", "port", "shown"), [
    ("127.0.0.1", 8001, "http://127.0.0.1:8001"), ("0.0.0.0", 8001, "http://127.0.0.1:8001"),
    ("localhost", 80, "http://localhost"), ("::1", 8001, "http://[::1]:8001"), ("::", 8001, "http://127.0.0.1:8001"),
])  # fmt: skip
def test_address_as_a_browser_writes_it(host, port, shown):
    assert address.of(host, port) == shown


@pytest.mark.parametrize("port", ["70000", "0", "-1", "word", ""])
def test_what_is_no_port_is_refused_with_an_example(port):
    with pytest.raises(StartRefused, match="give one from 1 to 65535"):
        address.parse_port(port)


def settings_say(folder: Path, **variables: str) -> list[str]:
    """What another process on this data folder takes for the address, the host, the origin and the contact."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "ENV_FILE": os.devnull,
                   "DJANGO_SETTINGS_MODULE": "briefing.settings", **variables}  # fmt: skip
    command = [sys.executable, "-c", SAYS]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout.split()


def test_commands_beside_the_service_name_the_address_of_its_start(tmp_path):
    usual = "http://127.0.0.1:8000"
    assert settings_say(tmp_path) == [usual, "127.0.0.1", usual, usual]
    (tmp_path / "address").write_text("http://localhost:8001\n")
    assert settings_say(tmp_path) == ["http://localhost:8001", "localhost", *["http://localhost:8001"] * 2]
    assert settings_say(tmp_path, BASE_URL="https://x.example")[0] == "https://x.example"


def test_nonsense_in_the_file_is_no_address(tmp_path):
    (tmp_path / "address").write_bytes(b"\xff\x00")
    assert stored_address(tmp_path / "address") == ""
    (tmp_path / "address").write_text("javascript:alert(1)")
    assert stored_address(tmp_path / "address") == ""
