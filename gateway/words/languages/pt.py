"""Portuguese: what tells the language from those that answers are written in."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="pt", name="Portuguese", markers="os um uma nao com dos das na em por", letters="ãõ")
