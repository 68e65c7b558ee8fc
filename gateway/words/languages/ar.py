"""Arabic."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="ar", name="Arabic")
