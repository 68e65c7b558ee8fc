"""Word files of chosen XML, with every namespace that programs write."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from gateway.ingestion.readers import docx
from gateway.knowledge.documents.omissions import Omissions

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
_MICROSOFT = "http://schemas.microsoft.com/office/word/2010"
SPACES = " ".join(
    f'xmlns:{prefix}="{name}"'
    for prefix, name in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "r": f"{_OFFICE}/relationships",
        "m": f"{_OFFICE}/math",
        "wp": f"{_DRAWING}/wordprocessingDrawing",
        "a": f"{_DRAWING}/main",
        "c": f"{_DRAWING}/chart",
        "dgm": f"{_DRAWING}/diagram",
        "pic": f"{_DRAWING}/picture",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "w14": f"{_MICROSOFT}/wordml",
        "wps": f"{_MICROSOFT}/wordprocessingShape",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """The part that names other parts: kind and name by id."""
    rows = "".join(
        f'<Relationship Id="{key}" Type="{_OFFICE}/relationships/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_RELATIONS}">{rows}</Relationships>'


def word(
    body: str, *, main: str = "document.xml", named: Mapping[str, str] | None = None, **parts: str | bytes
) -> bytes:
    """A Word file. `parts`: the content of `styles`, `numbering`, `footnotes`, `comments`, `settings` by their names.
    `named`: other parts, of which the document names each by its kind: `{"chart:charts/c.xml": "…"}`."""
    others = {key.partition(":")[2]: key.partition(":")[0] for key in named or ()}
    targets = {name: (name, f"{name}.xml") for name in parts} | {
        f"x{number}": (kind, name) for number, (name, kind) in enumerate(others.items())
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", relations({"r": ("officeDocument", f"word/{main}")}))
        archive.writestr(f"word/_rels/{main}.rels", relations(targets))
        archive.writestr(f"word/{main}", f"<w:document {SPACES}><w:body>{body}<w:sectPr/></w:body></w:document>")
        for name, content in parts.items():
            root = name if name in ("styles", "numbering", "footnotes", "endnotes", "comments", "settings") else ""
            text = f"<w:{root} {SPACES}>{content}</w:{root}>" if root and isinstance(content, str) else content
            archive.writestr(f"word/{name}.xml", text)
        for key, name in zip(named or (), others, strict=True):
            archive.writestr(f"word/{name}", (named or {})[key])
    return out.getvalue()


def p(*runs: str, properties: str = "") -> str:
    """A paragraph of runs, each of which is text or XML."""
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(run if run.startswith('<') else r(run) for run in runs)}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run with properties such as `<w:vanish/>`."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def style(
    name: str, *, kind: str = "paragraph", called: str = "", based: str = "", ppr: str = "", rpr: str = ""
) -> str:
    base = f'<w:basedOn w:val="{based}"/>' if based else ""
    return (
        f'<w:style w:type="{kind}" w:styleId="{name}"><w:name w:val="{called or name}"/>{base}'
        f"<w:pPr>{ppr}</w:pPr><w:rPr>{rpr}</w:rPr></w:style>"
    )


def read(data: bytes, omissions: Omissions | None = None) -> str:
    return docx.read(data, omissions or Omissions()).text
