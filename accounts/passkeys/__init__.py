"""Passkeys (WebAuthn) as the second step after the e-mailed code.

Start with `proofs`: what a session has proven and what that permits. `ceremony` registers and verifies
passkeys, `pending_signin` stores a sign-in between its code and its passkey, and `links` makes an operator's
one-time recovery links.
"""
