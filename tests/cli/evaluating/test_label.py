"""`citestream evaluate label` and `labels`, as people use them: key by key, over several sessions."""

import json

import pytest

QUESTIONS = ("How long may a book be borrowed?", "How long may a film be borrowed?", "Can a loan be renewed?")


def test_people_label_answers_take_back_continue_and_their_labels_are_written(citestream, evaluate, notes, tmp_path):
    assert "nothing to label" in evaluate("label", "--as", "anna").stdout
    assert citestream("ingest", str(notes)).returncode == 0
    for question in QUESTIONS:
        assert citestream("ask", question).returncode == 0
    first = evaluate("label", "--as", "anna", keys="s?\nn\nuq")
    shown = first.stdout
    assert shown.count("u undo  k skip") == 4 and "1/3" in shown and "3/3" in shown
    assert "⟦A book may be borrowed for" in shown and "Labelled by anna: 1 of 3." in shown
    second = evaluate("label", "--as", "anna", keys="ksnuuuun").stdout
    assert "There is no label to undo." in second and "Labelled by anna: 1 of 3." in second
    assert "Everything is labelled." in second

    assert "Labelled by anna: 3 of 3." in evaluate("label", "--as", "anna", keys="ss").stdout
    ben = evaluate("label", "--as", "ben", keys="nps").stdout
    assert "anna and ben: kappa" in ben and "over 3 cases." in ben
    assert "Left out because labels contradict each other: 1." in ben
    done = evaluate("labels", "--out", "claims.jsonl")
    assert "Claims written: 2." in done.stderr and "contradict each other: 1." in done.stderr
    lines = [json.loads(line) for line in (tmp_path / "claims.jsonl").read_text().splitlines()]
    assert [(line["supported"], line["labels"]) for line in lines] == [(False, 2), (True, 2)]
    assert all(line.keys() == {"claim", "passages", "supported", "labels"} for line in lines)
    assert [json.loads(line) for line in evaluate("labels").stdout.splitlines()] == lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["label", "--as", " "], "--as: a name of 1 to 100 characters."),
        (["label", "12", "--as", "anna"], "'12' is no id of a run"),
        (["label", "5b0d6b1c0f6e4f0fa3c1d2e4f5061728", "--as", "anna"], "There is no evaluation run 5b0d6b1c"),
        (["labels", "5b0d6b1c0f6e4f0fa3c1d2e4f5061728"], "There is no evaluation run 5b0d6b1c"),
        (["labels", "--out", "none/claims.jsonl"], "none/claims.jsonl cannot be written: No such file or directory."),
    ],
)
def test_what_cannot_work_is_one_sentence(evaluate, arguments, sentence):
    done = evaluate(*arguments)
    assert done.exit_code == 1 and sentence in str(done.exception)


def test_the_labels_of_a_run_say_how_often_its_paragraphs_are_unsupported(citestream, evaluate, notes, tmp_path):
    assert citestream("ingest", str(notes)).returncode == 0
    lines = (json.dumps({"question": question, "answerable": True}) for question in QUESTIONS)
    (tmp_path / "set.jsonl").write_text("\n".join(lines))
    report = json.loads(citestream("evaluate", "run", "set.jsonl", "--json").stdout)
    assert report["pooled"]["hallucination_rate"]["value"] is None
    assert "nothing to label" in evaluate("label", "--as", "anna").stdout, "answers of a run are not live answers"
    assert "Labelled by anna: 3 of 3." in evaluate("label", report["run"], "--as", "anna", keys="snp").stdout
    resumed = citestream("evaluate", "run", "set.jsonl", "--resume", report["run"], "--json")
    found = json.loads(resumed.stdout)["pooled"]["hallucination_rate"]
    assert (found["value"], found["cases"], found["by"]) == (pytest.approx(2 / 3), 3, "labels")
    assert "Claims written: 3." in evaluate("labels", report["run"]).stderr
    assert "Claims written: 3." in evaluate("labels", report["run"], "--sampled").stderr
    assert citestream("evaluate", "remove", report["run"]).returncode == 0
