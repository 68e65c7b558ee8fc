"""PDF files made by hand: a page with a font whose letters a map to Unicode names, fields, comments and layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def file_of(objects: Sequence[str]) -> bytes:
    """A PDF of these objects; the first one is the catalog."""
    out = b"%PDF-1.7\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode("latin-1")


def stream(text: str, entries: str = "") -> str:
    return f"<<{entries}/Length {len(text)}>>\nstream\n{text}\nendstream"


def page(
    content: str,
    *,
    annotations: Sequence[str] = (),
    catalog: str = "",
    page_entries: str = "",
    fonts: str = "",
    more: Sequence[str] = (),
) -> bytes:
    """A PDF of one page, 600 points wide and 800 high, with Helvetica as /F and ZapfDingbats as /Z.

    Its annotations are the objects from 10 on, and `more` objects follow them. `catalog`, `page_entries` and `fonts`
    are entries of the dictionaries.
    """
    notes = " ".join(f"{10 + index} 0 R" for index in range(len(annotations)))
    form = f"/AcroForm<</Fields[{notes}]/DR<</Font<</F 5 0 R/Z 6 0 R>>>>>>" if "/Widget" in "".join(annotations) else ""
    return file_of(
        [
            f"<</Type/Catalog/Pages 2 0 R{form}{catalog}>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Annots[{notes}]{page_entries}"
            f"/Resources<</Font<</F 5 0 R/Z 6 0 R{fonts}>>/Properties<</On 7 0 R/Off 8 0 R>>>>>>",
            stream(content),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>",
            "<</Type/OCG/Name(On)>>",
            "<</Type/OCG/Name(Off)>>",
            "null",
            *annotations,
            *more,
        ]
    )


def text_at(x: float, y: float, text: str, size: float = 12, font: str = "F") -> str:
    return f"BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET "


class Script:
    """A font of another script: each glyph is half as wide as the font is large and draws one or more letters."""

    def __init__(self, letters: Iterable[str]) -> None:
        self.codes = {letter: code for code, letter in enumerate(dict.fromkeys(letters), 33)}

    def glyphs(self, x: float, y: float, visual: Iterable[str], size: float = 12) -> str:
        """Draws glyphs from left to right in one piece."""
        return f"BT /S {size} Tf {x} {y} Td <{''.join(f'{self.codes[glyph]:02x}' for glyph in visual)}> Tj ET "

    def one_by_one(self, right: float, y: float, logical: Iterable[str], size: float = 12) -> str:
        """Draws each glyph by itself, the first one at the right."""
        places = (right - (index + 1) * size / 2 for index in range(1000))
        return "".join(self.glyphs(x, y, [glyph], size) for x, glyph in zip(places, logical, strict=False))

    def page(self, content: str, *, annotations: Sequence[str] = ()) -> bytes:
        first, last = 33, 32 + len(self.codes)
        at = 10 + len(annotations)
        font = (
            f"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar {first}/LastChar {last}"
            f"/Widths[{'500 ' * len(self.codes)}]/ToUnicode {at + 1} 0 R>>"
        )
        mapped = "".join(f"<{code:02x}> <{glyph.encode('utf-16-be').hex()}>\n" for glyph, code in self.codes.items())
        cmap = (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
            "1 begincodespacerange <00> <ff> endcodespacerange\n"
            f"{len(self.codes)} beginbfchar\n{mapped}endbfchar endcmap end end"
        )
        return page(content, annotations=annotations, fonts=f"/S {at} 0 R", more=[font, stream(cmap)])
