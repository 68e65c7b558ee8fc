"""A presentation of OpenDocument of a slide."""

from gateway.knowledge.format_table import ODP
from tests.support.more_files import open_document


def sample(heading: str, sentence: str) -> bytes:
    return open_document(
        ODP,
        '<office:presentation><draw:page><draw:frame presentation:class="title"><draw:text-box>'
        f"<text:p>{heading}</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>{sentence}</text:p>"
        "</draw:text-box></draw:frame></draw:page></office:presentation>",
    )
