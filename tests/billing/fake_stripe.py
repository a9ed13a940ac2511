"""A loopback fake of the primary processor: stores subscriptions, and refuses what the real one would.

It knows the published parameter names of the calls that billing makes, which of them exclude each other, and
how idempotency keys work. A request with anything else gets the processor's error, so that a test fails.
"""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

# Names only: None for a leaf, str for a free mapping, [shape] for a list.
ANY = str
COUPONS = [{"coupon": None, "promotion_code": None}]
CHECKOUT = {
    **dict.fromkeys((
        "allow_promotion_codes", "billing_address_collection", "cancel_url", "client_reference_id", "currency",
        "customer", "customer_account", "customer_creation", "customer_email", "expires_at",
        "integration_identifier", "locale", "mode", "origin_context", "payment_method_collection",
        "payment_method_configuration", "redirect_on_completion", "return_url", "submit_type", "success_url",
        "ui_mode",
    )),
    "automatic_tax": {"enabled": None},
    "tax_id_collection": {"enabled": None, "required": None},
    "discounts": COUPONS,
    "line_items": [{"price": None, "quantity": None, "tax_rates": [None], "metadata": ANY}],
    "metadata": ANY,
    "subscription_data": {
        **dict.fromkeys(("billing_cycle_anchor", "description", "proration_behavior", "trial_end", "trial_period_days")),
        "metadata": ANY,
        "trial_settings": {"end_behavior": {"missing_payment_method": None}},
    },
    "expand": [None],
}  # fmt: skip
PORTAL = {**dict.fromkeys(("configuration", "customer", "customer_account", "locale", "on_behalf_of", "return_url")),
          "expand": [None]}  # fmt: skip
UPDATE = {
    **dict.fromkeys(("cancel_at", "cancel_at_period_end", "collection_method", "description", "off_session",
                     "payment_behavior", "proration_behavior", "trial_end")),
    "discounts": [{"coupon": None, "discount": None, "promotion_code": None}],
    "metadata": ANY,
    "expand": [None],
}  # fmt: skip
CANCEL = {
    "invoice_now": None,
    "prorate": None,
    "expand": [None],
    "cancellation_details": {"comment": None, "feedback": None},
}
RETRIEVE = {"expand": [None]}
LIST = {
    **dict.fromkeys(("customer", "ending_before", "limit", "price", "starting_after", "status")),
    "expand": [None],
}
LOCALES = {"auto", "en", "it"}


class Refused(Exception):
    def __init__(self, message: str, *, code: str = "", param: str = "", status: int = 400) -> None:
        super().__init__(message)
        self.code, self.param, self.status = code, param, status


def nested(text: str) -> dict[str, Any]:
    """Parses `a[b][0][c]=v` into {"a": {"b": {"0": {"c": "v"}}}}."""
    found: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        path = re.findall(r"[^\[\]]+", name)
        at = found
        for part in path[:-1]:
            at = at.setdefault(part, {})
        at[path[-1]] = value
    return found


def check(given: Any, shape: Any, path: str = "") -> None:
    """Refuses every name that is not in the shape."""
    if shape is ANY:
        return
    if isinstance(shape, list):
        for index, item in given.items():
            check(item, shape[0], f"{path}[{index}]")
        return
    if shape is None:
        if isinstance(given, dict):
            raise Refused(f"Invalid string: {path}", param=path)
        return
    if not isinstance(given, dict):
        raise Refused(f"Invalid object: {path}", param=path)
    for name, value in given.items():
        inner = f"{path}[{name}]" if path else name
        if name not in shape:
            raise Refused(f"Received unknown parameter: {inner}", code="parameter_unknown", param=inner)
        check(value, shape[name], inner)


