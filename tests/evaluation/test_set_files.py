"""A set is read line by line: what is wrong with a line is told, and the others count."""

import json

import pytest

from gateway.cli.options import text_of
from gateway.errors import WrongUse
from gateway.evaluation.cases import BadLine, CaseClaim, EarlierMessage
from gateway.evaluation.set_files import read_set
from gateway.evaluation.sets import BadSet

KETTLE = "The kettle\n\nVinegar cleans the kettle well. Rinse it twice with cold water before you use it again."
LID = "The lid\n\nThe lid of the kettle is made of steel. Rinse it twice with cold water before you use it again."


def written(file, *lines):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    file.write_text(text + "\n", encoding="utf-8")
    return file


def public(folder, name="kettle"):
    written(folder / f"{name}.passages.jsonl", {"id": "a", "text": KETTLE}, {"id": "b", "text": LID})
    question = {"question": "How is it cleaned?", "gold": ["a"], "answers": ["Vinegar", " "]}
    written(folder / f"{name}.questions.jsonl", question)
    written(folder / f"{name}.unanswerable.jsonl", {"question": "Who made it?"})


def test_a_case_has_all_that_its_line_states(tmp_path):
    whole = {
        "id": "x",
        "question": "And how long?",
        "gold_passages": ["loans.md"],
        "gold_answer": ["three weeks", "21 days"],
        "history": ["What is a loan?", {"role": "assistant", "content": "A loan."}],
        "workspace": "desk",
        "document_ids": ["6f9619ff-8b86-d011-b42d-00c04fc964ff"],
        "languages": ["en"],
        "language": "en",
        "kind": "followup",
        "subject": "loan",
        "claims": [{"claim": "c", "passages": ["p"], "supported": False}],
        "confirmed": True,
    }
    (case, short), bad, unconfirmed = read_set(
        written(tmp_path / "s.jsonl", "\ufeff" + json.dumps(whole), "", {"question": "Why?", "gold_answer": "so"}),
        text_of,
    )
    assert (bad, unconfirmed) == ([], 0)
    assert (case.id, case.number, case.answerable, case.gold_answers) == ("x", 1, True, ("three weeks", "21 days"))
    assert case.stated.history == ("What is a loan?", EarlierMessage("assistant", "A loan."))
    assert case.stated.claims == (CaseClaim("c", ("p",), False),)
    assert (short.id, short.number, short.answerable, short.gold_answers) == ("3", 3, True, ("so",))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "is not JSON"),
        ("[]", "the line: Input should be"),
        ({"qestion": "Why?"}, "qestion: unknown key"),
        ({"question": "Why?", "gold": ["a"]}, "gold: unknown key"),
        (
            {"question": "Why?", "claims": [{"claim": "c", "passages": ["p"], "supported": True, "x": 1}]},
            "x: unknown key",
        ),
        ({"question": " "}, "question: String should have at least 1 character"),
        ({"question": "Why?", "answerable": "yes"}, "answerable: Input should be a valid boolean"),
        ({"question": "Why?", "id": "good"}, "the id 'good' is that of line 1, too"),
        ({"question": "Why?", "id": "3"}, None),
    ],
)
def test_a_bad_line_is_told_and_the_others_count(tmp_path, line, problem):
    file = written(tmp_path / "s.jsonl", {"question": "Who?", "id": "good"}, line, {"question": "When?", "id": "last"})
    cases, bad, _ = read_set(file, text_of)
    assert [case.id for case in cases if case.number != 2] == ["good", "last"]
    assert [each.number for each in bad] == ([2] if problem else [])
    assert not problem or problem in bad[0].problem


def test_a_line_without_an_id_takes_none_of_another(tmp_path):
    cases, bad, _ = read_set(
        written(tmp_path / "s.jsonl", {"question": "Who?", "id": "2"}, {"question": "Why?"}), text_of
    )
    assert [case.id for case in cases] == ["2"]
    assert bad == [BadLine(2, "the id '2' is that of line 1, too")]


def test_a_draft_is_counted_and_not_asked(tmp_path):
    drafts = [{"question": "Who?", "confirmed": False}, {"question": "Why?"}]
    cases, bad, unconfirmed = read_set(written(tmp_path / "s.jsonl", *drafts), text_of)
    assert ([case.id for case in cases], bad, unconfirmed) == (["2"], [], 1)


