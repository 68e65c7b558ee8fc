"""What a library takes a text for: letters and their neighbours, weighed by a model that comes with it.

`py3langid` (BSD, offline, 5 MB) was the most accurate of six on questions and short texts in thirteen languages, told
that it has to choose among these. Its model takes half a second to load, and some 90 MB with numpy: a server does
that by `load_model` before its port opens, a command when a text first needs it.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from gateway.words.languages import LANGUAGES

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier  # type: ignore[import-untyped]

_loading = Lock()


def likeliest(text: str) -> tuple[str, float]:
    """Returns the likeliest of the known languages, and how probable it is among them, 0 to 1."""
    with _loading:
        identifier, _ = _identifiers()
    code, probability = identifier.classify(text)
    return str(code), float(probability)


def probabilities(text: str) -> dict[str, float]:
    """Returns how probable each language is that the library knows, likeliest first; they are about 130."""
    with _loading:
        _, identifier = _identifiers()
    return {str(code): float(probability) for code, probability in identifier.rank(text)}


def load_model() -> None:
    """Loads the model now, in the calling thread, so that no question has to wait for it."""
    likeliest("")


@lru_cache(maxsize=1)
def _identifiers() -> tuple[LanguageIdentifier, LanguageIdentifier]:
    """Returns the model restricted to the known languages, and the whole one."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    every = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    restricted = copy(every)
    restricted.set_languages(list(LANGUAGES))
    return restricted, every
