"""Russian."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="ru", name="Russian")