@pytest.mark.parametrize("path", ["", "kettle", "kettle.questions.jsonl", "kettle.unanswerable.jsonl"])
def test_a_public_set_is_read_by_its_folder_its_name_or_any_of_its_files(tmp_path, path):
    public(tmp_path)
    (first, second), bad, _ = read_set(tmp_path / path, text_of)
    assert (first.id, first.number, first.stated.question) == ("kettle.questions.1", 1, "How is it cleaned?")
    assert (first.answerable, first.gold_answers) == (True, ("Vinegar",))
    assert first.stated.gold_passages == ("Vinegar cleans the kettle well.",)
    assert (second.id, second.answerable, second.stated.question) == ("kettle.unanswerable.1", False, "Who made it?")
    assert bad == []


def test_a_folder_of_public_sets_asks_them_all(tmp_path):
    public(tmp_path)
    public(tmp_path, "tea.pot")
    assert [case.id for case in read_set(tmp_path, text_of).cases] == [
        "kettle.questions.1",
        "kettle.unanswerable.1",
        "tea.pot.questions.1",
        "tea.pot.unanswerable.1",
    ]
    assert len(read_set(tmp_path / "tea.pot", text_of).cases) == 2


def test_the_wording_of_gold_is_a_sentence_of_its_passage_alone(tmp_path):
    public(tmp_path)
    file = tmp_path / "kettle.questions.jsonl"
    written(file, {"question": "And then?", "gold": ["b"], "answers": ["cold water"]})
    assert read_set(file, text_of).cases[0].stated.gold_passages == ("The lid of the kettle is made of steel.",)
    written(tmp_path / "kettle.passages.jsonl", {"id": "a", "text": LID}, {"id": "b", "text": LID})
    assert read_set(file, text_of).cases[0].stated.gold_passages == (LID,)


def test_the_wording_of_a_long_sentence_begins_with_its_answer(tmp_path):
    public(tmp_path)
    text = "the kettle " * 30 + "is cleaned with vinegar " + "and water " * 30
    written(tmp_path / "kettle.passages.jsonl", {"id": "a", "text": text})
    file = written(
        tmp_path / "kettle.questions.jsonl", {"question": "How?", "gold": ["a"], "answers": ["cleaned with vinegar"]}
    )
    (wording,) = read_set(file, text_of).cases[0].stated.gold_passages
    assert wording.startswith("cleaned with vinegar and") and wording.endswith(("and", "water")) and wording in text
    assert 180 < len(wording) <= 200


def test_a_bad_line_of_a_public_set_is_told_with_its_file(tmp_path):
    public(tmp_path)
    written(
        tmp_path / "kettle.questions.jsonl",
        {"question": "Which?", "gold": ["z"]},
        {"question": "Which?"},
        "{",
        {"question": "How is it cleaned?", "gold": ["a"]},
    )
    cases, bad, _ = read_set(tmp_path / "kettle", text_of)
    assert [case.id for case in cases] == ["kettle.questions.4", "kettle.unanswerable.1"]
    assert sorted(bad) == [
        BadLine(1, "kettle.questions.jsonl: 'Which?' names the passage 'z', which kettle.passages.jsonl does not hold"),
        BadLine(2, "kettle.questions.jsonl: 'gold' of 'Which?' names no passage"),
        BadLine(3, "kettle.questions.jsonl is not JSON"),
    ]


def test_what_is_no_set_is_told(tmp_path):
    with pytest.raises(BadSet, match="holds no set"):
        read_set(tmp_path, text_of)
    with pytest.raises(WrongUse, match="cannot be read"):
        read_set(tmp_path / "away.jsonl", text_of)
    with pytest.raises(BadSet, match="is empty"):
        read_set(written(tmp_path / "s.jsonl", ""), text_of)
    written(tmp_path / "tea.claims.jsonl", {"claim": "x", "passages": ["y"], "supported": True})
    with pytest.raises(BadSet, match="holds no questions"):
        read_set(tmp_path / "tea", text_of)
