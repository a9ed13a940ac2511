"""Using the page's import of brokers' files as a person does."""

READ = '[data-say="count"]'
ERROR = '[data-say="error"]'


def near_import(page) -> None:
    """Scrolls to the import, whose script is loaded where its place comes near, and waits for it.

    After a reload too: the browser brings the page back to where it was, which may not be near the import.
    """
    page.locator("portfolio-import").scroll_into_view_if_needed()
    page.locator("portfolio-import:defined").wait_for()


def choose(page, *files: tuple[str, str | bytes]) -> None:
    page.set_input_files(
        "[data-part=files]",
        [
            {
                "name": name,
                "mimeType": "text/csv",
                "buffer": text if isinstance(text, bytes) else text.encode(),
            }
            for name, text in files
        ],
    )


def card(page, number: int = 0):
    return page.locator(".import-card").nth(number)


def kept(page) -> dict:
    return page.evaluate("JSON.parse(localStorage.getItem(document.documentElement.dataset.portfolioKey))")


def names(page) -> list[str]:
    return [pie["name"] for pie in kept(page)["pies"]]


def save(found) -> None:
    found.locator("button[type=submit]").click()
    found.locator("[data-part=saved]").wait_for()


def sent(page) -> list[tuple[str, str, str | None]]:
    """What left the page but for its own files."""
    return [
        (each.method, each.url.split("/", 3)[3], each.post_data)
        for each in page.asked
        if "/static/" not in each.url
    ]
