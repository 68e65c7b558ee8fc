"""Search stays as good as docs/retrieval.md says, and nowhere worse than a textbook's BM25."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bench import quality
from bench.quality import LANGUAGES, Base, Run, cases
from bench.textbook import Textbook
from gateway import slots
from gateway.store.database.database import Database
from gateway.store.database.migrations import migrate
from gateway.store.documents.library import Library
from tests.support import postgres


@pytest.fixture(scope="module")
async def measured() -> AsyncIterator[tuple[Base, list[Run], list[Run]]]:
    """The sets in a database of their own, asked once for all tests."""
    async with postgres.fresh_database(lambda url: migrate(url, slots.resource("migrations"))) as url:
        database = Database(url)
        await database.open()
        base = Base(Library(database))
        await base.fill()
        asked = [case for language in LANGUAGES for case in cases(language) if case.fact]
        yield base, base.textbook(asked), await base.search(asked)
        await database.close()


SECOND_PLACE = 0.37
"""What one question loses of nDCG if its passage is second instead of first."""
STALE = "run: python bench/quality.py --write"


def figures(cell: str) -> list[float]:
    return [float(value) for value in cell.split("/")]


def test_the_page_says_what_search_does_today(measured):
    _, _, ours = measured
    page = quality.PAGE.read_text(encoding="utf-8").partition(quality.BEGIN)[2].splitlines()
    said = [line for line in page if line.startswith("| **all** |")]
    for language, line in zip(LANGUAGES, said[: len(LANGUAGES)], strict=True):
        mine = [run for run in ours if run.case.language == language]
        # Passages of equal score change places from one database to the next.
        assert figures(quality.cell(mine)) == pytest.approx(figures(line.split("|")[-2]), abs=0.015), STALE


def test_the_default_loses_to_the_textbook_on_no_kind_of_question(measured):
    """Except for one question of two Chinese kinds each, which has its passage second: hints of single characters
    found it."""
    _, textbook, ours = measured
    for language in LANGUAGES:
        for kind in {run.case.kind for run in ours if run.case.language == language}:
            both = [
                [run for run in runs if (run.case.language, run.case.kind) == (language, kind)]
                for runs in (textbook, ours)
            ]
            lost = 1 if language == "zh" and kind in ("plain", "acronym") else 0
            yardstick, default = (sum(run.ndcg for run in runs) for runs in both)
            assert default >= yardstick - max(lost * SECOND_PLACE, 1e-9), (language, kind)
            yardstick, default = (sum(run.recall(1) for run in runs) for runs in both)
            assert default >= yardstick - lost, (language, kind)


@pytest.mark.slow
async def test_the_gate_refuses_few_answerable_questions_and_doubts_most_unanswerable_ones(measured):
    base, _, _ = measured
    for language in LANGUAGES:
        found = await quality.answers(base, cases(language))
        good = [one.refused for one in found if one.case.fact]
        bad = [one.confident for one in found if not one.case.fact]
        assert sum(good) <= 0.15 * len(good) and sum(bad) <= 0.5 * len(bad), language


def test_every_set_has_sixty_answerable_and_forty_unanswerable_questions():
    for language in LANGUAGES:
        found = cases(language)
        assert sum(bool(case.fact) for case in found) >= 60 and sum(not case.fact for case in found) >= 40
        assert len({case.question for case in found}) == len(found)


def test_the_textbook_ranks_as_the_formula_says():
    book = Textbook(["red apple", "red red apple pie with cream", "green pear", "红苹果"])
    assert book.search("RED apple", 5) == [0, 1]
    assert book.search("苹果", 5) == [3] and book.search("plum", 5) == []