@dataclass
class FakeStripe:
    """The account at the processor: its objects, and the requests received."""

    key: str = "sk_test_fake"
    prices: set[str] = field(default_factory=lambda: {"price_month", "price_year"})
    coupons: set[str] = field(default_factory=set)
    customers: set[str] = field(default_factory=set)
    subscriptions: dict[str, dict[str, Any]] = field(default_factory=dict)
    charges: dict[str, dict[str, Any]] = field(default_factory=dict)
    unanswered: set[str] = field(default_factory=set)  # subscriptions whose retrieval fails
    requests: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    keys: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    broken: bool = False
    leads_to: str = ""  # the URL of its hosted pages, for tests that open them
    url: str = ""

    def asked(self, method: str, path: str) -> list[dict[str, Any]]:
        return [params for verb, where, params in self.requests if (verb, where) == (method, path)]

    def subscribe(self, name: str, **columns: Any) -> dict[str, Any]:
        row = {"id": name, "object": "subscription", "customer": "cus_1", "status": "active", "trial_end": None,
               "metadata": {}, "discounts": [],
               "items": {"object": "list", "data": [{"price": {"id": "price_month", "recurring": {"interval": "month"}}}]}}  # fmt: skip
        self.subscriptions[name] = row | columns
        return self.subscriptions[name]

    def answer(self, method: str, path: str, params: dict[str, Any], key: str) -> Any:
        self.requests.append((method, path, params))
        if self.broken:
            raise Refused("broken", status=500)
        if key and key in self.keys:
            before, reply = self.keys[key]
            if before != (method, path, params):
                raise Refused(
                    "Keys for idempotent requests can only be used with the same parameters",
                    code="idempotency",
                )
            return reply
        reply = self._route(method, path, params)
        if key:
            self.keys[key] = ((method, path, params), reply)
        return reply

    def _route(self, method: str, path: str, params: dict[str, Any]) -> Any:
        if (method, path) == ("POST", "/v1/checkout/sessions"):
            return self._checkout(params)
        if (method, path) == ("POST", "/v1/billing_portal/sessions"):
            check(params, PORTAL)
            self._known("customer", params.get("customer", ""), self.customers)
            return {
                "id": "bps_1",
                "object": "billing_portal.session",
                "url": self.leads_to or "https://billing.example/p/session",
            }
        if (method, path) == ("GET", "/v1/subscriptions"):
            check(params, LIST)
            return self._listed(params)
        if (method, path.rpartition("/")[0]) == ("GET", "/v1/charges"):
            check(params, RETRIEVE)
            self._known("id", path.rpartition("/")[2], set(self.charges))
            return self.charges[path.rpartition("/")[2]]
        name = path.removeprefix("/v1/subscriptions/")
        if name == path or "/" in name:
            raise Refused(f"Unrecognized request URL ({method}: {path})", status=404)
        if name in self.unanswered:
            raise Refused("broken", status=500)
        if method == "POST" and params.get("discounts") == "":  # "" removes all discounts
            params["discounts"] = {}
        check(params, {"GET": RETRIEVE, "POST": UPDATE, "DELETE": CANCEL}[method])
        self._known("id", name, set(self.subscriptions))
        return self._subscription(method, self.subscriptions[name], params)

    def _checkout(self, params: dict[str, Any]) -> dict[str, Any]:
        check(params, CHECKOUT)
        for one, other in (("allow_promotion_codes", "discounts"), ("customer", "customer_email")):
            if one in params and other in params:
                raise Refused(f"You may only specify one of these parameters: {one}, {other}.", param=one)
        if params.get("mode") != "subscription" or not params.get("line_items"):
            raise Refused("mode and line_items are needed", code="parameter_missing", param="mode")
        if (
            params.get("locale", "auto") not in LOCALES
            or params.get("payment_method_collection", "always") != "always"
        ):
            raise Refused("Invalid locale or payment_method_collection")
        if not params.get("success_url", "").startswith("http"):
            raise Refused("Not a valid URL", code="url_invalid", param="success_url")
        if not 1 <= int(params.get("subscription_data", {}).get("trial_period_days", 1)) <= 730:
            raise Refused("Invalid trial_period_days", param="subscription_data[trial_period_days]")
        for item in params["line_items"].values():
            self._known("line_items[0][price]", item["price"], self.prices)
        for entry in params.get("discounts", {}).values():
            self._known("discounts[0][coupon]", entry["coupon"], self.coupons)
        if "customer" in params:
            self._known("customer", params["customer"], self.customers)
        number = len(self.asked("POST", "/v1/checkout/sessions"))
        return {
            "id": f"cs_{number}",
            "object": "checkout.session",
            "url": self.leads_to or f"https://pay.example/cs_{number}",
        }

    def _listed(self, params: dict[str, Any]) -> dict[str, Any]:
        rows = [row for row in self.subscriptions.values() if row["status"] != "canceled"]
        names = [row["id"] for row in rows]
        start = names.index(params["starting_after"]) + 1 if "starting_after" in params else 0
        page = rows[start : start + 2]  # small pages, so that paging is tested
        return {"object": "list", "url": "/v1/subscriptions", "data": page, "has_more": start + 2 < len(rows)}

    def _subscription(self, method: str, row: dict[str, Any], params: dict[str, Any]) -> dict[str, Any]:
        if method == "DELETE":
            if row["status"] == "canceled":
                self._known("id", row["id"], set())
            row["status"] = "canceled"
        if method == "POST":
            row["metadata"] |= params.get("metadata", {})
            if "discounts" in params:
                row["discounts"] = [self._discount(row, entry) for entry in params["discounts"].values()]
        return row

    def _discount(self, row: dict[str, Any], entry: dict[str, str]) -> dict[str, Any]:
        if "discount" in entry:
            return next(found for found in row["discounts"] if found["id"] == entry["discount"])
        self._known("discounts[0][coupon]", entry["coupon"], self.coupons)
        return {
            "id": f"di_{entry['coupon']}",
            "object": "discount",
            "source": {"type": "coupon", "coupon": entry["coupon"]},
        }

    def _known(self, param: str, name: str, names: set[str]) -> None:
        if name not in names:
            raise Refused(f"No such {param}: '{name}'", code="resource_missing", param=param, status=404)


def serve(fake: FakeStripe) -> Iterator[FakeStripe]:
    """Runs the fake on loopback; its URL is `fake.url`."""

    class Door(BaseHTTPRequestHandler):
        def reply(self) -> None:
            target = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            status = 200
            try:
                if self.headers.get("Authorization") != f"Bearer {fake.key}":
                    raise Refused("Invalid API Key", status=401)
                params = nested(body or target.query)
                reply = fake.answer(
                    self.command, target.path, params, self.headers.get("Idempotency-Key", "")
                )
            except Refused as refused:
                status = refused.status
                reply = {"error": {"type": "idempotency_error" if refused.code == "idempotency" else "invalid_request_error",
                                   "message": str(refused), "code": refused.code or None, "param": refused.param or None}}  # fmt: skip
            data = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self) -> None:
            self.reply()

        def do_POST(self) -> None:
            self.reply()

        def do_DELETE(self) -> None:
            self.reply()

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    fake.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
