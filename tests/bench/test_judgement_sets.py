"""Labelled sets are read as they are, and what is wrong with them is told in a sentence."""

import json

import pytest

from bench.judgement_parts.sets import LabelledClaim, LabelledQuestion, load, spread
from gateway.errors import WrongUse
from gateway.evaluation.sets import BadSet

PASSAGES = [{"id": "a", "text": "The kettle is cleaned with vinegar."}, {"id": "b", "text": "The lid is of steel."}]
QUESTIONS = [{"question": "How is the kettle cleaned?", "gold": ["a"], "answers": ["with vinegar", " "]}]


def written(folder, name, kind, lines):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / f"{name}.{kind}.jsonl").write_text(text + "\n", encoding="utf-8")


def kettle(folder, name="kettle", passages=PASSAGES, questions=QUESTIONS):
    written(folder, name, "passages", passages)
    written(folder, name, "questions", questions)


def test_all_files_of_one_name_are_a_set(tmp_path):
    kettle(tmp_path)
    written(tmp_path, "kettle", "unanswerable", [{"question": "Who made the kettle?"}])
    written(tmp_path, "tea", "claims", [{"claim": "Tea is hot.", "passages": ["The tea is hot."], "supported": True}])
    first, second = load(tmp_path)
    assert (first.name, first.language, second.name) == ("kettle", "en", "tea")
    assert [passage.id for passage in first.passages] == ["a", "b"]
    assert first.questions == (LabelledQuestion("How is the kettle cleaned?", frozenset("a"), ("with vinegar",)),)
    assert first.unanswerable == (LabelledQuestion("Who made the kettle?"),)
    assert second.claims == (LabelledClaim("Tea is hot.", ("The tea is hot.",), True),)


def test_a_sample_has_all_passages_and_questions_at_even_distances(tmp_path):
    kettle(tmp_path, questions=[{"question": f"{number}?", "gold": ["a"], "answers": []} for number in range(10)])
    sampled = load(tmp_path)[0].sampled(4)
    assert [question.text for question in sampled.questions] == ["0?", "2?", "5?", "7?"]
    assert len(sampled.passages) == 2
    assert spread([1, 2], 4) == (1, 2)


@pytest.mark.parametrize(
    ("kind", "line", "sentence"),
    [
        ("questions", "{", "line 2 is not JSON"),
        ("questions", [], "line 2: the line: Input should be an object"),
        ("questions", {"question": "?"}, "'gold' of '?' names no passage"),
        ("questions", {"question": " ", "gold": ["a"]}, "line 2: question: String should match"),
        ("questions", {"question": "?", "gold": []}, "'gold' of '?' names no passage"),
        ("questions", {"question": "?", "gold": "a"}, "line 2: gold: Input should be a valid"),
        ("questions", {"question": "?", "gold": ["z"]}, "names the passage 'z', which kettle.passages.jsonl"),
        ("passages", {"id": 3, "text": "x"}, "line 2: id: Input should be a valid string"),
        ("passages", {"id": "b", "text": "x"}, "two passages with one id"),
        ("unanswerable", {"text": "x"}, "line 2: question: Field required"),
        (
            "claims",
            {"claim": "x", "passages": [], "supported": True},
            "line 2: passages: Tuple should have at least 1 item",
        ),
        (
            "claims",
            {"claim": "x", "passages": ["y"], "supported": 1},
            "line 2: supported: Input should be a valid boolean",
        ),
    ],
)
def test_the_first_bad_line_is_told(tmp_path, kind, line, sentence):
    good = {
        "passages": PASSAGES[1],
        "questions": QUESTIONS[0],
        "unanswerable": {"question": "Why?"},
        "claims": {"claim": "x", "passages": ["y"], "supported": False},
    }
    kettle(tmp_path)
    written(tmp_path, "kettle", kind, [good[kind], line])
    with pytest.raises(BadSet, match="kettle") as told:
        load(tmp_path)
    assert sentence in str(told.value)


def test_a_folder_without_sets_is_told(tmp_path):
    with pytest.raises(BadSet, match="holds no set"):
        load(tmp_path)
    with pytest.raises(BadSet, match="is not a folder"):
        load(tmp_path / "away")
    kettle(tmp_path)
    with pytest.raises(BadSet, match="a set called kettle was in a folder before"):
        load(tmp_path, tmp_path)
    (tmp_path / "kettle.questions.jsonl").write_text(" \n", encoding="utf-8")
    with pytest.raises(BadSet, match="is empty"):
        load(tmp_path)
    (tmp_path / "kettle.questions.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WrongUse, match="it is not UTF-8"):
        load(tmp_path)


def test_questions_without_passages_are_told(tmp_path):
    written(tmp_path, "kettle", "unanswerable", [{"question": "Why?"}])
    with pytest.raises(BadSet, match="neither passages nor claims"):
        load(tmp_path)
