"""Swedish: what tells the language from those that answers are written in."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="sv", name="Swedish", markers="och att det som inte", letters="å")
