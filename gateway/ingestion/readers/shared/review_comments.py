"""Comments of reviewers, as passages of their own below the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html import read_html

_AUTHORS = {"person": "person", "authors": "author", "commentAuthors": "cmAuthor"}
"""Elements that name an author, by the kinds of the parts that list them."""
MOST_QUOTED = 300
"""Characters of the commented text."""


@dataclass(slots=True)
class ReviewComment:
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
        blocks.append(comment_text(comment.author, comment.quoted, written) if written else "")
    return "\n\n".join(filter(None, blocks))


def comment_text(author: str, quoted: str, written: str) -> str:
    """Returns a comment as Markdown: who wrote it, the beginning of the commented text, what it says as Markdown."""
    quoted = " ".join(quoted.split())
    shown = quoted if len(quoted) <= MOST_QUOTED else f"{quoted[:MOST_QUOTED]}…"
    heading = f"## Comment by {' '.join(author.split()) or 'a reviewer'}"
    return "\n\n".join(filter(None, [heading, shown and f"> {shown}", written]))


def authors_of(package: Package) -> dict[str, str]:
    """Returns the names of those who wrote comments on an Office file, by their ids."""
    parts = map(package.tree, package.parts(package.main, *_AUTHORS))
    persons = (node for part in parts for node in part.iter() if local(node) in _AUTHORS.values())
    return {attribute(node, "id"): attribute(node, "displayName") or attribute(node, "name") for node in persons}


def paragraphs(text: str) -> str:
    """Returns plain text as HTML: each line a paragraph."""
    return "".join(f"<p>{escape(line)}</p>" for line in text.split("\n"))
