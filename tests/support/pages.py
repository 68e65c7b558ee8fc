"""Pages of HTML, and what the reader makes of them."""

from __future__ import annotations

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html import read_html


def read(source: str) -> Content:
    return read_html(source, Omissions())


def text_of(source: str) -> str:
    """Returns the text of a page, with one space instead of each run of white space."""
    return " ".join(read(source).text.split())


def left_out(source: str, *, read_hidden: bool = False) -> tuple[str, dict[str, int]]:
    """Returns the text of a page on one line, and how often each kind was left out."""
    omissions = Omissions(read_hidden=read_hidden)
    text = " ".join(read_html(source, omissions).text.split())
    return text, {entry["kind"]: entry["count"] for entry in omissions.left_out}
