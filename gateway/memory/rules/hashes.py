"""Keys of remembered answers: the same question in the same words, and what must be equal around it."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from dataclasses import astuple, dataclass

_END = " .?!…。｡,;:、，；："


def normalised(question: str) -> str:
    """NFKC, case folded, one blank for any white space, without punctuation at the end.

    `normalised("Où est  l'ACCUEIL ?") == "où est l'accueil"`. Accents stay, and so do signs inside ("C++", "C#"). A
    question of nothing but punctuation stays as it is. Normalising twice changes nothing more.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", question).casefold())
    whole = " ".join(folded.split()).replace("’", "'")
    return whole.rstrip(_END) or whole


def key_hash(phase: str, projet: str, question: str) -> str:
    """Returns the SHA-256 in hexadecimal of phase, projet and the normalised question, with line ends between them."""
    return _sha256(f"{phase}\n{projet}\n{normalised(question)}")


@dataclass(frozen=True, slots=True)
class ServingScope:
    """All that must be equal for an answer to be served again."""

    tenant: str
    workspace: str
    phase: str
    language: str
    corpus: str
    access_group: str
    prompt_version: str
    answer_format: str


def scope_hash(scope: ServingScope) -> str:
    """Returns the SHA-256 of a scope in hexadecimal.

    Two scopes never meet by the place of a comma: the values are hashed as a JSON list.
    """
    return _sha256(json.dumps(astuple(scope)))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
