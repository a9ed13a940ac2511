"""Excel files within bounds; what the sample writes and the reader reads is tested with their sources."""

import io
import zipfile
from datetime import date

import pytest

from briefing.demo.sheets import xls, xlsx
from indicators.sources import SourceError, workbook, workbook_child


@pytest.mark.parametrize("make", [xls, xlsx])
def test_rows_gives_text_and_numbers(make):
    assert workbook.rows("S", make({"One": [["a", 1.5], [None, 2.0]]}), "One") == [["a", 1.5], ["", 2.0]]


def test_rows_gives_days():
    assert workbook.rows("S", xls({"One": [[date(2026, 11, 20)]]}), "One") == [[date(2026, 11, 20)]]


def test_a_file_that_unpacks_to_too_much_is_not_unpacked():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (workbook_child.MOST_UNPACKED + 1))
    with pytest.raises(SourceError, match="unpacks to 67,108,865 bytes"):
        workbook.rows("S", packed.getvalue(), "One")


def test_a_sheet_that_claims_to_be_enormous_is_refused():
    far = xlsx({"One": [["x"]]})
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(far)) as old, zipfile.ZipFile(packed, "w") as new:
        for entry in old.infolist():
            new.writestr(
                entry,
                old.read(entry)
                .replace(b'r="A1"', b'r="XFD1048576"')
                .replace(b'<row r="1">', b'<row r="1048576">'),
            )
    with pytest.raises(SourceError, match="more than 1,000,000 cells"):
        workbook.rows("S", packed.getvalue(), "One")


@pytest.mark.parametrize("cut", [10, 600, 1500])
@pytest.mark.parametrize("make", [xls, xlsx])
def test_a_file_that_is_cut_off_is_refused_or_shorter(make, cut):
    whole = [[float(line)] for line in range(400)]
    body = make({"One": whole})
    try:
        assert len(workbook.rows("S", body[:cut], "One")) < len(whole)
    except SourceError as refused:
        assert "sent a file" in str(refused)


def test_what_ends_the_library_s_process_ends_no_other():
    body = xls({"One": [[float(line)] for line in range(400)]})
    told = []
    for place in range(20, 120, 12):
        try:
            workbook.rows("S", body[:place] + b"\xff\x00\x7f" + body[place + 3 :], "One")
        except SourceError as refused:
            told.append(str(refused))
    assert "S sent a file that is no Excel sheet, or is broken." in told
