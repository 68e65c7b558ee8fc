"""Comments of reviewers, as passages of their own below the text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html import read_html

_CALLED, _NOBODY = "Comment by {}", "a reviewer"
_LONGEST_QUOTATION = 300
"""Characters of the commented text."""


class ReviewComment(NamedTuple):
    """A comment: who wrote it, its blocks of HTML, and the commented text."""

    author: str
    html: str
    quoted: str = ""


def with_comments(text: str, comments: Iterable[ReviewComment], omissions: Omissions, notes: Iterable[str] = ()) -> str:
    """Returns a Markdown text with its notes, a list of HTML, and then the comments below it."""
    listed = "".join(f"<li>{note}</li>" for note in notes)
    blocks = [text, read_html(f"<body><ol>{listed}</ol></body>", omissions).text if listed else ""]
    for comment in comments:
        written = read_html(f"<body>{comment.html}</body>", omissions).text
        quoted = " ".join(comment.quoted.split())
        shown = quoted if len(quoted) <= _LONGEST_QUOTATION else f"{quoted[:_LONGEST_QUOTATION]}…"
        if written:
            author = " ".join(comment.author.split()) or _NOBODY
            blocks += [f"## {_CALLED.format(author)}", f"> {shown}" if shown else "", written]
    return "\n\n".join(filter(None, blocks))


def paragraphs(text: str) -> str:
    """Returns plain text as HTML: each line a paragraph."""
    return "".join(f"<p>{escape(line)}</p>" for line in text.split("\n"))
