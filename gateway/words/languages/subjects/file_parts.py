"""What the parts of files are called in the headings that readers write: slides, rows of a sheet, what came with a
mail."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class FilePartWords(NamedTuple):
    """Patterns for `str.format`."""

    slide: str
    notes: str
    rows: str
    attachment: str


FILE_PARTS: Mapping[str, FilePartWords] = MappingProxyType(
    {
        "en": FilePartWords("Slide {}", "Speaker notes", "Rows {}–{}", "Attachment: {}"),
        "fr": FilePartWords("Diapositive {}", "Notes de l’orateur", "Lignes {} à {}", "Pièce jointe : {}"),
        "zh": FilePartWords("第 {} 张幻灯片", "演讲者备注", "第 {}–{} 行", "附件：{}"),
        "de": FilePartWords("Folie {}", "Notizen", "Zeilen {}–{}", "Anhang: {}"),
        "es": FilePartWords("Diapositiva {}", "Notas del orador", "Filas {}–{}", "Adjunto: {}"),
        "it": FilePartWords("Diapositiva {}", "Note del relatore", "Righe {}–{}", "Allegato: {}"),
        "pt": FilePartWords("Slide {}", "Notas do orador", "Linhas {}–{}", "Anexo: {}"),
        "nl": FilePartWords("Dia {}", "Notities", "Rijen {}–{}", "Bijlage: {}"),
        "ru": FilePartWords("Слайд {}", "Заметки докладчика", "Строки {}–{}", "Вложение: {}"),
        "ja": FilePartWords("スライド {}", "発表者ノート", "{}～{} 行目", "添付ファイル：{}"),
        "ko": FilePartWords("슬라이드 {}", "발표자 노트", "{}–{}행", "첨부 파일: {}"),
        "ar": FilePartWords("الشريحة {}", "ملاحظات المتحدث", "الصفوف {}–{}", "مرفق: {}"),
    }
)


def file_parts(language: str | None) -> FilePartWords:
    """Returns the words of a language, English ones where it has none."""
    return FILE_PARTS.get(language or "", FILE_PARTS["en"])
