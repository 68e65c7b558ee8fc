"""Formats that are a ZIP file of XML parts: what such a file may hold is checked before anything is unpacked."""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import BrokenXml, elements, first, letters, tree
from gateway.knowledge.documents.origin import StatedOrigin, author_of, origin
from gateway.knowledge.extraction import Unreadable

MOST_UNPACKED = 200 * 1024 * 1024
"""Bytes of all parts together: a small archive can hold a thousand times its size."""
MOST_PARTS = 10_000
MOST_OF_A_PART = 60 * 1024 * 1024
"""Bytes of one part of XML: as a tree it takes several times as much."""
LARGEST_PROPERTIES = 1 << 20
"""Bytes of the part that states who wrote the file and when."""
OLE = b"\xd0\xcf\x11\xe0"
"""How older Office files begin, and newer ones with a password."""
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_MAIN = "officeDocument"
_PIECE = 1 << 16
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError)


class Package:
    """An opened file. Parts are found by name in the archive alone: no name leads to the disk. Raises `Unreadable`.

    called: the kind that the file should be, for sentences: `a presentation`.
    needed: the part without which it is none, unless `_rels/.rels` names another part as the main one.
    old: the format of older files, and what to save them as.
    """

    def __init__(
        self, data: bytes, called: str, needed: str, old: str = "an old Office format; save it in the new format"
    ) -> None:
        self._called = called
        if data.startswith(OLE):
            raise Unreadable(f"is encrypted, or of {old} without a password.")
        try:
            self._archive = zipfile.ZipFile(BytesIO(data))
            parts = self._archive.infolist()
        except _BROKEN:
            raise self.damaged() from None
        if any(part.flag_bits & 1 for part in parts):
            raise Unreadable("is encrypted; save it without a password and send it again.")
        # A part never unpacks to more than it declares; what it declares can be checked before anything is unpacked.
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise Unreadable(f"unpacks to more than {MOST_UNPACKED // 1_048_576} MB; remove its pictures or split it.")
        self._parts = {_folded(part.filename): part for part in parts} | {part.filename: part for part in parts}
        self.main = next((name for kind, name in self.related("").values() if kind == _MAIN and name in self), needed)
        """The name of the main part."""
        if self.main not in self:
            raise Unreadable(f"is a ZIP file, but not {called}.")

    def __contains__(self, name: str) -> bool:
        return self._part(name) is not None

    def _part(self, name: str) -> zipfile.ZipInfo | None:
        return self._parts.get(name) or self._parts.get(_folded(name))

    def names(self, *ends: str) -> list[str]:
        """Returns the names of the parts that begin or end so, with slashes."""
        names = (part.filename.replace("\\", "/").lstrip("/") for part in self._archive.infolist())
        return [name for name in names if name.startswith(ends) or name.endswith(ends)]

    def damaged(self) -> Unreadable:
        return Unreadable(f"is damaged: it cannot be opened as {self._called}.")

    def read(self, name: str) -> bytes:
        """Returns the bytes of a part; empty ones of a part that is not there."""
        part = self._part(name)
        if part is not None and part.file_size > MOST_OF_A_PART:
            raise Unreadable(f"has a part of more than {MOST_OF_A_PART // 1_048_576} MB; split it.")
        return b"".join(self._pieces(name, MOST_OF_A_PART))

    def _pieces(self, name: str, size: int) -> Iterator[bytes]:
        """Yields the bytes of a part, at most `size` of them at a time."""
        part = self._part(name)
        if part is None:
            return
        try:
            with self._archive.open(part) as opened:
                while piece := opened.read(size):
                    yield piece
        except _BROKEN:
            raise self.damaged() from None

    def elements(self, name: str, level: int) -> Iterator[Element]:
        """Yields the elements of one level of a part of XML, of which only one is in memory; the root has level 0."""
        try:
            yield from elements(self._pieces(name, _PIECE), level)
        except BrokenXml:
            raise self.damaged() from None

    def tree(self, name: str) -> Element:
        """Returns a part of XML as a tree; an empty element for a part that is not there."""
        data = self.read(name)
        try:
            return tree(data) if data.strip() else Element("")
        except BrokenXml:
            raise self.damaged() from None

    def first_words(self, name: str, tag: str) -> str:
        """Returns the text of the first element of this name (without its namespace) in a part; empty without it, or
        if the part is damaged."""
        with suppress(Unreadable):
            return letters(first(self.tree(name), tag))
        return ""

    def origin(self) -> StatedOrigin:
        """Returns what the properties of an Office or OpenDocument file state; nothing if they are damaged."""
        core = next(
            (name for kind, name in self.related("").values() if kind == "core-properties"), "docProps/core.xml"
        )
        stated: dict[str, str] = {}
        with suppress(Unreadable):
            for name in (core, "meta.xml", "docProps/app.xml"):
                part = self._part(name)
                for node in self.tree(name).iter() if part and part.file_size <= LARGEST_PROPERTIES else ():
                    stated.setdefault(node.tag.rpartition("}")[2], " ".join((node.text or "")[:1000].split()))
        # `date` and `creator` of OpenDocument files are those of the last change.
        dates = [stated.get(name) for name in ("modified", "date", "created", "creation-date")]
        authors = (stated.get(name, "") for name in ("initial-creator", "creator", "lastModifiedBy"))
        programs = [stated.get(name, "") for name in ("Application", "generator")]
        return origin("properties", dates, next((name for name in authors if author_of(name, programs)), ""), programs)

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """Returns, by id, the last word of the kind and the name of each part that an Office part names."""
        folder, file = posixpath.split(name.replace("\\", "/"))
        found = {}
        for relation in self.tree(f"{folder}/_rels/{file}.rels").iter(_RELATIONS):
            if relation.get("TargetMode") != "External":
                kind = relation.get("Type", "").rpartition("/")[2]
                found[relation.get("Id", "")] = kind, inside(folder, relation.get("Target", ""))
        return found

    def parts(self, name: str, *kinds: str) -> list[str]:
        """Returns the names of the parts of these kinds that an Office part names."""
        return [part for kind, part in self.related(name).values() if kind in kinds]


def relation(node: Element, name: str = "id") -> str:
    """Returns the id of the related part that an element names; it may have another attribute of the same name."""
    return next((value for key, value in node.attrib.items() if key.endswith(f"relationships}}{name}")), "")


def inside(folder: str, target: str) -> str:
    """Returns the name of a part from how another one in a folder names it."""
    path = unquote(target.partition("#")[0]).replace("\\", "/")
    return posixpath.normpath(path.lstrip("/") if path.startswith("/") else posixpath.join(folder, path))


def _folded(name: str) -> str:
    """Returns the name of a part as every program understands it: some write backslashes or other capitals."""
    return name.replace("\\", "/").removeprefix("./").lstrip("/").lower()
