"""Normalises e-mail addresses, so that two that look alike are never different accounts.

The part before the @ is ASCII, the domain an IDNA 2008 A-label (RFC 5891, mapped by UTS 46 as browsers do).
Both being ASCII, a database's case rules cannot merge two addresses: PostgreSQL's UPPER turns `ı` into `I`.
"""

import re
import unicodedata
from dataclasses import dataclass

import idna
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.translation import gettext_lazy as _

MAX_LENGTH = 254  # RFC 5321, 4.5.3.1.3, without the angle brackets
MAX_LOCAL = 64  # RFC 5321, 4.5.3.1.1
# RFC 5322's dot-atom. Quoted forms are refused, because programs disagree on how to read them.
LOCAL = re.compile(
    r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*", re.ASCII | re.IGNORECASE
)
ENCODED_WORD = "=?"  # RFC 2047: some mail programs decode it and deliver to a different address
validate_shape = EmailValidator()


class AddressError(ValidationError):
    """Raised for text that is not a deliverable address; the message, in the reader's language, says why."""


@dataclass(frozen=True)
class EmailAddress:
    """A normalised address: `mail` is where messages are sent, `key` its lower case, which identifies the account."""

    mail: str

    @property
    def key(self) -> str:
        return self.mail.lower()  # ASCII only: 26 letters, in any language and any database


def normalise(text: str) -> EmailAddress:
    """Returns the normalised address; raises AddressError if the text is not one.

    Normalised input is returned unchanged.
    """
    text = text.strip()
    local, at, domain = text.rpartition("@")
    # Longer input is refused before its characters are examined.
    if not (at and local and domain) or len(text) > 4 * MAX_LENGTH or _has_invisible(text):
        raise AddressError(_("Enter an e-mail address, such as name@example.org."))
    if not LOCAL.fullmatch(local) or ENCODED_WORD in local:
        raise AddressError(
            _(
                "The part before the @ may have letters from a to z without accents, digits, and signs such as"
                " . _ + -. Enter the address without other characters."
            )
        )
    mail = f"{local}@{_domain(domain)}"
    if len(local) > MAX_LOCAL or len(mail) > MAX_LENGTH:
        raise AddressError(_("This is longer than an e-mail address can be. Check it."))
    return EmailAddress(mail)


def without_plus(address: str) -> str:
    """Returns the mailbox behind a plus address: `ada+news@example.org` gives `ada@example.org`."""
    local, _at, domain = address.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def _has_invisible(text: str) -> bool:
    return any(unicodedata.category(character).startswith(("C", "Z")) for character in text)


def _domain(text: str) -> str:
    try:
        name = _to_ascii(text)
        validate_shape(f"name@{name}")
        # Mail to a bare IP address or to `host.123` bypasses the domain name system.
        if name.startswith("[") or name.rpartition(".")[2].isdigit():
            raise ValueError(name)
    except (ValueError, ValidationError):
        raise AddressError(
            _("The part after the @ is not a domain name such as example.org. Check the spelling.")
        ) from None
    return name


def _to_ascii(domain: str) -> str:
    """Returns the domain as A-labels; raises ValueError (idna's errors are subclasses) if IDNA 2008 has none."""
    lowered = domain.lower() if domain.isascii() else domain
    if domain.isascii() and "xn--" not in lowered:
        return lowered
    name = idna.encode(domain, uts46=True, strict=True).decode("ascii")
    # An xn-- label must match the encoding of its decoded form, or one name would have two spellings.
    if idna.encode(idna.decode(name)).decode("ascii") != name:
        raise ValueError(name)
    return name
