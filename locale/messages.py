"""Collects the texts to translate into each language's catalogue and compiles them, without GNU gettext.

python locale/messages.py                    extract, merge, compile
python locale/messages.py --check            exit 1 when a catalogue is not complete or not compiled
python locale/messages.py --take FRAGMENT…   take translations from .po fragments first
python locale/messages.py --lang it …        one language only; fragments are Italian unless this says otherwise
"""

import argparse
import io
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {
    "_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None,
    "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3),
}  # fmt: skip
ROOMS = ("briefing", "accounts", "indicators", "news", "commentary", "billing", "portfolio")


def sources() -> Iterator[tuple[Path, bytes]]:
    """Yields every file with texts; templates as the Python that Django's own tool generates from them."""
    from django.utils.translation.template import templatize

    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_bytes()
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in (".html", ".txt", ".xml"):
            # Indentation in templates is meaningless, but Python's tokenizer may refuse it.
            yield path, re.sub(r"(?m)^[ \t]+", "", templatize(path.read_text(encoding="utf-8"))).encode()


def po(lang: str) -> Path:
    return ROOT / f"locale/{lang}/LC_MESSAGES/django.po"


# CLDR has a third Italian plural for whole millions, which no text needs.
PLURALS = {"it": "nplurals=2; plural=(n != 1);"}


def extracted(lang: str) -> Catalog:
    born = datetime(2026, 11, 21, tzinfo=UTC)  # fixed, since a current date would change the file at each run
    catalog = Catalog(
        locale=lang, project="Market Briefing", fuzzy=False, creation_date=born, revision_date=born,
        header_comment=f"# {Locale(lang).english_name} texts of Market Briefing; made by locale/messages.py.",
        msgid_bugs_address="", last_translator="", language_team="", copyright_holder="",
    )  # fmt: skip
    if lang in PLURALS:
        catalog.mime_headers = [("Plural-Forms", PLURALS[lang])]
    for path, content in sources():
        name = path.relative_to(ROOT).as_posix()
        for _line, texts, _comments, context in extract("python", io.BytesIO(content), keywords=KEYWORDS):
            catalog.add(texts, locations=[(name, 0)], context=context)
    return catalog


def known(lang: str) -> Catalog:
    if not po(lang).exists():
        return Catalog(locale=lang)
    with po(lang).open("rb") as file:
        return read_po(file, locale=lang)


def merged(lang: str, translations: Catalog, fragments: list[Path]) -> Catalog:
    """The extracted texts with all known translations; unused ones are dropped."""
    found = extracted(lang)
    others = [read_po(path.open("rb"), locale=lang, ignore_obsolete=True) for path in fragments]
    for message in found:
        if not message.id:
            continue
        for catalog in (*others, translations):
            old = catalog.get(message.id if isinstance(message.id, str) else message.id[0], message.context)
            if old and complete(old) and isinstance(old.id, str) == isinstance(message.id, str):
                message.string = old.string
                break
    return found


def complete(message: Message) -> bool:
    texts = [message.string] if isinstance(message.string, str) else message.string
    return bool(texts) and all(texts or ()) and not message.fuzzy


def compiled(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def missing(catalog: Catalog) -> list[str]:
    return [str(message.id) for message in catalog if message.id and not complete(message)]


def main() -> int:
    from django.conf import settings

    languages = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--lang", choices=languages)
    parser.add_argument("--take", nargs="*", type=Path, default=[])
    options = parser.parse_args()
    done = [
        renew(lang, check=options.check, fragments=options.take if lang == (options.lang or "it") else [])
        for lang in ([options.lang] if options.lang else languages)
    ]
    return 0 if all(done) else 1


def renew(lang: str, *, check: bool, fragments: list[Path]) -> bool:
    """Updates a language's catalogue; with `check` only reports whether it is current."""
    translations = known(lang)
    catalog = merged(lang, translations, fragments)
    gaps = missing(catalog)
    if not check:
        po(lang).parent.mkdir(parents=True, exist_ok=True)
        with po(lang).open("wb") as file:
            write_po(file, catalog, sort_output=True, omit_header=False, include_lineno=False, width=110)
        po(lang).with_suffix(".mo").write_bytes(compiled(known(lang)))
    elif not current(lang, catalog, translations):
        print(f"The catalogue {lang} is not current: run `make messages`.")
        return False
    for text in gaps:
        print(f"not translated: {text}")
    print(f"{lang}: {len(list(catalog))} texts, {len(gaps)} without a translation")
    return not (gaps and check)


def current(lang: str, catalog: Catalog, translations: Catalog) -> bool:
    mo = po(lang).with_suffix(".mo")
    same = {m.id for m in catalog} == {m.id for m in translations}
    return same and mo.exists() and mo.read_bytes() == compiled(translations)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
