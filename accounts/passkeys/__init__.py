"""Passkeys (WebAuthn) as the second step after the e-mailed code.

Start with `proofs`: it says what a session has proven and what that opens. `ceremony` registers and uses a passkey,
`pending_signin` keeps a sign-in between its code and its passkey, `links` is the one-time way back that an
operator gives.
"""
