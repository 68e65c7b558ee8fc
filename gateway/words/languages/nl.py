"""Dutch: what tells the language from those that answers are written in."""

from __future__ import annotations

from gateway.words.languages.tables import Language

LANGUAGE = Language(code="nl", name="Dutch", markers="het een van niet zijn voor op te")
