"""Parts of documents below headings."""

from gateway.ingestion.readers.shared.markdown_parts import lowered


def test_headings_go_deeper_and_code_stays() -> None:
    text = "# A\n\n```sh\n# remark\n```\n\n###### F\n\n#tag\n\n~~~\n# x\n```\n# y\n~~~\n## B"
    assert lowered(text) == "## A\n\n```sh\n# remark\n```\n\n###### F\n\n#tag\n\n~~~\n# x\n```\n# y\n~~~\n### B"
    assert lowered("# A", 2) == "### A"
