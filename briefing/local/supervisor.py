"""Supervises the processes of the embedded deployment: one lock, children that die with their parent.

Children are forked from this process, which has loaded all libraries and does no work itself, so that they
share its memory. It must therefore have neither threads nor an open database connection when it forks. A
child that ends is restarted with increasing delays; a signal stops all of them, and those that do not stop
within 30 seconds are killed.
"""

import contextlib
import ctypes
import fcntl
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import IO

from django.core.management import CommandError
from django.db import connections

from briefing.core.operations.machine_faults import StartRefused, machine_faults

FORK = get_context("fork")
PR_SET_PDEATHSIG = 1
STOP_WITHIN_S = 30.0
STEADY_S = 30.0


def die_with_parent() -> None:
    """Makes the kernel kill this process when its parent dies, however that happens (Linux only).

    SIGKILL at once: unfinished jobs are recovered through their leases.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def acquire_lock(folder: Path) -> IO[str]:
    """Returns the exclusive lock on the data folder; raises StartRefused if another start holds it."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        raise StartRefused(
            f"Market Briefing is already running on this data folder (process {holder})."
        ) from None
    os.register_at_fork(
        after_in_child=lock.close
    )  # a child that briefly outlives this process must not hold it
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def refuse_busy_port(host: str, port: int, *, name: str, remedy: str, patience_s: float = 0.0) -> None:
    """Raises StartRefused if the port cannot be bound within `patience_s`, during which its last user may exit."""
    deadline = time.monotonic() + patience_s
    while error := _port_error(host, port):
        if time.monotonic() >= deadline:
            raise StartRefused(f"Port {port} on {host} cannot be used for {name} ({error}): {remedy}.")
        time.sleep(0.2)


def _port_error(host: str, port: int) -> str:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or "not possible"
    return ""


def patience_after_a_crash(run_dir: Path) -> float:
    """Returns the seconds to wait for ports: a killed start's children notice it only after a few seconds."""
    return 10.0 if any(run_dir.glob("*.pid")) else 0.0


@dataclass
class Child:
    """A supervised process and its restart delay."""

    name: str
    work: Callable[[], object]
    process: ForkProcess | None = None
    started: float = 0.0
    failures: int = 0
    not_before: float = 0.0

    def start(self, pid_file: Path) -> ForkProcess:
        connections.close_all()
        self.process = FORK.Process(target=_child, args=(self.work,), name=self.name)
        self.process.start()
        self.started = time.monotonic()
        whole = pid_file.with_suffix(".new")  # a reader of the file never finds it empty
        whole.write_text(str(self.process.pid))
        whole.replace(pid_file)
        return self.process


def _child(work: Callable[[], object]) -> None:
    """Runs a child's work; it inherits only the supervisor's memory."""
    os.setsid()  # Ctrl-C must reach only the supervisor, which stops its children in order
    die_with_parent()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    try:
        with machine_faults():
            work()
    except (CommandError, StartRefused) as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)


@dataclass
class Supervisor:
    run_dir: Path
    report: Callable[[str], None]
    children: list[Child] = field(default_factory=list)
    stopping: bool = False

    def start(self, name: str, work: Callable[[], object]) -> None:
        child = Child(name, work)
        self.children.append(child)
        child.start(self._pid_file(name))

    def run(self, name: str, work: Callable[[], object], *, every_s: float = 0.1) -> int:
        """Runs a process to its end and returns the exit code; a stop signal terminates it."""
        process = Child(name, work).start(self._pid_file(name))
        while process.is_alive():
            if self.stopping:
                process.terminate()
            process.join(every_s)
        self._pid_file(name).unlink(missing_ok=True)
        return process.exitcode or 0

    def _pid_file(self, name: str) -> Path:
        return self.run_dir / f"{name}.pid"

    def catch_signals(self) -> None:
        self.run_dir.mkdir(parents=True, exist_ok=True)
        self._pid_file("start").write_text(str(os.getpid()))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop_soon)

    def _stop_soon(self, number: int, frame: object) -> None:
        self.stopping = True

    def watch(self, *, every_s: float = 0.5) -> None:
        """Restarts ended children until a signal requests the stop."""
        while not self.stopping:
            for child in self.children:
                self.look_after(child)
            time.sleep(every_s)

    def look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is not None and child.process.exitcode is not None:
            if now - child.started > STEADY_S:
                child.failures = 0
            wait = min(2.0**child.failures, 30.0) - 1.0
            child.failures += 1
            child.not_before = now + wait
            self.report(
                f"{child.name} ended ({_reason(child.process.exitcode)}); starting it again in {wait:.0f} s."
            )
            child.process = None
        if child.process is None and now >= child.not_before:
            child.start(self._pid_file(child.name))

    def stop(self) -> None:
        """Terminates all children; kills them after 30 seconds."""
        running = [child.process for child in self.children if child.process and child.process.is_alive()]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + STOP_WITHIN_S
        for process in running:
            process.join(max(0.1, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
        for pid_file in self.run_dir.glob("*.pid"):
            pid_file.unlink(missing_ok=True)


def freeze_loaded_objects() -> None:
    """Keeps the garbage collector from writing to, and so copying, the memory shared with children."""
    gc.collect()
    gc.freeze()


def _reason(returncode: int) -> str:
    if returncode < 0:
        return f"signal {signal.Signals(-returncode).name}"
    return f"exit code {returncode}"


def wait_for_port(host: str, port: int, *, seconds: float, stopping: Callable[[], bool]) -> bool:
    """Waits for a listener on the port; returns False on timeout or stop."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not stopping():
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            return True
        time.sleep(0.1)
    return False
