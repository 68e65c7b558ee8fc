"""Styles of cells: the number format and the marks of the font, by the number of the style."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.ingestion.readers.workbooks.sheet_strings import Mark, marks_of

_DATE, _TIME = "yyyy-mm-dd", "hh:mm:ss"
_WRITTEN = {
    0: ("", "0", "0.00", "#,##0", "#,##0.00"),
    5: ('"$"#,##0_);("$"#,##0)',) * 2 + ('"$"#,##0.00_);("$"#,##0.00)',) * 2,
    9: ("0%", "0.00%", "0.00E+00", "# ?/?", "# ??/??", "mm-dd-yy", "d-mmm-yy", "d-mmm", "mmm-yy"),
    18: ("h:mm AM/PM", "h:mm:ss AM/PM", "h:mm", "h:mm:ss", "m/d/yy h:mm"),
    27: (_DATE,) * 5 + (_TIME,) * 4 + (_DATE,),
    37: ("#,##0_);(#,##0)",) * 2 + ("#,##0.00_);(#,##0.00)",) * 2,
    41: ('_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)', '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)'),
    43: ('_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',),
    44: ('_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',),
    45: ("mm:ss", "[h]:mm:ss", "mmss.0", "##0.0E+0", "@"),
    50: (_DATE,) * 5 + (_TIME,) * 2 + (_DATE,) * 2,
}
_BUILT_IN = {str(first + at): pattern for first, some in _WRITTEN.items() for at, pattern in enumerate(some)}
"""Formats that a file refers to without writing them. The dates of East Asia (27 to 36, 50 to 58) differ by language,
so they are written as ISO 8601."""


class CellStyle(NamedTuple):
    """`is_box`: a truth value is shown as a box to tick."""

    pattern: str = ""
    marks: Sequence[Mark] = ()
    is_box: bool = False


def cell_styles(root: Element) -> list[CellStyle]:
    """Returns the styles that cells refer to by their numbers."""
    sections = {local(node): node for node in root}
    formats, fonts, styles = (sections.get(name, Element("")) for name in ("numFmts", "fonts", "cellXfs"))
    patterns = {**_BUILT_IN, **{attribute(node, "numFmtId"): attribute(node, "formatCode") for node in formats}}
    marks = {str(at): marks_of(font) for at, font in enumerate(fonts)}
    return [
        CellStyle(
            patterns.get(attribute(style, "numFmtId"), ""),
            marks.get(attribute(style, "fontId"), ()),
            any(local(part) == "xfComplement" for part in style.iter()),
        )
        for style in styles
    ]
