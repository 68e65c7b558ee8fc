"""Comments on slides of PowerPoint: those of older files, and modern ones with replies."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.review_comments import ReviewComment, paragraphs
from gateway.ingestion.readers.shared.xml_trees import attribute, local


class SlideComments:
    """`main`: the part of the presentation, which names its authors."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        self._authors: dict[str, str] = {}
        for kind, name in package.related(main).values():
            if kind in ("commentAuthors", "authors"):
                for node in package.tree(name).iter():
                    if local(node) in ("cmAuthor", "author"):
                        self._authors[attribute(node, "id")] = attribute(node, "name")

    def of(self, related: dict[str, tuple[str, str]]) -> list[ReviewComment]:
        """Returns the comments on a slide. `related`: the parts that it names."""
        parts = [name for kind, name in related.values() if kind == "comments"]
        return [comment for name in parts for comment in self._comments(self._package.tree(name))]

    def _comments(self, tree: Element) -> Iterator[ReviewComment]:
        for node in tree.iter():
            if local(node) in ("cm", "reply"):
                text = "\n".join(_lines(node))
                yield ReviewComment(self._authors.get(attribute(node, "authorId"), ""), paragraphs(text))


def _lines(comment: Element) -> Iterator[str]:
    """Yields the lines of a comment, without those of its replies."""
    for node in comment:
        if local(node) == "text":
            yield node.text or ""
        elif local(node) == "txBody":
            for line in node.iter():
                if local(line) == "p":
                    yield "".join(part.text or "" for part in line.iter() if local(part) == "t")
