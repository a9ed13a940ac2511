"""A software authenticator: creates key pairs and signs like a phone or a security key (WebAuthn Level 3, 6)."""

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, MAY_BACK_UP, BACKED_UP, WITH_KEY = 0x01, 0x04, 0x08, 0x10, 0x40


@dataclass
class Authenticator:
    """One key; `counts` off is a synced passkey, `verifies` off a key without a PIN."""

    origin: str = "http://localhost:8000"
    counts: bool = True
    verifies: bool = True
    synced: bool = False
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def create(self, options: dict[str, Any], **client: Any) -> str:
        """The response of `navigator.credentials.create()`, as the page sends it."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        key = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], WITH_KEY) + key
        response = {
            "clientDataJSON": self._client("webauthn.create", options, client),
            "attestationObject": bytes_to_base64url(
                cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
            ),
            "transports": ["internal", "carrier-pigeon"],
        }
        return self._answer(response)

    def get(self, options: dict[str, Any], **client: Any) -> str:
        """The response of `navigator.credentials.get()`."""
        data = self._data(options["rpId"], 0)
        signed = self._client("webauthn.get", options, client)
        response = {
            "clientDataJSON": signed,
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(
                self.key.sign(data + sha256(base64url_to_bytes(signed)).digest(), ec.ECDSA(SHA256()))
            ),
            "userHandle": None,
        }
        return self._answer(response)

    def copy(self) -> "Authenticator":
        """A clone with the same key and the current counter."""
        return Authenticator(**vars(self))

    def _answer(self, response: dict[str, Any]) -> str:
        name = bytes_to_base64url(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})

    def _client(self, kind: str, options: dict[str, Any], more: dict[str, Any]) -> str:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin} | more
        return bytes_to_base64url(json.dumps(data).encode())

    def _data(self, rp_id: str, flags: int) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        flags |= MAY_BACK_UP | BACKED_UP if self.synced else 0
        self.count += self.counts
        return sha256(rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)
