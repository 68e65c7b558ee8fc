"""What a document, or a part of it, is called: "page", "manual". Alternatives of patterns over folded text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

HOLDERS: Mapping[str, str] = MappingProxyType(
    {
        "en": (
            "(?:web ?|man ?)?pages?|manuals?|documents?|docs?|documentation|files?|guides?|handbooks?|articles?|texts?|sections?"
            "|chapters?|parts?|paragraphs?|commands?|papers?|key|main|points?|takeaways?|sentences?|words?|lines?|few"
        ),
        "fr": (
            "pages?|manuels?|documents?|documentation|fichiers?|guides?|articles?|textes?|sections?|chapitres?|parties?|paragraphes?"
            "|commandes?|points?|cles?|principaux|essentiels?|grandes|phrases?|lignes?|mots?"
        ),
        "de": (
            r"\w*seiten?|handbuch\w*|dokument\w*|datei(?:en)?|anleitung(?:en)?|artikel|texte?s?|abschnitte?s?|kapitels?|teile?s?|befehle?s?"
            "|(?:kern)?punkte?n?|wichtigste[nrs]?|wesentliche[nrs]?|nenne|satze?n?|worten?|zeilen?"
        ),
        "zh": "手册页|手冊頁|手册|手冊|文档|文檔|文件|页面|頁面|文章|章节|章節|部分|指南|这份|這份|要点|要點|命令|内容|內容",
        "es": "paginas?|manual(?:es)?|documentos?|archivos?|guias?|articulos?|textos?|secci(?:on|ones)|capitulos?|partes?|comandos?|puntos?|claves?",
        "it": "pagin[ae]|manual[ei]|document[oi]|file|guid[ae]|articol[oi]|test[oi]|sezion[ei]|capitol[oi]|part[ei]|comand[oi]|punti|chiave",
        "pt": "paginas?|manua(?:l|is)|documentos?|arquivos?|ficheiros?|guias?|artigos?|textos?|sec(?:ao|oes)|capitulos?|partes?|comandos?|pontos?",
        "nl": r"pagina'?s?|handleiding(?:en)?|document(?:en)?|bestand(?:en)?|gids(?:en)?|artikel(?:en)?|tekst(?:en)?|hoofdstuk(?:ken)?|deel|opdracht(?:en)?|punten",
    }
)
