"""XML as a tree, without entities: what a document declares is never replaced, so a few lines stay a few lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError, ParserCreate

Watcher = Callable[[Element], None]
DEEPEST = 400
"""Levels of elements; readers walk down them."""


class BrokenXml(Exception):
    """This is no XML that can be read: broken, nested too deeply, or with entities of its own."""


def tree(data: bytes, started: Watcher | None = None, ended: Watcher | None = None) -> Element:
    """Returns the root of a document; names have their namespace in front, as `{namespace}name`. Raises `BrokenXml`.

    started: is called with each element when only its attributes are known.
    ended: is called with each complete element, and may clear it, so that a long document needs little memory.
    """
    return next(elements((data,), 0, started, ended))


def elements(
    pieces: Iterable[bytes], level: int, started: Watcher | None = None, ended: Watcher | None = None
) -> Iterator[Element]:
    """Yields the elements of one level of a document in their order; the root has level 0. Only one of them is in
    memory. Raises `BrokenXml`."""
    parser, builder = ParserCreate(namespace_separator="}"), TreeBuilder()
    names: dict[str, str] = {}
    found: list[Element] = []
    depth = 0

    def full(name: str) -> str:
        return names.get(name) or names.setdefault(name, "{" + name if "}" in name else name)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, builder
        if depth == level:
            builder = TreeBuilder()
        if depth >= level:
            if "}" in "".join(attributes):
                attributes = {full(key): value for key, value in attributes.items()}
            element = builder.start(full(name), attributes)
            if started is not None:
                started(element)
        depth += 1
        if depth > DEEPEST:
            raise BrokenXml

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        if depth >= level:
            element = builder.end(name)
            if ended is not None:
                ended(element)
        if depth == level:
            found.append(builder.close())

    def text(letters: str) -> None:
        if depth > level:
            builder.data(letters)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = _refuse
    try:
        for piece in pieces:
            parser.Parse(piece)
            yield from found
            found.clear()
        parser.Parse(b"", True)
    except (ExpatError, AssertionError, ValueError, LookupError):
        raise BrokenXml from None


def local(node: Element) -> str:
    """Returns the name of an element without its namespace."""
    return node.tag.rpartition("}")[2]


def attribute(node: Element | None, name: str) -> str:
    """Returns an attribute by its name without a namespace; empty where there is none, or no element."""
    if node is not None:
        for key, value in node.attrib.items():
            if key.endswith(name) and key.rpartition("}")[2] == name:
                return value
    return ""


def whole_number(node: Element | None, name: str, default: int = 1) -> int:
    """Returns an attribute that is a number of at most six digits; the default where there is none."""
    value = attribute(node, name)
    return int(value[:6]) if value.isdecimal() else default


def child(node: Element | None, name: str) -> Element | None:
    """Returns the first child of this name, without its namespace."""
    return None if node is None else next((part for part in node if local(part) == name), None)


def named(node: Element, name: str) -> Iterator[Element]:
    """Yields the element itself and those below it that have this name, without its namespace."""
    return (part for part in node.iter() if local(part) == name)


def first(node: Element, name: str) -> Element:
    """Returns the first of the elements with this name; an empty one without them."""
    return next(named(node, name), Element(""))


def letters(node: Element | None) -> str:
    """Returns all text in an element on one line."""
    return "" if node is None else " ".join("".join(node.itertext()).split())


def _refuse(*declared: object) -> NoReturn:
    raise BrokenXml
