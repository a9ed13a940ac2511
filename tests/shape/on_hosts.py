"""Hosts in network namespaces on one machine: a proxy, web hosts, worker hosts; this namespace has PostgreSQL and Redis.

Needs root, iproute2, util-linux and nginx. Each host has its own address, host name, loopback and data folder.
"""

import contextlib
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import requests
from pyrage.x25519 import Identity

from briefing.local.supervisor import die_with_parent
from tests.shape.faults.servers import PostgreSQL, Redis
from tests.shape.on_proxies import HOST, SHIPPED, changed
from tests.shape.running import ROOT
from tests.smtp import SmtpServer

BRIDGE, NETWORK, HERE = "mbshape0", "10.213.77", "10.213.77.1"
PROXY = f"{NETWORK}.10"
WORK = {"work": ["worker", "--queue", "work"], "urgent": ["worker", "--queue", "urgent"], "beat": ["beat"]}
SAMPLES_PORT, PORT = 8090, 8000


def ip(*words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words], check=check, capture_output=True)


class ListeningPostgreSQL(PostgreSQL):
    """Takes connections from the hosts too."""

    def command(self) -> list[str]:
        with (self.folder / "data/pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {NETWORK}.0/24 trust\n")
        return [f"{HERE},127.0.0.1" if word == "127.0.0.1" else word for word in super().command()]


class ListeningRedis(Redis):
    def command(self) -> list[str]:
        found = super().command()
        return [*found, "--bind", f"127.0.0.1 {HERE}", "--protected-mode", "no"]


