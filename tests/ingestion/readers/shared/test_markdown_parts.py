"""Parts of documents below headings."""

from gateway.ingestion.readers.shared.markdown_parts import cell, fenced, lowered, row


def test_headings_go_deeper_and_code_stays() -> None:
    text = "# A\n\n```sh\n# remark\n```\n\n###### F\n\n#tag\n\n~~~\n# x\n```\n# y\n~~~\n## B"
    assert lowered(text) == "## A\n\n```sh\n# remark\n```\n\n###### F\n\n#tag\n\n~~~\n# x\n```\n# y\n~~~\n### B"
    assert lowered("# A", 2) == "### A"


def test_a_cell_stays_on_its_line_and_in_its_column() -> None:
    assert row([cell(" a\n b"), cell("x|y")]) == "| a b | x\\|y |"


def test_code_cannot_close_its_fence() -> None:
    assert fenced("x\n````\ny\n", "python") == "`````python\nx\n````\ny\n`````"
    assert fenced("x") == "```\nx\n```"
