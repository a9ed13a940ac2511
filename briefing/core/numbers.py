"""Numbers as text, in English and Italian notation."""

from decimal import Decimal

from briefing.core.language import page_language

MINUS = "\N{MINUS SIGN}"
NBSP = "\N{NO-BREAK SPACE}"
_ITALIAN = str.maketrans(",.", ".,")


def number(value: float | Decimal, decimals: int, language: str = "", *, signed: bool = False) -> str:
    """1,234.5 or 1.234,5 with a true minus sign; no sign if it rounds to zero. The page's language by default."""
    text = f"{abs(value):,.{decimals}f}"
    sign = (MINUS if value < 0 else "+" if signed else "") if is_not_zero(text) else ""
    return sign + (text.translate(_ITALIAN) if (language or page_language()) == "it" else text)


def is_not_zero(text: str) -> bool:
    """Whether a formatted number has a digit other than zero."""
    return any(digit in "123456789" for digit in text)
