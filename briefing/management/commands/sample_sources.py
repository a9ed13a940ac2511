"""`manage.py sample_sources`: serves the sample sources on loopback until stopped."""

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from briefing.demo.server import routes, serve


class Command(BaseCommand):
    help = "Serves made-up figures and headlines in the shapes of the public sources, on loopback only."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8765)
        parser.add_argument("--bind", default="127.0.0.1", help="a loopback address")

    def handle(self, *args: Any, port: int, bind: str, **options: Any) -> None:
        try:
            server = serve(bind, port)
        except ValueError as error:
            raise CommandError(f"The sample sources serve this machine only: {error}.") from None
        except (OSError, OverflowError) as error:
            raise CommandError(f"Cannot listen on {bind}:{port}: {error}.") from None
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, stop)
        address = f"http://{bind}:{server.server_address[1]}"
        self.stdout.write(f"Sample sources on {address} ({len(routes())} sources, feeds). Ctrl-C stops.")
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            self.stdout.write("Sample sources stopped.")
        finally:
            server.server_close()


def stop(number: int, frame: object) -> None:
    """Makes SIGTERM end the loop like Ctrl-C."""
    raise KeyboardInterrupt
