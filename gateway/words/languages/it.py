"""Italian: what tells the language from those that answers are written in."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="it", name="Italian", markers="di che per della delle gli sono nel con come dove")
