"""Which cases about languages run: a sample, or all if something has changed."""

import json

import pytest

from tests.support import effort, tested


@pytest.fixture
def known(tmp_path, monkeypatch):
    """Writes the hashes of the last time when all cases passed: those of now, with changes."""
    monkeypatch.setattr(effort, "whole", False)
    monkeypatch.setattr(tested, "FILE", tmp_path / "tested.json")

    def write(**changes):
        tested.changed.cache_clear()
        tested.FILE.write_text(json.dumps(tested.hashes() | changes), encoding="utf-8")

    yield write
    tested.changed.cache_clear()


def test_nothing_has_changed_and_a_fourth_is_a_sample(known):
    known()
    assert tested.changed() == set() and tested.sample(range(9), "memory") == [0, 4, 8]


@pytest.mark.parametrize("name", ["languages/fr", "languages/asking", "languages/gone", "words", "memory"])
def test_all_cases_run_if_a_language_words_or_the_reader_has_changed(known, name):
    known(**{name: "0"})
    assert tested.changed() == {name} and tested.sample(range(9), "memory") == [*range(9)]


def test_a_change_of_another_reader_changes_nothing(known):
    known(conversation="0")
    assert tested.sample(range(9), "memory") == [0, 4, 8] and len(tested.sample(range(9), "conversation")) == 9


def test_all_cases_run_without_the_file_and_if_all_is_tried(known, monkeypatch):
    assert tested.sample(range(9)) == [*range(9)]
    known()
    monkeypatch.setattr(effort, "whole", True)
    assert tested.sample(range(9)) == [*range(9)]


def test_every_language_package_and_every_reader_has_files_of_its_own():
    found = tested.hashes()
    assert {"languages/en", "languages/de", "languages/tables", *tested.READERS} <= found.keys()
    assert len(set(found.values())) == len(found)
