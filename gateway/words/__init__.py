"""Words of a text, for everything that touches language: retrieval, evidence, gate, memory, follow-ups. Pure."""

from gateway.words.detection import (
    COMMON,
    UNDETERMINED,
    guess_language,
    known,
    tokens_estimate,
    tokens_of,
    told_language,
    wide_characters,
)
from gateway.words.excerpt import excerpt
from gateway.words.folding import fold
from gateway.words.numbers import numbers
from gateway.words.placed_terms import PlacedTerms, placed
from gateway.words.sentences import sentences
from gateway.words.spelling import is_mendable, joined, other_names, parts, spellings, surfaces
from gateway.words.statistical import load_model
from gateway.words.stemming import stem, stems
from gateway.words.substitutes import Kin, kin
from gateway.words.synonyms import synonyms, synonyms_within
from gateway.words.terms import (
    Word,
    content_words,
    is_function,
    is_general,
    is_unspaced,
    query_terms,
    terms,
    vocabulary,
    words,
)

__all__ = [
    "COMMON",
    "UNDETERMINED",
    "Kin",
    "PlacedTerms",
    "Word",
    "content_words",
    "excerpt",
    "fold",
    "guess_language",
    "is_function",
    "is_general",
    "is_mendable",
    "is_unspaced",
    "joined",
    "kin",
    "known",
    "load_model",
    "numbers",
    "other_names",
    "parts",
    "placed",
    "query_terms",
    "sentences",
    "spellings",
    "stem",
    "stems",
    "surfaces",
    "synonyms",
    "synonyms_within",
    "terms",
    "tokens_estimate",
    "tokens_of",
    "told_language",
    "vocabulary",
    "wide_characters",
    "words",
]
