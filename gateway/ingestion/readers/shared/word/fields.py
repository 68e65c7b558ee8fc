"""Fields of Word files: their results are text, their instructions are not. A few have no result but their data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.symbols import symbol
from gateway.ingestion.readers.shared.word.styles import is_on
from gateway.ingestion.readers.shared.xml_trees import attribute, child, local, whole_number
from gateway.knowledge.formats.inline_marks import box

_DEEPEST = 50
"""Fields inside each other."""
_LONGEST = 2000
"""Characters of an instruction that are read."""
_READING = re.compile(
    r"\\o(?:\\[a-z]{1,3})?\s?+\(\\s\\up\s?+\d{1,3}\s?+\(([^()]{0,200})\)\s?+[,;]([^()]{0,200})\)", re.IGNORECASE
)
_FRACTION = re.compile(r"\\f\s?+\(([^(),;]{0,200})[,;]([^()]{0,200})\)", re.IGNORECASE)
_SWITCH = re.compile(r"\\\*\s?+(?:\"[^\"]{0,200}\"|\S{1,100})|\\[a-z]{1,4}(?: ?\d{1,3})?+", re.IGNORECASE)
_SYMBOL = re.compile(r"SYMBOL\s++(?:0x([0-9a-f]{1,4})|(\d{1,5}))(?:.{0,50}?\\f\s++\"?([\w ]{1,40}))?", re.IGNORECASE)


@dataclass(slots=True)
class _Field:
    """`shows`: its result has begun. `has_result`: some text was in it. `data`: of a field of a form."""

    instruction: str = ""
    shows: bool = False
    has_result: bool = False
    data: Element | None = None


@dataclass(slots=True)
class Fields:
    """The open fields, outermost first."""

    _open: list[_Field] = field(default_factory=list)

    @property
    def are_instructions(self) -> bool:
        """Whether text is part of an instruction."""
        return any(not each.shows for each in self._open)

    def shown(self) -> None:
        """Notes that the open fields have a result."""
        for each in self._open:
            each.has_result = True

    def mark(self, node: Element) -> str:
        """Opens or closes a field. Returns the text of a field that ends without a result."""
        kind = attribute(node, "fldCharType")
        if kind == "begin" and len(self._open) < _DEEPEST:
            self._open.append(_Field(data=child(node, "ffData")))
        elif kind == "separate" and self._open:
            self._open[-1].shows = True
        elif kind == "end" and self._open:
            ended = self._open.pop()
            if not ended.has_result:
                return result_of(ended.instruction) if ended.data is None else _of_form(ended.data)
        return ""

    def instruct(self, text: str) -> None:
        if self._open and len(self._open[-1].instruction) < _LONGEST:
            self._open[-1].instruction += text[:_LONGEST]

    def begin(self, instruction: str) -> None:
        """Opens a field whose result follows."""
        if len(self._open) < _DEEPEST:
            self._open.append(_Field(instruction[:_LONGEST], shows=True))

    def end(self) -> str:
        return self.mark(Element("", fldCharType="end"))

    def end_paragraph(self) -> None:
        """Closes fields without a result: a file that lost the end of a field would lose the rest of its text."""
        while self.are_instructions:
            self._open.pop()


def result_of(instruction: str) -> str:
    """Returns what a field shows that has no stored result; empty for most kinds."""
    instruction = instruction[:_LONGEST].strip()
    name, _, rest = instruction.partition(" ")
    if name.upper() == "SYMBOL" and (found := _SYMBOL.match(instruction)):
        return symbol(found[3] or "", int(found[1], 16) if found[1] else int(found[2]) % 0x10000)
    if name.upper() in ("MACROBUTTON", "GOTOBUTTON"):
        return rest.strip().partition(" ")[2]
    if name.upper() == "EQ":
        text = _FRACTION.sub(r"\1/\2", _READING.sub(r"\2(\1)", rest))
        return " ".join(_SWITCH.sub("", text).split())
    return ""


def _of_form(data: Element) -> str:
    """Returns whether a box is ticked, or the chosen entry of a list."""
    for part in data:
        if local(part) == "checkBox":
            stated = child(part, "checked")
            stated = child(part, "default") if stated is None else stated
            return box(stated is not None and is_on(attribute(stated, "val") or "on"))
        if local(part) == "ddList":
            entries = [attribute(entry, "val") for entry in part if local(entry) == "listEntry"]
            number = whole_number(child(part, "result"), "val", whole_number(child(part, "default"), "val", 0))
            return entries[number] if number < len(entries) else ""
    return ""
