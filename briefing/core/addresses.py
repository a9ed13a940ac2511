"""E-mail addresses, normalised in one place, so that two that look alike are never one and the same.

The part before the @ is ASCII, the domain an IDNA 2008 A-label (RFC 5891, mapped by UTS 46 as browsers do).
Both are ASCII, so no database's idea of case can join two of them: PostgreSQL's UPPER makes `ı` an `I`.
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
# RFC 5322's dot-atom. Quoted forms are read differently by different programs, so none is accepted.
LOCAL = re.compile(
    r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*", re.ASCII | re.IGNORECASE
)
ENCODED_WORD = "=?"  # RFC 2047: some mail programs decode it, and write to somebody else
validate_shape = EmailValidator()


class AddressError(ValidationError):
    """What was typed is no address that mail can be sent to; the text says why, in the reader's language."""


@dataclass(frozen=True)
class EmailAddress:
    """`mail` is what messages go to, `key` what an account is known by: the same in lower case."""

    mail: str

    @property
    def key(self) -> str:
        return self.mail.lower()  # ASCII only: 26 letters, in any language and any database


def normalise(text: str) -> EmailAddress:
    """The one form of an address; AddressError when it has none. What is normal already stays as it is."""
    text = text.strip()
    local, at, domain = text.rpartition("@")
    # Far longer than any address can be: not worth a look at each character.
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
    """The mailbox that an address's plus part is delivered to: `ada+news@example.org` is `ada@example.org`."""
    local, _at, domain = address.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def _has_invisible(text: str) -> bool:
    return any(unicodedata.category(character).startswith(("C", "Z")) for character in text)


def _domain(text: str) -> str:
    try:
        name = _to_ascii(text)
        validate_shape(f"name@{name}")
        # Mail to a bare IP address or to `host.123` leaves the domain name system, where nobody owns a name.
        if name.startswith("[") or name.rpartition(".")[2].isdigit():
            raise ValueError(name)
    except (ValueError, ValidationError):
        raise AddressError(
            _("The part after the @ is not a domain name such as example.org. Check the spelling.")
        ) from None
    return name


def _to_ascii(domain: str) -> str:
    """The domain as A-labels; ValueError (idna's errors are such) when IDNA 2008 has none for it."""
    lowered = domain.lower() if domain.isascii() else domain
    if domain.isascii() and "xn--" not in lowered:
        return lowered
    name = idna.encode(domain, uts46=True, strict=True).decode("ascii")
    # A label that was typed as xn-- must be the one that its letters give, or one name would have two forms.
    if idna.encode(idna.decode(name)).decode("ascii") != name:
        raise ValueError(name)
    return name
