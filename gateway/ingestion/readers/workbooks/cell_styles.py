"""Styles of cells: the number format and the marks of the font, by the number of the style."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.ingestion.readers.workbooks.sheet_strings import mark_of

_DATE, _TIME = "yyyy-mm-dd", "hh:mm:ss"
_BUILT_IN: Mapping[str, str] = {
    "1": "0",
    "2": "0.00",
    "3": "#,##0",
    "4": "#,##0.00",
    "5": '"$"#,##0_);("$"#,##0)',
    "6": '"$"#,##0_);[Red]("$"#,##0)',
    "7": '"$"#,##0.00_);("$"#,##0.00)',
    "8": '"$"#,##0.00_);[Red]("$"#,##0.00)',
    "9": "0%",
    "10": "0.00%",
    "11": "0.00E+00",
    "12": "# ?/?",
    "13": "# ??/??",
    "14": "mm-dd-yy",
    "15": "d-mmm-yy",
    "16": "d-mmm",
    "17": "mmm-yy",
    "18": "h:mm AM/PM",
    "19": "h:mm:ss AM/PM",
    "20": "h:mm",
    "21": "h:mm:ss",
    "22": "m/d/yy h:mm",
    **dict.fromkeys(("27", "28", "29", "30", "31", "36", "50", "51", "52", "53", "54", "57", "58"), _DATE),
    **dict.fromkeys(("32", "33", "34", "35", "55", "56"), _TIME),
    "37": "#,##0_);(#,##0)",
    "38": "#,##0_);[Red](#,##0)",
    "39": "#,##0.00_);(#,##0.00)",
    "40": "#,##0.00_);[Red](#,##0.00)",
    "41": '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
    "42": '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
    "43": '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
    "44": '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
    "45": "mm:ss",
    "46": "[h]:mm:ss",
    "47": "mmss.0",
    "48": "##0.0E+0",
    "49": "@",
}
"""Formats that a file refers to without writing them. The dates of East Asia (27 to 36, 50 to 58) differ by language,
so they are written as ISO 8601."""


class CellStyle(NamedTuple):
    """`marks`: keys of `sheet_strings.MARKS`; `is_box`: a truth value is shown as a box to tick."""

    pattern: str = ""
    marks: tuple[str, ...] = ()
    is_box: bool = False


def cell_styles(root: Element) -> list[CellStyle]:
    """Returns the styles that cells refer to by their numbers."""
    sections = {local(node): node for node in root}
    written = {
        attribute(node, "numFmtId"): attribute(node, "formatCode") for node in sections.get("numFmts", Element(""))
    }
    fonts = [
        tuple(filter(None, (mark_of(local(part), part.get("val")) for part in font)))
        for font in sections.get("fonts", Element(""))
    ]
    found = []
    for style in sections.get("cellXfs", Element("")):
        number, font = attribute(style, "numFmtId"), attribute(style, "fontId")
        marks = fonts[int(font)] if font.isdecimal() and int(font[:9]) < len(fonts) else ()
        is_box = any(local(part) == "xfComplement" for part in style.iter())
        found.append(CellStyle(written.get(number, _BUILT_IN.get(number, "")), marks, is_box))
    return found
