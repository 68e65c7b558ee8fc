"""Files of many formats, made on the spot: PDF by reportlab, Word by hand, and broken ones."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

from reportlab.lib import pdfencrypt
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen import canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageBreak, PageTemplate, Paragraph, Spacer

WIDTH, HEIGHT = A4
BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=10, leading=12, alignment=TA_JUSTIFY, spaceAfter=6)
HEAD = ParagraphStyle("head", fontName="Helvetica-Bold", fontSize=14, leading=17, spaceBefore=8, spaceAfter=4)


def pdf(
    story: Sequence[str], *, columns: int = 1, head: str = "", title: str = "", encrypt: str | None = None
) -> bytes:
    """A PDF of paragraphs; `# text` is a heading, `---` a new page. Pages are numbered at their foot."""

    def edges(page: canvas.Canvas, document: BaseDocTemplate) -> None:
        page.setFont("Helvetica", 8)
        if head:
            page.drawString(72, HEIGHT - 40, head)
            page.drawCentredString(WIDTH / 2, 30, f"Page {document.page}")

    out = io.BytesIO()
    gap = 24
    width = (WIDTH - 144 - gap * (columns - 1)) / columns
    frames = [Frame(72 + n * (width + gap), 72, width, HEIGHT - 144, 0, 0, 0, 0) for n in range(columns)]
    document = BaseDocTemplate(
        out, pagesize=A4, title=title, invariant=1, encrypt=encrypt and pdfencrypt.StandardEncryption(encrypt)
    )
    document.addPageTemplates([PageTemplate("all", frames, onPage=edges)])
    flowables = []
    for text in story:
        if text == "---":
            flowables.append(PageBreak())
        elif text.startswith("# "):
            flowables.append(Paragraph(text[2:], HEAD))
        else:
            flowables.append(Paragraph(text, BODY))
    document.build(flowables or [Spacer(1, 1)])
    return out.getvalue()


def drawn(*pages: Sequence[tuple[float, float, str]], size: float = 10, rotate: int = 0) -> bytes:
    """A PDF of strings at places, in points from the bottom left; a page without strings holds only a picture."""
    out = io.BytesIO()
    paper = canvas.Canvas(out, pagesize=A4, invariant=1)
    for strings in pages:
        paper.setFont("Helvetica", size)
        if not strings:
            paper.rect(100, 100, 200, 200, fill=1)
        for x, y, text in strings:
            if rotate:
                paper.saveState()
                paper.translate(x, y)
                paper.rotate(rotate)
                paper.drawString(0, 0, text)
                paper.restoreState()
            else:
                paper.drawString(x, y, text)
        paper.showPage()
    paper.save()
    return out.getvalue()


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_STYLES = f"""<w:styles {_W}>
<w:style w:type="paragraph" w:styleId="Titre"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Titre2"><w:name w:val="heading 2"/></w:style></w:styles>"""
_NUMBERING = f"""<w:numbering {_W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl>
</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"""
_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>"""
_RELS = """<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
</Relationships>"""
_PARTS = """<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>
<Relationship Id="n" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/>
<Relationship Id="f" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/>
</Relationships>"""


def p(text: str, style: str = "", *, item: bool = False, note: int | None = None) -> str:
    """A paragraph of a Word file."""
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if item:
        properties += '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    mark = f'<w:r><w:footnoteReference w:id="{note}"/></w:r>' if note else ""
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r>{mark}</w:p>"


def table(*rows: Sequence[str]) -> str:
    cells = ("".join(f"<w:tc>{p(cell)}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def docx(body: str, *, footnote: str = "", title: str = "", **parts: bytes) -> bytes:
    """A Word file; `parts` are further files in it, `__` for `/`."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _RELS)
        archive.writestr("word/_rels/document.xml.rels", _PARTS)
        archive.writestr("word/styles.xml", _STYLES)
        archive.writestr("word/numbering.xml", _NUMBERING)
        notes = f'<w:footnote w:id="2">{p(footnote)}</w:footnote>' if footnote else ""
        archive.writestr("word/footnotes.xml", f"<w:footnotes {_W}>{notes}</w:footnotes>")
        archive.writestr("word/document.xml", f"<w:document {_W}><w:body>{body}</w:body></w:document>")
        if title:
            core = 'xmlns:cp="x" xmlns:dc="http://purl.org/dc/elements/1.1/"'
            archive.writestr(
                "docProps/core.xml", f"<cp:coreProperties {core}><dc:title>{title}</dc:title></cp:coreProperties>"
            )
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()
