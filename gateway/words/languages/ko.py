"""Korean."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="ko", name="Korean", stemmer="english", stop_words_of="en")
