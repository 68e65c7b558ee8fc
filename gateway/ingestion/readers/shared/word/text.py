"""The text of a Word file as HTML: what its pages show, with the changes accepted that reviewers proposed."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from html import escape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.html_blocks import HtmlCell, table_html
from gateway.ingestion.readers.shared.packages import Package, relation
from gateway.ingestion.readers.shared.review_comments import MOST_QUOTED
from gateway.ingestion.readers.shared.styled_runs import StyledRun, as_html, as_text
from gateway.ingestion.readers.shared.symbols import shown_in, sign
from gateway.ingestion.readers.shared.word.drawings import chart_html, diagram_html, drawn_paragraphs
from gateway.ingestion.readers.shared.word.fields import Fields
from gateway.ingestion.readers.shared.word.hiding import Hiding
from gateway.ingestion.readers.shared.word.lines import HtmlLine, WordBlocks, run_of
from gateway.ingestion.readers.shared.word.numbering import Numbering
from gateway.ingestion.readers.shared.word.office_math import linear
from gateway.ingestion.readers.shared.word.styles import Properties, Styles, is_on, properties_of
from gateway.ingestion.readers.shared.word.wrappers import DELETED, Wrappers
from gateway.ingestion.readers.shared.xml_trees import attribute, child, local, whole_number
from gateway.knowledge.documents.omissions import Omissions

_LETTERS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}
_LONGEST_HEADING = 300
"""Characters; lawyers give the style of a heading to whole clauses."""
_MOST_OPEN = 30
"""Comments on one text."""


class WordText:
    """Writes the parts of a Word file as HTML.

    embedded: returns the Markdown of a file inside the Word file by its name and bytes; None if it cannot be read.
    notes: the numbers of footnotes and endnotes by part and id, in the order of their marks.
    quotes: the beginning of the text that each comment is about, by the id of the comment.
    """

    def __init__(self, package: Package, omissions: Omissions, embedded: Callable[[str, bytes], str | None]) -> None:
        self._package, self._omissions, self._embedded = package, omissions, embedded
        self._related = package.related(package.main)
        self._styles = Styles(package.tree(self.part("styles")))
        self._numbering = Numbering(package.tree(self.part("numbering")), self._styles)
        heads = map(package.read, package.parts(package.main, "header"))
        has_background = any(b'behindDoc="1"' in head or b"z-index:-" in head for head in heads)
        has_background |= child(package.tree(self.part("settings")), "displayBackgroundShape") is not None
        self._hiding = Hiding(omissions, has_background=has_background)
        self._fields = Fields()
        self._wrappers = Wrappers()
        self.notes: dict[tuple[str, str], int] = {}
        self.quotes: dict[str, str] = {}
        self._quoted: set[str] = set()

    def part(self, kind: str) -> str:
        """Returns the name of the part of a kind, such as `styles`."""
        usual = posixpath.join(posixpath.dirname(self._package.main), f"{kind}.xml")
        return next((name for found, name in self._related.values() if found == kind), usual)

    def blocks(self, node: Element, *, is_cell: bool = False) -> WordBlocks:
        """Returns the blocks of a part, a cell or a text box."""
        blocks = WordBlocks(is_cell=is_cell)
        self.add(node, blocks)
        self.finish(blocks)
        return blocks

    def add(self, node: Element, blocks: WordBlocks) -> None:
        """Adds what an element contains, or the element itself if it is a block."""
        blocks.is_begun = True
        for part in self._wrappers.unwrapped(node):
            self._block(part, blocks)

    def finish(self, blocks: WordBlocks) -> None:
        if blocks.pending:
            self._write(blocks.pending, "", {}, is_counted=False, blocks=blocks)
            blocks.pending = None

    def notes_html(self) -> str:
        """Returns the notes that the text refers to as a list, in the order of their marks."""
        found: dict[int, str] = {}
        for kind in sorted({kind for kind, _ in self.notes}):
            for node in self._package.elements(self.part(kind), 1) if self.part(kind) in self._package else ():
                if number := self.notes.get((kind, attribute(node, "id"))):
                    found[number] = self.blocks(node).html(inside=True)
        items = "".join(f"<li>{found.get(number, '')}</li>" for number in self.notes.values())
        return f"<ol>{items}</ol>" if items else ""

    def _block(self, node: Element, blocks: WordBlocks) -> None:
        name = local(node)
        if name == "p":
            self._paragraph(node, blocks)
        elif name == "tbl":
            blocks.add(self._table(node))
        elif name in ("oMath", "oMathPara"):
            blocks.add(f"<p>{escape(linear(node))}</p>")
        elif name == "altChunk":
            self._chunk(node, blocks)
        elif name in ("commentRangeStart", "commentRangeEnd"):
            self._quote(node)
        elif not name.endswith("Pr") and name not in DELETED:
            for part in self._wrappers.children(node):
                self._block(part, blocks)

    def _paragraph(self, node: Element, blocks: WordBlocks) -> None:
        properties = child(node, "pPr")
        own = properties_of(properties)
        style = own.get("pStyle", "")
        mark = properties_of(child(properties, "rPr"))
        line = blocks.pending or HtmlLine()
        blocks.pending = None
        with self._hiding.background(own.get("shd") or self._styles.paragraph(style).get("shd", "")):
            self._inline(node, line, style)
        self._fields.end_paragraph()
        if "deleted" in mark or "continues" in own:
            blocks.pending = line
            return
        is_hidden = is_on(self._styles.run(style, "", mark).get("vanish", "")) and not self._omissions.read_hidden
        self._write(line, style, own, is_counted=not is_hidden, blocks=blocks)

    def _write(self, line: HtmlLine, style: str, own: Properties, *, is_counted: bool, blocks: WordBlocks) -> None:
        """Writes a paragraph as a heading, as an item of a list or as text. `is_counted`: whether it has a number even
        if it is empty."""
        html, boxes = as_html(line.runs, self._omissions), "".join(line.boxes)
        is_empty = not html.replace("<br>", "").strip()
        of_style = self._styles.paragraph(style)
        number, level = self._numbering.of(own, of_style)
        marker = self._numbering.next(number, level) if number and (is_counted or not is_empty) else None
        shown = escape(marker.text) + ("" if marker.is_close else " ") if marker and marker.text else ""
        if is_empty:
            is_number = blocks.is_cell and marker is not None and not marker.is_bullet
            blocks.add(f"<p>{shown}</p>{boxes}" if is_number else boxes)
            return
        heading = self._styles.heading(style, own.get("outlineLvl") or of_style.get("outlineLvl", ""))
        if heading and not blocks.is_cell and len(html) <= _LONGEST_HEADING:
            blocks.add(f"<h{heading}>{shown}{html}</h{heading}>{boxes}")
        elif marker and marker.is_bullet:
            blocks.item(level, "", f"{shown}{html}{boxes}")
        elif marker and not marker.text:
            blocks.go_on(level, html + boxes)
        elif marker and not marker.is_close:
            blocks.item(level, marker.text, html + boxes)
        else:
            blocks.add(f"<p>{shown}{html}</p>{boxes}")

    def _inline(self, node: Element, line: HtmlLine, style: str) -> None:
        for part in self._wrappers.children(node):
            name = local(part)
            if name == "r":
                self._run(part, line, style)
            elif name == "fldSimple":
                self._fields.begin(attribute(part, "instr"))
                self._inline(part, line, style)
                self._say(line, self._fields.end())
            elif name in ("oMath", "oMathPara"):
                self._say(line, linear(part).strip())
            elif name in ("commentRangeStart", "commentRangeEnd"):
                self._quote(part)
            elif not name.endswith("Pr"):
                self._inline(part, line, style)

    def _run(self, node: Element, line: HtmlLine, style: str) -> None:
        own = properties_of(child(node, "rPr"))
        properties = self._styles.run(style, own.get("rStyle", ""), own)
        with self._hiding.text(properties):
            self._parts(node, line, properties)

    def _parts(self, node: Element, line: HtmlLine, properties: Properties) -> None:
        font = properties.get("font", "")
        for part in self._wrappers.children(node):
            name = local(part)
            if name == "t":
                self._say(line, shown_in(font, (part.text or "").replace("\n", " ")), properties)
            elif name in _LETTERS:
                self._say(line, _LETTERS[name], properties)
            elif name == "sym":
                self._say(line, sign(part), properties)
            elif name in ("footnoteReference", "endnoteReference"):
                note = name.replace("Reference", "s"), attribute(part, "id")
                if not self._fields.are_instructions and not self._leaves_out(line):
                    self._say(line, f"[{self.notes.setdefault(note, len(self.notes) + 1)}]")
                if is_on(attribute(part, "customMarkFollows")):
                    return
            elif name == "fldChar":
                self._say(line, self._fields.mark(part), properties)
            elif name == "instrText":
                self._fields.instruct(part.text or "")
            elif name == "ruby":
                self._ruby(part, line, properties)
            elif name == "object":
                self._object(part, line)
            elif name in ("drawing", "pict") and not self._leaves_out(line):
                self._drawing(part, line)

    def _say(self, line: HtmlLine, text: str, properties: Properties | None = None) -> None:
        """Adds text to a line, unless it belongs to an instruction or is hidden."""
        if not text or self._fields.are_instructions or self._leaves_out(line, text):
            return
        self._fields.shown()
        text = self._wrappers.boxed(text)
        line.runs.append(run_of(text, properties or {}))
        for name in self._quoted:
            if len(self.quotes[name]) <= MOST_QUOTED:
                self.quotes[name] += text[:MOST_QUOTED]

    def _leaves_out(self, line: HtmlLine, text: str = ".") -> bool:
        """Tells whether something is hidden and left out; its line counts it."""
        is_left_out = bool(self._hiding.kind) and not self._omissions.read_hidden
        if is_left_out:
            line.runs.append(StyledRun(text, concealed=self._hiding.kind))
        return is_left_out

    def _quote(self, node: Element) -> None:
        """Begins or ends the text that a comment is about."""
        name = attribute(node, "id")
        if local(node) == "commentRangeEnd":
            self._quoted.discard(name)
        elif len(self._quoted) < _MOST_OPEN:
            self._quoted.add(name)
            self.quotes.setdefault(name, "")

    def _ruby(self, node: Element, line: HtmlLine, properties: Properties) -> None:
        base, reading = child(node, "rubyBase"), child(node, "rt")
        for part, signs in ((base, ("", "")), (reading, ("(", ")"))):
            inner = HtmlLine()
            for run in self._wrappers.children(part) if part is not None else ():
                self._parts(run, inner, properties)
            if text := as_text(inner.runs, self._omissions):
                line.runs.append(StyledRun(signs[0] + text + signs[1]))

    def _object(self, node: Element, line: HtmlLine) -> None:
        program = child(node, "OLEObject")
        if child(node, "control") is not None:
            self._omissions.lost("form_field")
        elif program is not None:
            self._omissions.lost("formula" if attribute(program, "ProgID").startswith("Equation") else "object")
        else:
            self._drawing(node, line)

    def _drawing(self, node: Element, line: HtmlLine) -> None:
        """Adds the text of shapes, charts and diagrams; pictures are counted."""
        for part in self._wrappers.children(node):
            name = local(part)
            if self._hiding.is_hidden_shape(part):
                continue
            if name == "txbxContent":
                with self._hiding.background("?"):
                    line.boxes.append(self.blocks(part).html(inside=True))
            elif name == "txBody":
                line.boxes += [f"<p>{escape(text)}</p>" for text in drawn_paragraphs(part) if text]
            elif name in ("pic", "imagedata"):
                self._omissions.lost("picture")
            elif name == "textpath":
                line.boxes.append(f"<p>{escape(attribute(part, 'string'))}</p>")
            elif name in ("chart", "relIds"):
                is_chart = name == "chart"
                root = self._package.tree(self._part_of(part, "id" if is_chart else "dm"))
                html = chart_html(root) if is_chart else diagram_html(root)
                line.boxes.append(html)
                if "<t" not in html and "<li" not in html:
                    self._omissions.lost("chart" if is_chart else "picture")
            else:
                self._drawing(part, line)

    def _part_of(self, node: Element, name: str = "id") -> str:
        """Returns the name of the part that an element refers to."""
        return self._related.get(relation(node, name), ("", ""))[1]

    def _chunk(self, node: Element, blocks: WordBlocks) -> None:
        name = self._part_of(node)
        data = self._package.read(name) if name in self._package else b""
        text = self._embedded(name, data) if data else None
        if text is None:
            self._omissions.lost("object")
        else:
            paragraphs = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text.split("\n\n"))
            blocks.add(text, paragraphs, is_markdown=True)

    def _table(self, node: Element) -> str:
        properties = child(node, "tblPr")
        style = attribute(child(properties, "tblStyle"), "val")
        is_shaded = child(properties, "shd") is not None or self._styles.is_shaded(style)
        rows: list[list[HtmlCell]] = []
        heads: set[int] = set()
        with self._hiding.background("?" if is_shaded else ""):
            for row in self._wrappers.children(node):
                stated = child(row, "trPr")
                if local(row) != "tr" or child(stated, "del") is not None:
                    continue
                hidden = child(stated, "hidden")
                is_hidden = hidden is not None and is_on(attribute(hidden, "val") or "on")
                if not (is_hidden and self._omissions.hides("hidden_row")):
                    heads |= {len(rows)} if child(stated, "tblHeader") is not None else set()
                    rows.append(list(self._cells(row, stated)))
        return table_html(rows, heads)

    def _cells(self, row: Element, stated: Element | None) -> Iterator[HtmlCell]:
        if before := whole_number(child(stated, "gridBefore"), "val", 0):
            yield HtmlCell("", min(before, 100))
        for node in self._wrappers.children(row):
            properties = child(node, "tcPr")
            if local(node) != "tc" or child(properties, "cellDel") is not None:
                continue
            across, down = whole_number(child(properties, "gridSpan"), "val"), child(properties, "vMerge")
            goes_on = down is not None and attribute(down, "val") != "restart"
            with self._hiding.background(properties_of(properties).get("shd", "")):
                html = "" if goes_on else self.blocks(node, is_cell=True).html(inside=True)
            yield HtmlCell(html, max(1, min(across, 100)), goes_on=goes_on)
