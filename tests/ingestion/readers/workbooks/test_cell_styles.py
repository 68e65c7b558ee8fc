"""The style of a cell is a format and the marks of its font."""

from __future__ import annotations

from gateway.ingestion.readers.shared.xml_trees import tree
from gateway.ingestion.readers.workbooks.cell_styles import cell_styles
from gateway.ingestion.readers.workbooks.sheet_strings import marked

STYLES = b"""<styleSheet xmlns="n"><numFmts><numFmt numFmtId="164" formatCode="0.0 &quot;kg&quot;"/></numFmts>
<fonts><font><b/></font><font><strike/><vertAlign val="superscript"/></font></fonts>
<cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="1"/><xf numFmtId="10" fontId="9"/>
<xf numFmtId="31" fontId="0"/><xf numFmtId="200"><extLst><ext><x:xfComplement xmlns:x="n" i="0"/></ext></extLst></xf></cellXfs></styleSheet>"""


def test_formats_are_those_of_the_file_or_built_in() -> None:
    found = cell_styles(tree(STYLES))
    assert [style.pattern for style in found] == ["", '0.0 "kg"', "0.00%", "yyyy-mm-dd", ""]
    assert [marked("2", style.marks) for style in found] == ["2", "^(~~2~~)", "2", "2", "2"]
    assert [style.is_box for style in found] == [False, False, False, False, True]
    assert cell_styles(tree(b"<styleSheet/>")) == []
