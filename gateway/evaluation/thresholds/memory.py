"""How well similarity and vetoes tell the same question from another one, on pairs that people have judged. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gateway.evaluation.report_tables import Row, aligned, piped
from gateway.memory.rules.entry import THRESHOLD
from gateway.memory.rules.routing import admission
from gateway.memory.rules.vetoes import VETO_ORDER, Veto, veto

FORCED = 0.9
"""The similarity of every pair where no vectors are given: above the threshold, so that the vetoes alone decide."""
WANTED_PRECISION = 0.99
"""Share of served answers that must be right at the recommended threshold."""
MEASURES = ("precision", "recall", "wrong")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions, whether they ask the same, and what kind of paraphrase or near miss they are."""

    language: str
    a: str
    b: str
    same: bool
    kind: str


@dataclass(frozen=True, slots=True)
class MemoryFigures:
    """What serving would have done: `right` pairs asked the same, `wrong` ones did not, `missed` were the same.

    `precision` and `recall` are 1 where there was nothing to serve or to find.
    """

    right: int
    wrong: int
    missed: int
    wrong_by_kind: dict[str, int] = field(default_factory=dict)

    @property
    def precision(self) -> float:
        served = self.right + self.wrong
        return self.right / served if served else 1.0

    @property
    def recall(self) -> float:
        same = self.right + self.missed
        return self.right / same if same else 1.0


@dataclass(frozen=True, slots=True)
class Similarities:
    """The cosines that an embedder gives two questions. `says_meaning`: they are calibrated, and the memory looks up by
    them."""

    cosine: Callable[[str, str], float]
    says_meaning: bool
    name: str

    def of(self, pairs: Sequence[Pair]) -> list[float]:
        return [self.cosine(pair.a, pair.b) for pair in pairs]


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """A pair with what speaks for and against it."""

    pair: Pair
    similarity: float
    vetoes: Sequence[Veto]
    """Every veto that speaks against the pair, asked alone, in their order."""


@dataclass(frozen=True, slots=True)
class MemoryReport:
    """What serving would do with these pairs from this similarity on."""

    judged: Sequence[JudgedPair]
    threshold: float

    def figures(self, vetoes: Iterable[Veto] = VETO_ORDER) -> MemoryFigures:
        """Returns the figures of serving with these vetoes."""
        applied = frozenset(vetoes)
        served = [
            each.pair for each in self.judged if each.similarity >= self.threshold and applied.isdisjoint(each.vetoes)
        ]
        wrong = Counter(pair.kind for pair in served if not pair.same)
        right = len(served) - wrong.total()
        same = sum(each.pair.same for each in self.judged)
        return MemoryFigures(right, wrong.total(), same - right, dict(wrong.most_common()))

    @property
    def added(self) -> dict[Veto, MemoryFigures]:
        """The figures with the vetoes up to and including each, in their order."""
        return {name: self.figures(VETO_ORDER[: at + 1]) for at, name in enumerate(VETO_ORDER)}

    @property
    def alone(self) -> dict[Veto, MemoryFigures]:
        """The figures with each one veto."""
        return {name: self.figures((name,)) for name in VETO_ORDER}

    @property
    def missed_by_veto(self) -> dict[str, int]:
        """How many pairs that ask the same were refused, by the first veto."""
        near = (each for each in self.judged if each.pair.same and each.similarity >= self.threshold)
        return dict(Counter[str](each.vetoes[0] for each in near if each.vetoes).most_common())

    @property
    def recommended(self) -> float:
        """The threshold with the best recall among those precise enough with all vetoes; of equal ones the highest.

        None being precise enough, the most precise one.
        """
        candidates = sorted({each.similarity for each in self.judged})
        figures = [(at, replace(self, threshold=at).figures()) for at in candidates]
        precise = [(each.recall, at) for at, each in figures if each.precision >= WANTED_PRECISION and each.right]
        if precise:
            return max(precise)[1]
        return max((each.precision, each.recall, at) for at, each in figures)[2]


def evaluate(
    pairs: Sequence[Pair],
    similarities: Sequence[float] | None = None,
    threshold: float = THRESHOLD,
) -> MemoryReport:
    """Judges every pair. `similarities`: one cosine for each pair; without them every pair counts as 0.9 and the vetoes
    alone decide."""
    judged = [
        JudgedPair(pair, cosine, [name for name in VETO_ORDER if veto(pair.a, pair.b, pair.language, only=name)])
        for pair, cosine in zip(pairs, similarities or [FORCED] * len(pairs), strict=True)
    ]
    return MemoryReport(judged, threshold)


