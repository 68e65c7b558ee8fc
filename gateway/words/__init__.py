"""Words of a text, for everything that touches language: retrieval, evidence, gate, memory, follow-ups. Pure."""

from gateway.words.language_detection.detection import (
    COMMON,
    UNDETERMINED,
    guess_language,
    is_understood,
    known,
    spoken,
    tokens_estimate,
    tokens_of,
    told_language,
    wide_characters,
    without_tables,
)
from gateway.words.language_detection.statistical import load_model
from gateway.words.terms.excerpt import excerpt
from gateway.words.terms.numbers import numbers
from gateway.words.terms.placed_terms import PlacedTerms, placed
from gateway.words.terms.spelling import is_mendable, joined, other_names, parts, spellings, surfaces
from gateway.words.terms.stemming import stem, stems
from gateway.words.terms.substitutes import Kin, kin
from gateway.words.terms.terms import (
    content_words,
    is_function,
    is_general,
    is_unspaced,
    query_terms,
    terms,
    vocabulary,
    words,
)
from gateway.words.text.folding import fold
from gateway.words.text.sentences import sentences

__all__ = [
    "COMMON",
    "UNDETERMINED",
    "Kin",
    "PlacedTerms",
    "content_words",
    "excerpt",
    "fold",
    "guess_language",
    "is_function",
    "is_general",
    "is_mendable",
    "is_understood",
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
    "spoken",
    "stem",
    "stems",
    "surfaces",
    "terms",
    "tokens_estimate",
    "tokens_of",
    "told_language",
    "vocabulary",
    "wide_characters",
    "without_tables",
    "words",
]
