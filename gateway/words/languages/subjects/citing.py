"""Words in and around citations: what announces a source and names a place in it; and what a question is called."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class CitingWords(NamedTuple):
    """Words in lower case, with a blank between two of them."""

    source: str
    """What announces a source: "see", "source"."""
    locator: str
    """What a place in a source is called, with a number: "page"."""
    links: str
    """What stands between two sources: "and"."""
    question: str
    """What a model calls the question that it writes, as its last word: "Rewritten question"."""


CITING: Mapping[str, CitingWords] = MappingProxyType(
    {
        "en": CitingWords(
            "cite cited citation citations source sources src ref refs reference references see also cf evidence passage"
            " passages",
            "p pp pg page pages para paragraph paragraphs sec section sections ch chap chapter art article l line lines row"
            " rows col fig figure tab table f ff no nr slide sheet cell item point note footnote",
            "and",
            "q question query answer rewrite rewriting rewritten rephrased reformulated followup output result",
        ),
        "de": CitingWords(
            "quelle quellen siehe vgl vergleiche beleg belege nachweis",
            "s seite seiten abs absatz abschnitt kap kapitel artikel zeile zeilen tabelle folie punkt",
            "und",
            "frage umformuliert",
        ),
        "fr": CitingWords(
            "voir réf référence références", "pages ligne lignes chapitre §", "et", "question reformulée reformulation"
        ),
        "es": CitingWords(
            "ver véase vea fuente fuentes",
            "pág págs pag página páginas línea líneas sección cap capítulo",
            "y e",
            "pregunta reformulada",
        ),
        "pt": CitingWords("veja fonte fontes", "pág página páginas linha linhas seção capítulo", "e", "pergunta"),
        "it": CitingWords("vedi cfr fonte fonti", "pag pagina pagine riga righe capitolo", "e", "domanda riformulata"),
        "nl": CitingWords("zie bron bronnen", "blz bladzijde pagina regel hoofdstuk", "en", "vraag"),
        "sv": CitingWords("se källa källor", "sida sidor rad kapitel", "och", "fråga"),
        "pl": CitingWords("zob zobacz źródło źródła", "str strona strony wiersz", "i oraz", "pytanie"),
        "ru": CitingWords("см источник источники", "с стр страница", "и", "вопрос"),
        "zh": CitingWords("来源 出处 参见 见 引用", "第 页 頁 节 章", "和 及 与", "问题 問題"),
        "ja": CitingWords("参照 出典 引用元 資料", "ページ 頁 行", "と", "質問"),
        "ko": CitingWords("출처 참조 참고", "쪽 페이지", "및 와 과", "질문"),
        "ar": CitingWords("انظر المصدر المصادر", "ص صفحة", "و", "سؤال السؤال"),
    }
)