class LanguageReport:
    """What is said about one language."""

    def __init__(
        self, language: str, pairs: Sequence[Pair], threshold: float, measured: Similarities | None, markdown: bool
    ) -> None:
        self.language, self.pairs, self.threshold, self.markdown = language, pairs, threshold, markdown
        self.measured = measured
        self.cosines = measured.of(pairs) if measured else None
        self.report = evaluate(pairs, self.cosines, threshold)

    def lines(self) -> Iterator[str]:
        """Yields everything, line by line."""
        report, pairs = self.report, self.pairs
        same = sum(pair.same for pair in pairs)
        kinds = Counter(pair.kind for pair in pairs if not pair.same)
        counted = f"cosines of {self.measured.name}" if self.measured else f"every pair counted as {FORCED} similar"
        alone = evaluate(pairs, threshold=min(self.threshold, FORCED)).alone
        yield f"{'## ' if self.markdown else ''}{self.language}: {len(pairs)} pairs, {same} ask the same"
        added = {"cosine only": report.figures(())} | {f"+ {name}": figures for name, figures in report.added.items()}
        title = f"Vetoes added one by one, {counted}, threshold {self.threshold:g}"
        yield from _titled(title, added, kinds, self.markdown)
        yield from _titled(f"Each veto alone, every pair counted as {FORCED} similar", alone, kinds, self.markdown)
        yield ""
        all_vetoes = report.figures()
        yield f"With all vetoes: {all_vetoes.right} right, {all_vetoes.wrong} wrong, {all_vetoes.missed} missed."
        if report.missed_by_veto:
            yield f"Refused by a veto although they ask the same: {_counts(report.missed_by_veto)}."
        yield from self._stopped()
        yield from self._advice()

    def _stopped(self) -> Iterator[str]:
        """Yields pairs of which a question would not even be looked up."""
        found = {True: Counter[str](), False: Counter[str]()}
        for pair in self.pairs:
            reasons = {admission(text, pair.language) for text in (pair.a, pair.b)} - {None}
            found[pair.same].update(reason for reason in sorted(map(str, reasons))[:1])
        if any(found.values()):
            yield (
                "Apart from these figures, the memory is not asked about volatile and personal questions and deeds:"
                f" {_counts(found[True]) or 'none'} of the pairs that ask the same, {_counts(found[False]) or 'none'} of the others."
            )

    def _advice(self) -> Iterator[str]:
        if self.measured is None:
            yield "No threshold is recommended: that takes similarities (--embedder)."
            return
        pairs = [*self.pairs, *_unrelated(self.pairs)]
        best = evaluate(pairs, self.measured.of(pairs), self.threshold).recommended
        there = replace(self.report, threshold=best).figures()
        yield (
            f"Recommended threshold for {self.language}: {best:.3f} (precision {there.precision:.3f}, recall"
            f" {there.recall:.3f}, wrong {there.wrong}). Nothing was changed."
        )
        if not self.measured.says_meaning:
            yield (
                f"Cosines of {self.measured.name} count shared words, not meaning: with it the memory serves the same words only."
            )

    def mistakes(self) -> Iterator[str]:
        """Yields each pair that was decided wrongly, with what decided it."""
        for pair, cosine in zip(self.pairs, self.cosines or [FORCED] * len(self.pairs), strict=True):
            found = veto(pair.a, pair.b, pair.language)
            served = cosine >= self.threshold and found is None
            if served != pair.same:
                reason = f"{found[0]} {found[1]}" if found else f"similarity {cosine:.3f}"
                yield f"{'wrong hit' if served else 'missed'} ({pair.kind}, {reason}): {pair.a} | {pair.b}"


def _unrelated(pairs: Sequence[Pair]) -> list[Pair]:
    """Returns pairs of questions of different pairs: most entries have nothing to do with what is asked, and no
    threshold may let one through that no veto happens to refuse.
    """
    apart = [len(pairs) * part // 4 for part in (1, 2, 3)]
    others = [(pair, pairs[(at + step) % len(pairs)]) for step in apart for at, pair in enumerate(pairs)]
    return [Pair(first.language, first.a, second.b, False, "unrelated") for first, second in others]


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counted.items()))


def _titled(
    title: str,
    rows: Mapping[str, MemoryFigures] | Mapping[Veto, MemoryFigures],
    kinds: Mapping[str, int],
    markdown: bool,
) -> Iterator[str]:
    """Yields a table of figures: measures, and of each kind of near miss how many would have been served."""
    yield from ("", title, "") if markdown else ("", title)
    head = ["", *MEASURES, *kinds]
    pairs = ["near misses", "", "", str(sum(kinds.values())), *map(str, kinds.values())]
    body = [[name, *_cells(figures, kinds)] for name, figures in rows.items()]
    yield from piped([head, pairs, *body], "---:") if markdown else aligned([head, pairs, *body])


def _cells(figures: MemoryFigures, kinds: Mapping[str, int]) -> Row:
    wrong = figures.wrong_by_kind
    return [
        f"{figures.precision:.3f}",
        f"{figures.recall:.3f}",
        str(figures.wrong),
        *(str(wrong.get(kind, 0)) for kind in kinds),
    ]
