"""A real browser for the pages. Where Chromium or Playwright is missing, the run says so at its end."""

import os
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from tests.accounts.readers import signed_in
from tests.browser.importing import near_import
from tests.pages import edition
from tests.portfolio import holdings

try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Browser, Page, sync_playwright
except ImportError:
    sync_playwright = None  # type: ignore[assignment]

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]  # fmt: skip
MISSING = (
    "Playwright is not installed (make .venv/.browser)" if sync_playwright is None
    else "" if CHROMIUM else "chromium is not installed"
)  # fmt: skip
# Chromium says this of every form that is answered with its errors, and of other refusals that a test expects.
REMARK = "the server responded with a status of {}"
CLEARED = "Clear-Site-Data header on"  # of each page that clears, though all went well
# The names of CSP violations, gathered before any script of the page runs.
WATCH = "window.cspViolations = []; addEventListener('securitypolicyviolation', e => cspViolations.push(e.violatedDirective))"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parent.name:
            item.add_marker(pytest.mark.browser)
            if MISSING:
                item.add_marker(pytest.mark.skip(reason=MISSING))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    wanted = "not browser" not in (config.getoption("-m") or "")
    if MISSING and wanted:
        terminalreporter.write_line(f"!!! BROWSER TESTS DID NOT RUN: {MISSING}", red=True, bold=True)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    # Playwright's sync interface runs a loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def open_page(browser: "Browser", live_server: Any) -> Iterator[Callable[..., "Page"]]:
    """open_page("/", lang="it", width=320, scheme="dark", script=False): a page of a fresh visitor.

    `session`: the value of a session cookie, for a page of somebody who is signed in.
    `refusals`: statuses beside 400 that the page's calls may be answered with.
    `host`: the name that the service is opened by; passkeys have none but localhost here.
    `clock`: what the browser's clock says from the start; it stands still until the test lets it run.

    At the end no page may have written to its console, thrown, asked another origin or met the policy.
    """
    contexts, complaints = [], []

    def open_(
        path: str = "/", *, lang: str = "en", width: int = 1440, scheme: str = "light", **more: Any
    ) -> "Page":
        # The browser resolves no names but this machine's.
        origin = live_server.url.replace("localhost", more.pop("host", "127.0.0.1"))
        script, session, clock = more.pop("script", True), more.pop("session", ""), more.pop("clock", None)
        remarks = [REMARK.format(status) for status in (400, *more.pop("refusals", ()))] + [CLEARED]
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script, **more
        )
        kept = {"svc.lang": lang} | ({"svc.session": session} if session else {})
        context.add_cookies([{"name": name, "value": value, "url": origin} for name, value in kept.items()])
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(WATCH)
        if clock:
            # It runs from the moment it is installed, and cannot be stopped at a time that has passed since.
            page.clock.install(time=datetime.fromisoformat(clock) - timedelta(hours=1))
            page.clock.pause_at(clock)
        page.on(
            "console",
            lambda message: (
                None if any(each in message.text for each in remarks) else complaints.append(message.text)
            ),
        )
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        # A request that a new page cut short is no failure, nor is a script that a reader without script refuses.
        fine = ("net::ERR_ABORTED",) if script else ("net::ERR_ABORTED", "csp")
        page.on(
            "requestfailed",
            lambda r: None if r.failure in fine else complaints.append(f"failed: {r.url} {r.failure}"),
        )
        page.on("request", lambda r: None if r.url.startswith(origin) else complaints.append(r.url))
        page.goto(f"{origin}{path}", wait_until="networkidle")
        return page

    yield open_
    for context in contexts:
        for page in context.pages:
            if page.evaluate("typeof cspViolations") != "undefined":
                complaints.extend(page.evaluate("cspViolations"))
        context.close()
    assert complaints == []


@pytest.fixture
def session(live_server: Any) -> str:
    """The session cookie of a reader."""
    return signed_in().cookies["svc.session"].value


@pytest.fixture
def open_portfolio(open_page: Callable[..., "Page"], session: str, settings: Any) -> Callable[..., "Page"]:
    """open_portfolio(lang="it", …): a signed-in reader's portfolio page, where the provider of prices may be asked."""
    settings.SAMPLE_DATA = True
    holdings.prices()
    return partial(open_page, "/portfolio", session=session)


@pytest.fixture
def settings_page(open_page: Callable[..., "Page"], session: str) -> Callable[..., "Page"]:
    """The import on /settings, for a reader; `page.asked` gathers every request that follows."""

    def open_import(**more: Any) -> "Page":
        page = open_page("/settings#import", session=session, **more)
        near_import(page)
        page.asked = []

        def gather(request: Any) -> None:  # Playwright wants a function of Python's own
            page.asked.append(request)

        page.on("request", gather)
        return page

    return open_import


@pytest.fixture
def full_portfolio(open_portfolio: Callable[..., "Page"]) -> Callable[..., "Page"]:
    """full_portfolio(lang="it", …): the portfolio page with two pies, or with what is `kept`."""

    def open_full(kept: dict[str, Any] | None = None, **more: Any) -> "Page":
        page = open_portfolio(**more)
        holdings.keep(page, kept or holdings.state())
        return page

    return open_full


@pytest.fixture
def whole_edition(live_server: Any) -> None:
    """Figures, headlines and reads in the database that the live server shows."""
    edition.whole(12)


@pytest.fixture
def violations() -> Callable[["Page"], list[str]]:
    """What axe finds, as "rule: element"."""

    def find(page: "Page") -> list[str]:
        # Axe runs by evaluate, which the policy of the page does not concern.
        found = Axe().run(
            page,
            options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
        )
        return [
            f"{item['id']}: {node['target']}"
            for item in found.response["violations"]
            for node in item["nodes"]
        ]

    return find
