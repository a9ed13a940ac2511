"""The discounts of a subscription as the primary processor shows them, in older and newer shapes."""

from collections.abc import Mapping
from typing import Any

from billing.events import mapping


def discounts_of(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The expanded discounts of a subscription."""
    return [entry for entry in found.get("discounts") or [] if isinstance(entry, Mapping)]


def coupon_of(discount: Mapping[str, Any]) -> str:
    """Older shapes hold the coupon itself, newer ones its id under `source`."""
    coupon = mapping(discount.get("source")).get("coupon") or discount.get("coupon")
    return str(mapping(coupon).get("id") or coupon or "")
