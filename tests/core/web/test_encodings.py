"""Which compression a client gets, and that a body is always compressed identically."""

import gzip
import subprocess
import sys
from pathlib import Path

import brotli
import pytest

from briefing.core.web.encodings import Packed, preferred

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("gzip", "gzip"), ("GZIP, br", "br"), ("gzip, deflate, br, zstd", "br"), ("br;q=1.0, gzip;q=0.5", "br"),
        ("br;q=0, gzip", "gzip"), ("*", "br"), ("gzip; q=0.001", "gzip"), ("br;q=0.000, *", "gzip"),
        ("", "identity"), ("deflate", "identity"), ("gzip;q=0", "identity"), ("*;q=0", "identity"), (";;,=", "identity"),
    ],
)  # fmt: skip
def test_preferred(header, coding):
    assert preferred(header) == coding


def test_every_coding_gives_the_body_back_under_a_tag_of_its_own():
    body = "Été ".encode() * 500
    packed = Packed.of(body)
    assert (gzip.decompress(packed.coded("gzip")), brotli.decompress(packed.coded("br"))) == (body, body)
    assert packed.coded("identity") == body
    assert len({packed.etag(coding) for coding in ("br", "gzip", "identity")}) == 3
    assert not any(packed.etag(coding).startswith("W/") for coding in ("br", "gzip", "identity"))


def test_bytes_are_the_same_in_another_process():
    program = (
        "from briefing.core.web.encodings import Packed; packed = Packed.of('Été '.encode() * 500);"
        " print(packed.gzip.hex(), packed.brotli.hex(), packed.digest)"
    )
    here = Packed.of("Été ".encode() * 500)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [here.gzip.hex(), here.brotli.hex(), here.digest]