class Host:
    """A namespace with an address; `start` runs commands of the service there."""

    def __init__(self, name: str, number: int, folder: Path, variables: dict[str, str]) -> None:
        self.name, self.address, self.namespace = name, f"{NETWORK}.{number}", f"mbshape-{name}"
        self.folder = folder / name
        self.folder.mkdir()
        self.env = variables | {"HOME": str(self.folder), "DATA_DIR": str(self.folder / "var")}
        (self.folder / "var").mkdir(mode=0o700)
        self.log = self.folder / "log.txt"
        self.running: list[subprocess.Popen[bytes]] = []
        # The kernel removes those of a run before a moment later.
        ip("link", "del", f"mbs-{name}", check=False)
        ip("netns", "del", self.namespace, check=False)
        ip("netns", "add", self.namespace)
        ip("link", "add", f"mbs-{name}", "type", "veth", "peer", "name", "eth0", "netns", self.namespace)
        ip("link", "set", f"mbs-{name}", "master", BRIDGE, "up")
        for words in (
            ["addr", "add", f"{self.address}/24", "dev", "eth0"],
            ["link", "set", "eth0", "up"],
            ["link", "set", "lo", "up"],
        ):
            ip("-n", self.namespace, *words)

    def words(self, *command: str) -> list[str]:
        """The command in this host's namespaces, under its host name."""
        inside = ["sh", "-c", f'hostname {self.name} && exec "$@"', "sh", *command]
        return ["ip", "netns", "exec", self.namespace, "unshare", "--uts", *inside]

    def spawn(self, *command: str) -> None:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                self.words(*command), env=self.env, stdout=log, stderr=log, cwd=self.folder,
                preexec_fn=die_with_parent,  # noqa: PLW1509  no other thread starts processes meanwhile
            )  # fmt: skip
        self.running.append(process)

    def start(self, *commands: list[str]) -> None:
        for command in commands:
            self.spawn(sys.executable, str(ROOT / "manage.py"), *command)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = self.words(sys.executable, str(ROOT / "manage.py"), *arguments)
        return subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=300, check=False)

    def lose_power(self) -> None:
        """All at once: nothing of it is sent any more, and its processes are gone."""
        ip("link", "set", f"mbs-{self.name}", "down")
        for process in self.running:
            process.kill()
        for pid in self._pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in self.running:
            process.wait()
        self.running.clear()

    def boot(self) -> None:
        ip("link", "set", f"mbs-{self.name}", "up")

    def _pids(self) -> list[int]:
        done = subprocess.run(
            ["ip", "netns", "pids", self.namespace], capture_output=True, text=True, check=True
        )
        return [int(word) for word in done.stdout.split()]

    def end(self) -> None:
        for process in self.running:
            process.terminate()
        for process in self.running:
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                process.kill()
        for pid in self._pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        ip("netns", "del", self.namespace, check=False)

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Hosts:
    """The service on web1, web2, work1 and work2 behind a proxy; web3 is declared there and started later."""

    def __init__(self, folder: Path, ending: contextlib.ExitStack) -> None:
        """What is started is ended by `ending`."""
        ip("link", "add", BRIDGE, "type", "bridge")
        ending.callback(ip, "link", "del", BRIDGE, check=False)
        ip("addr", "add", f"{HERE}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        self.postgresql, self.redis = ListeningPostgreSQL(folder / "pg"), ListeningRedis(folder / "redis")
        for server in (self.postgresql, self.redis):
            server.start()
            ending.callback(server.stop)
        self.mailbox = ending.enter_context(SmtpServer(bind=HERE))
        database = self.postgresql.make("briefing").replace("127.0.0.1", HERE)
        self.key = Identity.generate()
        variables = {
            "PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "SERVICE_ENV": "production", "LOG_LEVEL": "WARNING",
            "SERVICE_SESSION_SECRET": secrets.token_urlsafe(64), "SERVICE_HASH_KEY": secrets.token_urlsafe(64),
            "SERVICE_TOKEN": secrets.token_urlsafe(40), "BASE_URL": f"https://{HOST}", "TRUSTED_PROXIES": PROXY,
            "DATABASE_URL": database, "REDIS_URL": self.redis.url.replace("127.0.0.1", HERE),
            "EMAIL_URL": f"smtp://{HERE}:{self.mailbox.port}", "METRICS_ENABLED": "true",
            "BACKUP_RECIPIENTS": str(self.key.to_public()), "SAMPLE_DATA": "true",
            "SAMPLE_SOURCES_URL": f"http://127.0.0.1:{SAMPLES_PORT}",
        }  # fmt: skip
        numbers = {"proxy": 10, "web1": 11, "web2": 12, "web3": 13, "work1": 21, "work2": 22}
        self.hosts: dict[str, Host] = {}
        for name, number in numbers.items():
            self.hosts[name] = Host(name, number, folder, variables)
            ending.callback(self.hosts[name].end)

    def __getitem__(self, name: str) -> Host:
        return self.hosts[name]

    def start(self) -> None:
        first = self["work1"]
        done = first.manage("migrate", "--verbosity", "0")
        assert done.returncode == 0, done.stderr
        for name in ("web1", "web2"):
            self.start_web(name)
        for name in ("work1", "work2"):
            self.start_work(name)
        self._start_proxy()

    def start_web(self, name: str) -> None:
        host = self[name]
        host.boot()
        host.start(["web", "--bind", f"{host.address}:{PORT}"])

    def start_work(self, name: str) -> None:
        host = self[name]
        host.boot()
        host.start(["sample_sources", "--port", str(SAMPLES_PORT)], *WORK.values())

    def _start_proxy(self) -> None:
        """The shipped file with the changes that the guide names for several hosts."""
        proxy = self["proxy"]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "tls.key", "-out", "tls.crt", "-days",
             "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST},IP:{PROXY}"],
            cwd=proxy.folder, check=True, capture_output=True,
        )  # fmt: skip
        webs = " ".join(f"server {self[name].address}:{PORT};" for name in ("web1", "web2", "web3"))
        guide = (SHIPPED / "hosts.md").read_text()
        site = changed(
            (SHIPPED / "nginx.conf").read_text(),
            {
                "server 127.0.0.1:8000;": webs,
                "proxy_next_upstream off;": _line(guide, "proxy_next_upstream "),
                "proxy_connect_timeout 5s;": _line(guide, "proxy_connect_timeout "),
                "    listen [::]:80;\n": "", "    listen [::]:443 ssl http2;\n": "",
                f"/etc/letsencrypt/live/{HOST}/fullchain.pem": f"{proxy.folder}/tls.crt",
                f"/etc/letsencrypt/live/{HOST}/privkey.pem": f"{proxy.folder}/tls.key",
                "/var/log/nginx": str(proxy.folder), "rate=20r/s": "rate=2000r/s", "burst=80": "burst=2000",
            },
        )  # fmt: skip
        temporary = "".join(
            f"{name}_temp_path {proxy.folder}/{name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (proxy.folder / "nginx.conf").write_text(
            f"daemon off;\nuser root;\npid {proxy.folder}/nginx.pid;\nevents {{ worker_connections 768; }}\n"
            f"http {{\n{temporary}{site}\n}}\n"
        )
        proxy.spawn(
            "nginx",
            "-p",
            str(proxy.folder),
            "-e",
            f"{proxy.folder}/error.log",
            "-c",
            f"{proxy.folder}/nginx.conf",
        )

    def browser(self) -> requests.Session:
        """A browser that reaches the service through the proxy."""
        session = requests.Session()
        session.verify = str(self["proxy"].folder / "tls.crt")
        session.headers.update({"Host": HOST, "Origin": f"https://{HOST}", "Referer": f"https://{HOST}/"})
        session.trust_env = False
        return session

    def direct(self, name: str, path: str, *headers: str) -> tuple[int, str]:
        """Status and body from one web host, asked as the proxy would."""
        given = [word for header in (f"Host: {HOST}", "X-Forwarded-Proto: https", f"X-Forwarded-For: {HERE}", *headers)
                 for word in ("-H", header)]  # fmt: skip
        command = [
            "curl",
            "-sS",
            "-m",
            "60",
            "-w",
            "\n%{http_code}",
            *given,
            f"http://{self[name].address}:{PORT}{path}",
        ]
        done = subprocess.run(self["proxy"].words(*command), capture_output=True, text=True, check=False)
        body, _, status = done.stdout.rpartition("\n")
        return int(status or 0), body

    def said(self) -> str:
        return "\n".join(f"--- {name}\n{host.said()[-1500:]}" for name, host in self.hosts.items())


def _line(text: str, start: str) -> str:
    """The directive of nginx that the guide prescribes."""
    found = re.search(rf"^\s*({re.escape(start)}[^\n]*;)", text, re.MULTILINE)
    assert found, f"the guide has no line {start!r}"
    return found[1]


@contextlib.contextmanager
def hosts() -> Iterator[Hosts]:
    with tempfile.TemporaryDirectory(prefix="hosts-") as name, contextlib.ExitStack() as ending:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL's user has its folder inside
        site = Hosts(folder, ending)
        site.start()
        yield site
