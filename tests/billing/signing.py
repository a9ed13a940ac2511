"""Deliveries in the processors' shapes, with made-up bodies and real signatures."""

import base64
import hashlib
import hmac
import itertools
import json
import time
from typing import Any

from django.test import Client

from accounts.models import User

PRIMARY_SECRET = "whsec_primary_secret_of_the_tests"
BARE_SECRET = base64.b64encode(b"the secondary processor's key").decode()
numbers = itertools.count(1)


def stripe_header(raw: bytes, *, secret: str = PRIMARY_SECRET, at: float | None = None) -> str:
    stamp = int(time.time() if at is None else at)
    mac = hmac.new(secret.encode(), f"{stamp}.".encode() + raw, hashlib.sha256).hexdigest()
    return f"t={stamp},v1={mac}"


def post_primary(raw: bytes | dict[str, Any], header: str | None = None, client: Client | None = None):
    """Posts to the primary webhook; signed unless a header is given."""
    body = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
    headers = {"Stripe-Signature": stripe_header(body) if header is None else header}
    return (client or Client()).post(
        "/api/billing/webhook",
        body,
        content_type="application/json",
        headers=headers if headers["Stripe-Signature"] else {},
    )


def event(
    kind: str, found: dict[str, Any], *, created: int | None = None, event_id: str = ""
) -> dict[str, Any]:
    return {
        "id": event_id or f"evt_{next(numbers)}", "object": "event", "api_version": "2026-10-28.endive", "type": kind,
        "created": int(time.time()) if created is None else created, "livemode": False, "data": {"object": found},
    }  # fmt: skip


def subscription(status: str | None = "active", **columns: Any) -> dict[str, Any]:
    found = {"id": "sub_1", "object": "subscription", "customer": "cus_1", "trial_end": None, "metadata": {}}
    return found | ({"status": status} if status else {}) | columns


def session(user_id: int | str | None, **columns: Any) -> dict[str, Any]:
    found = {"id": "cs_1", "object": "checkout.session", "mode": "subscription", "payment_status": "paid",
             "client_reference_id": None if user_id is None else str(user_id), "customer": "cus_1",
             "subscription": "sub_1", "metadata": {}}  # fmt: skip
    return found | columns


def send(kind: str, found: dict[str, Any], **how: Any):
    return post_primary(event(kind, found, **how))


def polar_headers(
    raw: bytes, *, key: bytes | None = None, at: object = None, webhook_id: str = ""
) -> dict[str, str]:
    stamp = str(int(time.time()) if at is None else at)
    name = webhook_id or f"msg_{next(numbers)}"
    mac = hmac.new(key or base64.b64decode(BARE_SECRET), f"{name}.{stamp}.".encode() + raw, hashlib.sha256)
    return {"webhook-id": name, "webhook-timestamp": stamp,
            "webhook-signature": f"v1,{base64.b64encode(mac.digest()).decode()}"}  # fmt: skip


def post_secondary(raw: bytes | dict[str, Any], headers: dict[str, str] | None = None, **how: Any):
    body = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
    return Client().post(
        "/api/billing2/webhook", body, content_type="application/json",
        headers=polar_headers(body, **how) if headers is None else headers,
    )  # fmt: skip


def polar_subscription(status: str | None = "active", **columns: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": "a1b2-sub", "created_at": "2026-11-01T10:00:00Z", "modified_at": None, "customer_id": "c3d4-customer",
        "cancel_at_period_end": False, "trial_end": None, "metadata": {},
        "customer": {"id": "c3d4-customer", "external_id": None, "email": "ada@example.org", "email_verified": True},
    }  # fmt: skip
    return found | ({"status": status} if status else {}) | columns


def send2(kind: str, data: dict[str, Any], *, at: str = "2026-11-20T10:00:00Z", **how: Any):
    return post_secondary({"type": kind, "timestamp": at, "data": data}, **how)


def pays(user: User, name: str = "sub_1", customer: str = "cus_1", status: str = "active") -> None:
    found = {"id": name, "customer": customer, "metadata": {"user_id": str(user.pk)}}
    send("customer.subscription.updated", subscription(status, **found))
