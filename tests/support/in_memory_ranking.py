"""BM25 over a corpus in memory: what the searches in the database are compared to."""

from collections import Counter
from collections.abc import Mapping, Sequence

from gateway import words
from gateway.knowledge.search.ranking import FIXED, Statistics, passage_length, titled


def frequencies(text: str, title: str = "", heading: str = "", language: str | None = None) -> Counter[str]:
    """Returns the term frequencies of a passage as they are indexed."""
    language = language or words.told_language(text) or words.UNDETERMINED
    return titled(Counter(words.terms(text, language)), title, heading, language)


def statistics(passages: Sequence[Mapping[str, int]]) -> Statistics:
    """Returns the statistics of a corpus: one mapping of term to frequency per passage."""
    df: Counter[str] = Counter()
    for passage in passages:
        df.update(passage.keys())
    length = sum(passage_length(passage) for passage in passages)
    return Statistics(len(passages), length / len(passages) if passages else 0.0, df)


def weights(query: Sequence[str], corpus: Statistics) -> dict[str, float]:
    """Returns the inverse document frequency of every term of the query that the corpus knows."""
    return {term: corpus.idf_of(corpus.df[term]) for term in dict.fromkeys(query) if corpus.df.get(term)}


def bm25(query: Sequence[str], tf: Mapping[str, int], length: float, corpus: Statistics) -> float:
    """Returns the score of one passage, from 0 to below 1: the sum of BM25 over its upper bound for this query."""
    weighted, norm = weights(query, corpus), FIXED + corpus.per_length * length
    total = sum(weighted.values()) or 1.0
    return sum(weight / total * tf[term] / (tf[term] + norm) for term, weight in weighted.items() if tf.get(term))
