"""Japanese."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="ja", name="Japanese", has_spaces=False, stop_words_of="en")
