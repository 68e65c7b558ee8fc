"""What evidence costs: indexing 20 candidates once, then checking paragraphs sentence by sentence.

Run: `python bench/evidence.py`. Candidates are passages of about 900 characters from the sample documents; paragraphs
are four of their sentences with every fifth word left out, and cite two candidates of six. Prints CPU time: `cold` with
empty caches of words, as in the first answer of a process, `warm` the best of many answers. Goals: 5 ms to index, 100
µs for a sentence.
"""

from __future__ import annotations

import gc
import sys
import time
from itertools import cycle, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.figures import figure
from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence import evidence
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from gateway.words.terms import placed_terms
from gateway.words.terms.stemming import STEMS
from gateway.words.text.fragments import FragmentCache

EXAMPLES = Path(__file__).parents[1] / "examples"
CANDIDATES, CITED, PASSAGE, SENTENCES, PARAGRAPHS = 20, 6, 900, 4, 12
SETTINGS = EvidenceSettings()


def passages(language: str) -> list[str]:
    """Texts of about 900 characters (a third of it in Chinese), cut at line ends."""
    size = PASSAGE // 3 if language == "zh" else PASSAGE
    found: list[str] = []
    for path in sorted((EXAMPLES / language).glob("*.[mt][dx]*")):
        open_text = ""
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            open_text += line
            if len(open_text) >= size:
                found.append(open_text)
                open_text = ""
    # Few documents: the same passages again, with other words where they are repeated.
    repeated = islice(cycle(found), CANDIDATES)
    return [text if n < len(found) else text.replace("a", "o") for n, text in enumerate(repeated)]


def claims(texts: list[str], language: str) -> list[tuple[str, list[str]]]:
    """Twelve paragraphs in nearly the words of their sources, with the two ids that each cites, six in all."""
    made = []
    for number in range(PARAGRAPHS):
        own, other = number % CITED, (number + 1) % CITED
        sentences = [texts[n][a:b] for n in (own, other) for a, b in words.sentences(texts[n], language) if b - a > 20]
        chosen = list(islice(cycle(sentences), number, number + SENTENCES))
        joiner = "" if language == "zh" else " "
        shortened = [
            joiner.join(w for n, w in enumerate(s.split(), 1) if n % 5) if joiner else s[:-4] + "。" for s in chosen
        ]
        made.append((joiner.join(shortened), [f"E{own + 1}", f"E{other + 1}"]))
    return made


def forget() -> None:
    """Empty the caches of words, and of texts."""
    for remembered in (evidence._sentences, placed_terms._remembered):
        remembered.cache_clear()
    for cached in gc.get_objects():
        if isinstance(cached, FragmentCache):
            cached.clear()
    for stems in STEMS.values():
        stems.clear()


def measured(candidates: Candidates, paragraphs: list[tuple[str, list[str]]], language: str) -> tuple[float, float]:
    """Milliseconds until the words of a first paragraph are found in the candidates, µs per sentence."""
    begin = time.process_time()
    index = EvidenceIndex(candidates, SETTINGS, language)
    index.supporters(paragraphs[0][0])
    indexed = time.process_time()
    for text, ids in paragraphs:
        index.check(text, ids)
    checked = time.process_time()
    sentences = sum(len(words.sentences(text, language)) for text, _ in paragraphs)
    return (indexed - begin) * 1e3, (checked - indexed) / sentences * 1e6


def main() -> None:
    print(f"{'':>10}{'set-up, ms':>22}{'a sentence, µs':>24}\n{'':>10}{'cold':>11}{'warm':>11}{'cold':>13}{'warm':>11}")
    for language in ("en", "fr", "zh"):
        texts = passages(language)
        candidates = Candidates(
            [Candidate(f"E{n}", "embedding", {"text": text}, 1.0, n, language) for n, text in enumerate(texts, 1)]
        )
        paragraphs = claims(texts, language)
        forget()
        cold = measured(candidates, paragraphs, language)
        runs = [measured(candidates, paragraphs, language) for _ in range(30)]
        warm = [min(run[part] for run in runs) for part in (0, 1)]
        print(f"{language:>10}{cold[0]:>11.2f}{warm[0]:>11.2f}{cold[1]:>13.1f}{warm[1]:>11.1f}", flush=True)
        for kind, (set_up, sentence) in (("cold", cold), ("warm", warm)):
            figure(f"{language}: set-up, {kind}", set_up, "ms")
            figure(f"{language}: a sentence, {kind}", sentence, "µs")


if __name__ == "__main__":
    main()
