"""Excel files as the sources send them: the old kind (BIFF8 in a compound file) and the new (zipped XML).

Follows Microsoft's open specifications [MS-XLS], [MS-CFB] and ECMA-376, limited to what figures need.
"""

import io
import struct
import zipfile
from collections.abc import Sequence
from datetime import date
from html import escape

Cell = str | float | date | None
Rows = Sequence[Sequence[Cell]]
SECTOR = 512
EPOCH = date(1899, 12, 30)
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
FORMATS = (0, 14)  # of the two styles: a plain number, a date
DAY_STYLE = 1
FIXED_DATE = (1980, 1, 1, 0, 0, 0)  # in the archive, so that equal figures give equal bytes


def xlsx(sheets: dict[str, Rows]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _parts(sheets).items():
            archive.writestr(
                zipfile.ZipInfo(name, FIXED_DATE),
                f'<?xml version="1.0" encoding="UTF-8"?>{text}',
                zipfile.ZIP_DEFLATED,
            )
    return packed.getvalue()


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def _parts(sheets: dict[str, Rows]) -> dict[str, str]:
    """Returns the archive's files: content types, relationships, the list of sheets, and each sheet."""
    numbered = list(enumerate(sheets.items(), 1))
    kinds = [("/xl/workbook.xml", "sheet.main")]
    kinds += [(f"/xl/worksheets/sheet{n}.xml", "worksheet") for n, _sheet in numbered]
    types = "".join(f'<Override PartName="{part}" ContentType="{KIND}.{kind}+xml"/>' for part, kind in kinds)
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}" r:id="rId{n}"/>' for n, (name, _rows) in numbered
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">{types}</Types>',
        "_rels/.rels": _links([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _links(
            [("worksheet", f"worksheets/sheet{n}.xml") for n, _ in numbered]
        ),
    }
    for n, (_name, rows) in numbered:
        lines = "".join(
            f'<row r="{place}">{_xml_cells(place, row)}</row>' for place, row in enumerate(rows, 1)
        )
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'
        )
    return parts


def _links(targets: Sequence[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'


def _xml_cells(line: int, row: Sequence[Cell]) -> str:
    cells = []
    for column, cell in enumerate(row):
        place = f"{chr(65 + column)}{line}"
        if isinstance(cell, str):
            cells.append(f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>')
        elif cell is not None:
            cells.append(f'<c r="{place}"><v>{cell}</v></c>')
    return "".join(cells)


def xls(sheets: dict[str, Rows]) -> bytes:
    """Dates are numbers with a date style."""
    bodies = [_biff_sheet(rows) for rows in sheets.values()]
    styles = b"".join(
        _record(0x00E0, struct.pack("<HHHBBBBIIH", 0, form, 0, 0x20, 0, 0, 0, 0, 0, 0)) for form in FORMATS
    )
    begin = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0)) + styles
    end = _record(0x000A, b"")
    place = len(begin) + sum(len(_listed(name, 0)) for name in sheets) + len(end)
    listed = []
    for name, body in zip(sheets, bodies, strict=True):
        listed.append(_listed(name, place))
        place += len(body)
    return _compound(begin + b"".join(listed) + end + b"".join(bodies))


def _listed(name: str, place: int) -> bytes:
    """Returns the record with a sheet's position in the stream."""
    return _record(0x0085, struct.pack("<IHBB", place, 0, len(name), 0) + name.encode("latin-1"))


def _biff_sheet(rows: Rows) -> bytes:
    begin = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 0, 0, 0))
    cells = [
        _biff_cell(line, column, cell) for line, row in enumerate(rows) for column, cell in enumerate(row)
    ]
    return begin + b"".join(cells) + _record(0x000A, b"")


def _biff_cell(line: int, column: int, cell: Cell) -> bytes:
    if cell is None:
        return b""
    if isinstance(cell, str):
        text = cell.encode("latin-1")
        return _record(0x0204, struct.pack("<HHHHB", line, column, 0, len(text), 0) + text)
    number, style = ((cell - EPOCH).days, DAY_STYLE) if isinstance(cell, date) else (cell, 0)
    return _record(0x0203, struct.pack("<HHHd", line, column, style, number))


def _record(kind: int, body: bytes) -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def _compound(stream: bytes) -> bytes:
    """Wraps the stream Workbook in a compound file; padded, as streams below 4,096 bytes are stored elsewhere."""
    stream = stream.ljust(4096, b"\0")
    size = len(stream)
    count = -(-size // SECTOR)
    tables = -(-(count + 2) // (SECTOR // 4 - 1))
    chain = [FAT] * tables + [END] + [tables + 2 + n for n in range(count - 1)] + [END]
    chain += [FREE] * (tables * SECTOR // 4 - len(chain))
    head = struct.pack(
        "<8s16sHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, 0, tables, tables,
        0, 4096, END, 0, END, 0,
    )  # fmt: skip
    places = [*range(tables), *([FREE] * (109 - tables))]
    folder = _entry("Root Entry", 5, child=1, start=END, size=0) + _entry(
        "Workbook", 2, child=FREE, start=tables + 1, size=size
    )
    return b"".join([
        head, struct.pack("<109I", *places), struct.pack(f"<{len(chain)}I", *chain),
        folder + _entry("", 0, child=FREE, start=0, size=0) * 2, stream.ljust(count * SECTOR, b"\0"),
    ])  # fmt: skip


def _entry(name: str, kind: int, *, child: int, start: int, size: int) -> bytes:
    text = name.encode("utf-16-le")
    length = len(text) + 2 if name else 0
    return struct.pack(
        "<64sHBBIII16sI16sIQ", text, length, kind, 1, FREE, FREE, child, b"", 0, b"", start, size
    )
