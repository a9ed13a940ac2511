"""An edition read aloud by a stubbed voice: by press and by key, paused, stopped, in the page's language and tone."""

import pytest

from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect, load_again, until
from tests.pages import edition

# Speaks nothing: a test says when an utterance ends.
VOICE = """
window.said = [];
const voices = [
  {lang: "it-IT", name: "Italiana", localService: true, default: true},
  {lang: "en-US", name: "Far", localService: false, default: false},
  {lang: "en-GB", name: "Near", localService: true, default: false},
];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", {configurable: true, value: {
  getVoices: () => window.noVoices ?? voices,
  speak(utterance) { window.said.push(utterance); },
  cancel() { window.said.at(-1)?.onerror?.({error: "canceled"}); },
}});
window.end = () => window.said.at(-1).onend({});
"""
MUTE = "delete window.speechSynthesis; delete Window.prototype.speechSynthesis;"
SHIFT = """new Promise((done) => { let all = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) all += entry.value;
}).observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(all), 400); })"""


@pytest.fixture
def open_listening(open_page, session, settings):
    """open_listening(VOICE, lang="it"): the front page in a browser with this voice."""
    settings.SAMPLE_DATA = True
    edition.whole(3)

    def open_(script: str = VOICE, **more):
        page = open_page("/offline", session=session, **more)
        page.add_init_script(script)
        page.goto(page.url.replace("/offline", "/"), wait_until="networkidle")
        return page

    return open_


def texts(page) -> list[str]:
    return page.evaluate("window.said.map(({text}) => text)")


def test_it_reads_pauses_goes_on_and_stops(open_listening):
    page = open_listening(lang="en")
    listen, stop = page.locator("[data-listen=toggle]"), page.locator("[data-listen=stop]")
    assert texts(page) == []
    expect(stop).to_be_hidden()
    listen.click()
    expect(page.locator("listen-aloud")).to_have_attribute("data-state", "playing")
    until(page, lambda: texts(page) and texts(page)[0].startswith("Market Briefing, "))
    assert page.evaluate("[said[0].lang, said[0].voice.name]") == ["en-GB", "Near"]
    expect(listen).to_have_text("Pause")
    page.evaluate("end()")
    comes_to(page, lambda: len(texts(page)), 2)
    listen.click()
    expect(listen).to_have_text("Continue")
    listen.click()
    comes_to(page, lambda: len(texts(page)), 3)
    assert texts(page)[1] == texts(page)[2]
    stop.click()
    expect(listen).to_have_text("Listen")
    expect(listen).to_be_focused()
    expect(stop).to_be_hidden()
    expect(page.locator("listen-aloud [role=status]")).to_have_text("")


def test_the_whole_edition_is_read_without_a_digit(open_listening):
    page = open_listening(lang="it")
    page.locator("[data-listen=toggle]").click()
    expect(page.locator("listen-aloud")).to_have_attribute("data-state", "playing")
    page.evaluate("while (document.querySelector('listen-aloud').dataset.state === 'playing') end()")
    read = texts(page)
    assert len(read) > 20
    assert [text for text in read if any(letter.isdigit() or letter in "%€$+−" for letter in text)] == []
    assert page.evaluate("new Set(said.map(({lang}) => lang)).size") == 1
    assert page.evaluate("said[0].lang") == "it-IT"
    expect(page.locator("[data-listen=toggle]")).to_have_text("Ascolta")


def test_keyboard_and_screen_reader(open_listening, violations):
    page = open_listening(lang="en")
    group = page.get_by_role("group", name="Listen to this edition")
    group.get_by_role("button", name="Listen").focus()
    page.keyboard.press("Enter")
    expect(page.locator("listen-aloud")).to_have_attribute("data-state", "playing")
    page.keyboard.press("Tab")
    expect(group.get_by_role("link", name="Text for listening")).to_be_focused()
    page.keyboard.press("Tab")
    expect(group.get_by_role("button", name="Stop")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Space")
    expect(group.get_by_role("button", name="Listen")).to_be_focused()


def test_it_reads_the_tone_that_the_page_shows(open_listening):
    page = open_listening(lang="en")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/listen" in request.url else None)
    page.locator("[data-tone-choice=INTERMEDIATE]").first.click()
    expect(page.locator("[data-tone-choice=INTERMEDIATE]").first).to_have_attribute("aria-current", "true")
    page.locator("[data-listen=toggle]").click()
    expect(page.locator("listen-aloud")).to_have_attribute("data-state", "playing")
    assert [url.partition("?")[2] for url in asked if "/listen?" in url] == ["tone=INTERMEDIATE"]


@pytest.mark.parametrize("screen", [NARROW, {"width": 1280, "lang": "en"}])
def test_nothing_moves(open_listening, screen):
    page = open_listening(**screen)
    assert page.evaluate(SHIFT) < 0.02
    before = page.locator("listen-aloud").bounding_box()
    page.locator("[data-listen=toggle]").click()
    expect(page.locator("listen-aloud")).to_have_attribute("data-state", "playing")
    assert page.locator("listen-aloud").bounding_box() == before


def test_a_browser_without_a_voice_has_the_text_and_no_button(open_listening):
    page = open_listening(MUTE, lang="en")
    expect(page.locator("[data-listen=toggle]")).to_be_hidden()
    link = page.get_by_role("link", name="Text for listening")
    expect(link).to_be_visible()
    assert page.request.get(page.url + link.get_attribute("href").lstrip("/")).status == 200


def test_a_language_without_a_voice_has_a_message(open_listening):
    page = open_listening(VOICE + "window.noVoices = [{lang: 'de-DE', localService: true}];", lang="en")
    page.locator("[data-listen=toggle]").click()
    expect(page.locator("listen-aloud [role=status]")).to_have_text(
        "This browser has no voice for this language."
    )
    assert texts(page) == []


@pytest.mark.parametrize(
    "answer", [{"status": 500, "body": "x"}, {"status": 200, "content_type": "text/html", "body": "x"}]
)
def test_missing_words_have_a_message(open_listening, answer):
    page = open_listening(lang="en", refusals=(500,))
    page.route("**/listen*", lambda route: route.fulfill(**answer))
    page.locator("[data-listen=toggle]").click()
    expect(page.locator("listen-aloud [role=status]")).to_have_text("It cannot be read aloud just now.")
    page.unroute("**/listen*")
    page.locator("[data-listen=toggle]").click()
    expect(page.locator("listen-aloud")).to_have_attribute("data-state", "playing")


def test_its_script_comes_with_the_press_alone(open_listening):
    page = open_listening(lang="en")
    scripts = {address: size for kind, address, size in load_again(page) if kind == "script"}
    assert not any("listen" in address for address in scripts)
    assert 0 < sum(scripts.values()) <= 15_000
    later: list[str] = []
    page.on(
        "request", lambda request: later.append(request.url) if request.resource_type == "script" else None
    )
    page.locator("[data-listen=toggle]").click()
    expect(page.locator("listen-aloud")).to_have_attribute("data-state", "playing")
    comes_to(page, lambda: ["listen" in address for address in later], [True, True])
