"""Rendering of prompt and schema. The prose lives in `prompts/`; here is only what goes into its places.

Documents are data: passages stand between delimiters, and whatever in them looks like a citation id or a delimiter is
made harmless, so that the only `E1` in the prompt is the one that names a candidate.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import Template
from typing import Any

from gateway.answer.answer import Candidate, Candidates

LANGUAGE_NAMES = {"en": "English", "fr": "French", "zh": "Chinese (simplified)"}
ID_LIKE = re.compile(r"\b([EG])(?=\d{1,3}\b)")
DELIMITER = re.compile(r"<(?=/?(?:passage|passages|question)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One generation, said twice: as text for a model, and as the facts behind it for a provider that has no model."""

    system: str
    user: str
    question: str
    language: str
    candidates: Candidates
    version: str
    """First 12 hex digits of the hash of the templates; recorded with every answer."""


class Prompts:
    """The texts of `prompts/`, read once by the composition root."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """`texts`: file name to content; needs `answer.md`, `answer.schema.json` and `labels.json`."""
        system, _, user = texts["answer.md"].partition("\n---\n")
        self._system = Template(system.strip())
        self._user = Template(user.strip())
        self.schema: dict[str, Any] = json.loads(texts["answer.schema.json"])
        self._labels: dict[str, dict[str, str]] = json.loads(texts["labels.json"])
        digest = hashlib.sha256(f"{texts['answer.md']}\0{texts['answer.schema.json']}".encode())
        self.version = digest.hexdigest()[:12]

    def label(self, name: str, language: str) -> str:
        """A state's remark or a fixed sentence of the gateway in the answer's language."""
        return self._labels[language][name]

    def answer(self, question: str, candidates: Candidates, language: str) -> Prompt:
        places = {
            "language": LANGUAGE_NAMES[language],
            "passages": "\n".join(_passage(candidate) for candidate in candidates),
            "question": harmless(question),
        }
        system = self._system.safe_substitute(places)
        return Prompt(system, self._user.safe_substitute(places), question, language, candidates, self.version)


def _passage(candidate: Candidate) -> str:
    title = " › ".join(part for part in (candidate.title, candidate.heading) if part)
    return f'<passage id="{candidate.citation_id}">\n{harmless(title)}\n{harmless(candidate.text)}\n</passage>'


def harmless(text: str) -> str:
    """Text as data: `E7` becomes `E 7`, a delimiter's `<` becomes `‹`."""
    return DELIMITER.sub("‹", ID_LIKE.sub(r"\1 ", text))
