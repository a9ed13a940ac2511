"""Reads a subscription's discounts from the primary processor, in older and newer API shapes."""

from collections.abc import Mapping
from typing import Any

from billing.events import mapping


def discounts_of(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [entry for entry in found.get("discounts") or [] if isinstance(entry, Mapping)]


def coupon_of(discount: Mapping[str, Any]) -> str:
    """The coupon's id: older shapes hold the coupon itself, newer ones its id under `source`."""
    coupon = mapping(discount.get("source")).get("coupon") or discount.get("coupon")
    return str(mapping(coupon).get("id") or coupon or "")
