"""Debian's nginx and Caddy with the shipped files, on loopback and ports of their own."""

import contextlib
import http.client
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.shape.running import ROOT, Service, free_port, wait_for

HOST = "briefing.example"
READER = "127.77.0.2"
SHIPPED = ROOT / "docs/operating"


@dataclass
class Front:
    """What readers connect to: a proxy with TLS, or gunicorn itself."""

    name: str
    port: int
    service: Service
    logs: Path
    plain_port: int = 0

    def connect(self, client: str, port: int = 0) -> socket.socket:
        opened = socket.create_connection(
            ("127.0.0.1", port or self.port), timeout=10, source_address=(client, 0)
        )
        if port or self.name == "gunicorn":
            return opened
        context = ssl.create_default_context(cafile=str(self.logs.parent / "tls.crt"))
        return context.wrap_socket(opened, server_hostname=HOST)

    def ask(self, path: str, client: str = READER, port: int = 0, **headers: str) -> http.client.HTTPResponse:
        """The answer, whose body is read."""
        connection = http.client.HTTPConnection(HOST)
        connection.sock = self.connect(client, port)
        connection.request(
            "GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()}
        )
        answer = connection.getresponse()
        answer.text = answer.read().decode(errors="replace")  # type: ignore[attr-defined]
        connection.close()
        return answer

    def said(self) -> str:
        """All that the proxy wrote, and the service."""
        return (
            "".join(path.read_text(errors="replace") for path in sorted(self.logs.iterdir()))
            + self.service.said()
        )


def changed(text: str, changes: dict[str, str]) -> str:
    """The shipped file with other places and ports; each of them must be there."""
    for old, new in changes.items():
        assert old in text, f"the shipped file has no {old!r}"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, front: Front) -> list[str]:
    site = changed(
        (SHIPPED / "nginx.conf").read_text(),
        {
            "127.0.0.1:8000": f"127.0.0.1:{front.service.port}",
            "listen 80;": f"listen 127.0.0.1:{front.plain_port};", "listen 443 ssl http2;": f"listen 127.0.0.1:{front.port} ssl;",
            "    listen [::]:80;\n": "", "    listen [::]:443 ssl http2;\n": "",
            f"/etc/letsencrypt/live/{HOST}/fullchain.pem": f"{folder}/tls.crt",
            f"/etc/letsencrypt/live/{HOST}/privkey.pem": f"{folder}/tls.key", "/var/log/nginx": str(front.logs),
        },
    )  # fmt: skip
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # As Debian's nginx.conf has it around the site.
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log {front.logs}/error.log;\nevents {{ worker_connections 768; }}\n"
        f"http {{\naccess_log {front.logs}/access.log;\n{temporary}{site}\n}}\n"
    )
    return ["nginx", "-p", str(folder), "-e", f"{front.logs}/error.log", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, front: Front) -> list[str]:
    text = changed(
        (SHIPPED / "Caddyfile").read_text(),
        {
            "127.0.0.1:8000": f"127.0.0.1:{front.service.port}",
            "\n{\n": f"\n{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {folder}/caddy\n",
            f"\n{HOST} {{\n": f"\nhttps://{HOST}:{front.port} {{\n\tbind 127.0.0.1\n\ttls {folder}/tls.crt {folder}/tls.key\n",
            "/var/log/caddy": str(front.logs),
        },
    )  # fmt: skip
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextlib.contextmanager
def proxied(name: str, folder: Path, service: Service) -> Iterator[Front]:
    front = Front(name, free_port(), service, folder / "logs", free_port())
    front.logs.mkdir(parents=True)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "tls.key", "-out", "tls.crt", "-days", "2",
         "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    command = {"nginx": nginx, "caddy": caddy}[name](folder, front)
    with (front.logs / "standard-error.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    try:
        wait_for(lambda: answers(front), seconds=30, what=f"{name} to answer", said=front.said)
        yield front
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def answers(front: Front) -> bool:
    try:
        return front.ask("/healthz").status in (200, 502)
    except OSError:
        return False
