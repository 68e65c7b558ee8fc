"""The measurement of words, vectors and both: what its vectors are, and its tables through the real store."""

import json

import numpy as np
import pytest

from bench import fusion
from bench.judgement_parts.sets import LabelledPassage, LabelledQuestion, LabelledSet

SUBJECTS = ("kettle", "harbour", "garden", "library", "museum", "bakery", "station", "theatre")
PASSAGES = {f"p{at}": f"The {name} opens at {at} in the morning and closes late." for at, name in enumerate(SUBJECTS)}
QUESTIONS = [(f"When does the {name} open?", f"p{at}") for at, name in enumerate(SUBJECTS)]


@pytest.fixture
def labelled():
    passages = tuple(LabelledPassage(*item) for item in PASSAGES.items())
    return LabelledSet("town", "en", passages, tuple(LabelledQuestion(q, frozenset([gold])) for q, gold in QUESTIONS))


def test_a_vector_of_quality_one_points_at_its_passage_and_of_quality_zero_anywhere(labelled):
    perfect = fusion.stand_in(labelled, 1.0)
    assert np.allclose(np.diag(perfect), 1) and perfect.shape == (8, 8)
    useless = fusion.stand_in(labelled, 0.0)
    assert np.abs(useless).max() < 0.5
    assert np.array_equal(useless, fusion.stand_in(labelled, 0.0))


def test_hybrid_search_takes_the_better_half(labelled):
    found = fusion.Searched(labelled, [{"p0": 0.5} for _ in QUESTIONS])
    runs = fusion.ranked(found, fusion.stand_in(labelled, 1.0))
    assert all(hits.recall(1) for hits in runs["vectors"]) and fusion.better_half(runs) == "vectors"
    assert [hits.recall(1) for hits in runs["words"]] == [True] + [False] * 7


def test_the_table_has_every_quality(tmp_path, database_url, monkeypatch, capsys):
    monkeypatch.setenv("BENCH_DATABASE_URL", database_url)
    lines = {"passages": [{"id": name, "text": text} for name, text in PASSAGES.items()]}
    lines["questions"] = [{"question": question, "gold": [gold], "answers": []} for question, gold in QUESTIONS]
    for kind, entries in lines.items():
        (tmp_path / f"town.{kind}.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    assert fusion.main([str(tmp_path), "--sample", "4"]) == 0
    assert len(capsys.readouterr().out.strip().splitlines()) == 2 + 2 * len(fusion.QUALITIES)


def test_a_wrong_folder_is_a_sentence(tmp_path, capsys):
    assert fusion.main([]) == 0 and "wants a folder" in capsys.readouterr().out
    assert fusion.main([str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.startswith("fusion: ")
