"""An invented corpus in English, French and Chinese with the statistics of real text, for measuring.

Words follow Zipf's law: those of the sample documents first, in the order of their frequency there, then invented ones,
so that new words keep coming as they do in real text (at 1 million words about 30,000 different ones). Nothing is read
from outside the project, and a seed gives the same corpus everywhere.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import accumulate
from pathlib import Path

from gateway.ingestion.source_file import Source

EXAMPLES = Path(__file__).parents[1] / "examples"
LANGUAGES = ("en", "fr", "zh")
VOCABULARY = {"en": 60_000, "fr": 60_000, "zh": 12_000}
SYLLABLES = {
    "en": "ba den fi gor hu jal ke lim mo nar pe qui ros sta tul ven wo zer ing tion er al ment ous",
    "fr": "ba deau fi gré hu jal qué lim mo nar pè qui ros éta tul ven oi zer ment tion eur ique aux é",
}


class Language:
    """Sentences of one language. `word()` is one draw; Chinese words have one to four characters and no blanks."""

    def __init__(self, name: str, seed: int = 20) -> None:
        self.name, self._rng = name, random.Random(f"{name} {seed}")
        text = " ".join(path.read_text(encoding="utf-8") for path in sorted((EXAMPLES / name).glob("*.md")))
        self.joiner, self.stop = ("", "。") if name == "zh" else (" ", ". ")
        found = re.findall("[\u4e00-\u9fff]{1,3}" if name == "zh" else r"[^\W\d_]+(?:['’][^\W\d_]+)?", text)
        known = dict.fromkeys(word for word, _ in Counter(word.lower() for word in found).most_common())
        letters = sorted({letter for word in known for letter in word})
        size = VOCABULARY[name]
        while len(known) < size:
            if name == "zh":
                known.setdefault("".join(self._rng.choices(letters, k=self._rng.randint(2, 3))))
            else:
                known.setdefault("".join(self._rng.choices(SYLLABLES[name].split(), k=self._rng.randint(2, 5))))
        self._words = list(known)
        self._chances = list(accumulate(1 / (rank + 2.7) for rank in range(len(self._words))))

    def go_on(self, position: int) -> None:
        """Draw from here on as from this place of an endless text; the words stay those of the language."""
        self._rng.seed(f"{self.name} {position}")

    def words(self, count: int) -> list[str]:
        return self._rng.choices(self._words, cum_weights=self._chances, k=count)

    def sentence(self) -> str:
        drawn = self.words(self._rng.randint(6, 24))
        cut = self._rng.randrange(2, len(drawn))
        comma = "，" if self.name == "zh" else ", "
        return (self.joiner.join(drawn[:cut]) + comma + self.joiner.join(drawn[cut:])).capitalize() + self.stop

    def paragraph(self, characters: int) -> str:
        """Sentences up to about so many characters."""
        text = ""
        while len(text) < characters:
            text += self.sentence()
        return text.strip()

    def question(self) -> str:
        """Two to seven words, common and rare."""
        return self.joiner.join(self.words(self._rng.randint(2, 7)))


PASSAGE = {"en": 850, "fr": 850, "zh": 600}
"""Characters of one paragraph, which becomes one passage."""


def source(language: Language, number: int, passages: int, *, markdown: bool = False) -> Source:
    """A document of so many paragraphs; in Markdown every tenth has a heading of its own, and there are lists and
    code."""
    parts = []
    for index in range(passages):
        if markdown and index % 10 == 0:
            parts.append(f"## {language.joiner.join(language.words(3))}")
        if markdown and index % 5 == 4:
            parts.append("\n".join(f"- {language.sentence()}" for _ in range(6)))
        elif markdown and index % 25 == 7:
            parts.append("```\n" + "\n".join(f"set_{word} = {index}" for word in language.words(12)) + "\n```")
        else:
            parts.append(language.paragraph(PASSAGE[language.name]))
    return Source(
        "\n\n".join(parts).encode(),
        f"{language.name}/{number}.{'md' if markdown else 'txt'}",
        external_id=f"{language.name}/{number}",
        media_type="text/markdown" if markdown else "text/plain",
        language=language.name,
    )
