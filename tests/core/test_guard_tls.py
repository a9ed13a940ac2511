"""Certificates and handshakes of outgoing connections."""

import datetime
import socket
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from briefing.core.http import WebError, fetch
from tests.core.test_guard import answers, failure
from tests.core.upstream import upstream


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A self-signed certificate for feeds.example, and the file that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "feeds.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("feeds.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "feeds.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return str(path)


@pytest.fixture
def tls_server(certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    names: list[str | None] = []
    context.sni_callback = lambda _, name, __: names.append(name)
    with upstream(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", tls=context) as server:
        server.names = names
        yield server


def test_certificate_is_checked_against_the_name(settings, certificate, tls_server):
    settings.OUTBOUND_ALLOWED_HOSTS = ["feeds.example", "other.example"]
    options = {"resolver": answers("127.0.0.1"), "ca_bundle": certificate}
    assert fetch(f"https://feeds.example:{tls_server.port}/", **options).body == b"ok"
    assert tls_server.names == ["feeds.example"]
    assert failure(f"https://other.example:{tls_server.port}/", **options).code == "connect"


def test_certificate_of_an_unknown_issuer_is_refused(settings, tls_server):
    settings.OUTBOUND_ALLOWED_HOSTS = ["feeds.example"]
    error = failure(f"https://feeds.example:{tls_server.port}/", resolver=answers("127.0.0.1"))
    assert (error.code, tls_server.requests) == ("connect", [])


def test_deadline_ends_a_tls_handshake_that_never_answers(settings):
    settings.OUTBOUND_ALLOWED_HOSTS = ["feeds.example"]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://feeds.example:{silent.getsockname()[1]}/"
        with pytest.raises(WebError) as caught:
            fetch(url, deadline_s=0.6, resolver=answers("127.0.0.1"))
        assert caught.value.code == "deadline"
