"""Normalization of e-mail addresses: similar-looking ones never match another account."""

import pytest
from django.utils import translation

from briefing.core.addresses import AddressError, normalise, without_plus


@pytest.mark.parametrize(
    ("typed", "mail"),
    [
        ("  Ada@EXAMPLE.org ", "Ada@example.org"),
        ("o'hara+news_1@example.org", "o'hara+news_1@example.org"),
        ("ada@localhost", "ada@localhost"),
        ("ada@r3--x.example.org", "ada@r3--x.example.org"),
        # UTS 46 maps variants, as browsers do, before anything is looked up or sent
        ("ada@ｅｘａｍｐｌｅ.org", "ada@example.org"),
        ("ada@example。org", "ada@example.org"),
        ("ada@\u212aing.example", "ada@king.example"),
        ("ada@bu\u0308cher.example", "ada@xn--bcher-kva.example"),
        # distinct letters stay distinct: IDNA 2003 mapped these to strasse and βολοσ
        ("ada@straße.example", "ada@xn--strae-oqa.example"),
        ("ada@βόλος.example", "ada@xn--nxasmm1c.example"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example"),
        ("ada@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"),
        ("ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"),
    ],
)
def test_address_has_one_form(typed, mail):
    assert normalise(typed).mail == mail
    assert normalise(mail).mail == mail


@pytest.mark.parametrize(
    "look_alike",
    ["invest", "ınvest", "іnvest", "lnvest", "ìnvest", "inνest", "ꓲnvest", "xn--nvest-m4a", "xn--nvest-m2e"],
)
def test_look_alike_domains_are_different_names(look_alike):
    try:
        key = normalise(f"victim@{look_alike}.example.org").key
    except AddressError:
        return
    assert (key == "victim@invest.example.org") == (look_alike == "invest")


def test_key_knows_no_case():
    assert {normalise(typed).key for typed in ("ada@example.org", "ADA@Example.ORG")} == {"ada@example.org"}


@pytest.mark.parametrize(
    "local",
    ["vıctim", "İda", "\u212ada", "ſam", "ａda", "аda", "josé", "straße", "ada\u0301", '"ada"', '"a b"', ".ada", "ada.",
     "a..b", "a b", "a,b", "a;b", "<ada", "=?utf-8?q?ada?=", "a@b", "a\\b", "(x)ada"],
)  # fmt: skip
def test_part_before_the_at_is_plain_ascii(local):
    with pytest.raises(AddressError):
        normalise(f"{local}@example.org")


@pytest.mark.parametrize(
    "domain",
    ["example.org.", "example..org", ".example.org", "example", "-a.org", "a-.org", "exa_mple.org", "exa mple.org",
     "[127.0.0.1]", "[IPv6:::1]", "127.0.0.1", "10.0.0.12", "2130706433", "١٢٧.org", "☃.example", "xn--n3h.example",
     "xn--example-.org", "xn--.org", "xn--a.org", "xn--0.example", "example。", "exa\u200bmple.org", "exa\u00admple.org",
     "exa\u200dmple.org", "\u202eelpmaxe.org", "exa\u0000mple.org", "example.org\nBcc: x@example.org", "a" * 64 + ".org",
     "\u0301a.org", "اa.example", "example.org/x", "example.org:25", "\ud800.org"],
)  # fmt: skip
def test_domain_that_is_none_is_refused(domain):
    with pytest.raises(AddressError):
        normalise(f"ada@{domain}")


@pytest.mark.parametrize(
    "typed", ["", "@", "ada", "ada@", "@example.org", "ada＠example.org", "x" * 5000 + "@a.org"]
)
def test_what_is_no_address_is_refused(typed):
    with pytest.raises(AddressError):
        normalise(typed)


def test_longest_address_is_taken_and_a_longer_one_refused():
    domain = ".".join(["d" * 63, "d" * 63, "d" * 57])
    longest = f"{'a' * 64}@{domain}.org"
    assert len(longest) == 254
    assert normalise(longest).mail == longest
    for longer in (f"{'a' * 65}@example.org", f"{'a' * 64}@{domain}d.org"):
        with pytest.raises(AddressError, match="longer than an e-mail address can be"):
            normalise(longer)


def test_length_counts_what_is_sent_not_what_is_typed():
    with pytest.raises(AddressError):
        normalise("ada@" + ".".join(["ü" * 60] * 4) + ".example")


@pytest.mark.parametrize(
    ("typed", "english", "italian"),
    [
        ("ada", "Enter an e-mail address", "Scrivi un indirizzo e-mail"),
        ("josé@example.org", "part before the @ may have letters from a to z", "prima della @"),
        ("ada@127.0.0.1", "not a domain name", "dopo la @"),
    ],
)
def test_refusal_says_what_is_wrong(typed, english, italian):
    for language, words in (("en", english), ("it", italian)):
        with translation.override(language), pytest.raises(AddressError) as refused:
            normalise(typed)
        with translation.override(language):
            assert words in refused.value.messages[0]


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("ada@example.org", "ada@example.org"),
        ("ada+news@example.org", "ada@example.org"),
        ("ada+a+b@example.org", "ada@example.org"),
        ("+ada@example.org", "+ada@example.org"),
    ],
)
def test_plus_part_names_no_other_mailbox(address, mailbox):
    assert without_plus(address) == mailbox
