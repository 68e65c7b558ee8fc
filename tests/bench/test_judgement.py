"""The yardstick on two small invented sets, through the real store."""

import json

import pytest

from bench import judgement
from bench.judgement_parts import across, base, citing, comparing, gating, quoted, report, searching
from bench.judgement_parts.gating import Gated
from bench.judgement_parts.quoted import Answered, wording
from bench.judgement_parts.sets import LabelledClaim, LabelledPassage, LabelledQuestion, LabelledSet, load
from gateway.answer.evidence.verifier_verdicts import Verdict
from gateway.evaluation.intervals import share
from gateway.knowledge.search.hybrid import SPREAD
from tests.fakes.upstream import FakeUpstream
from tests.support.verifier_service import verdicts

LONG = "The harbour of Marrow Bay has a lighthouse. " + "The keeper counts the gulls of the harbour every day. " * 90
KETTLE = {
    "k1": "The kettle is cleaned with vinegar once a month.",
    "k2": "The warranty of the kettle lasts three years.",
    "k3": "The lid of the kettle is made of steel.",
}
HARBOUR = {
    "h1": LONG,
    "h2": "The ferry to Marrow Bay leaves at seven in the morning.",
    "h3": "The museum of Marrow Bay shows nets and anchors.",
}
ASKED = {
    "kettle": [
        ("How is the kettle cleaned?", "k1", "vinegar"),
        ("How long does the warranty last?", "k2", "three years"),
    ],
    "harbour": [("When does the ferry leave?", "h2", "at seven"), ("Who counts the gulls?", "h1", "The keeper")],
}
CLAIMS = [
    ("The kettle is cleaned with vinegar once a month.", [KETTLE["k1"]], True),
    ("The warranty of the kettle lasts three years.", [KETTLE["k2"]], True),
    ("A purple submarine sank beneath frozen Antarctic glaciers.", [KETTLE["k3"]], False),
]


def lines(entries):
    return "".join(json.dumps(entry) + "\n" for entry in entries)


@pytest.fixture
def folder(tmp_path):
    for name, passages in (("kettle", KETTLE), ("harbour", HARBOUR)):
        (tmp_path / f"{name}.passages.jsonl").write_text(lines({"id": k, "text": v} for k, v in passages.items()))
        questions = ({"question": q, "gold": [gold], "answers": [answer]} for q, gold, answer in ASKED[name])
        (tmp_path / f"{name}.questions.jsonl").write_text(lines(questions))
    (tmp_path / "kettle.unanswerable.jsonl").write_text(lines([{"question": "Which colour has the kettle?"}]))
    claims = ({"claim": claim, "passages": passages, "supported": label} for claim, passages, label in CLAIMS)
    (tmp_path / "tea.claims.jsonl").write_text(lines(claims))
    return tmp_path


@pytest.fixture
async def filled(folder, database_url, monkeypatch):
    monkeypatch.setenv("BENCH_DATABASE_URL", database_url)
    sets = [each for each in load(folder) if each.questions]
    async with base.opened(sets) as opened:
        yield opened, sets


async def test_every_question_finds_its_passage_once_however_long_it_is(filled):
    opened, sets = filled
    assert await opened.ranked("Who counts the gulls of the harbour?", "harbour", 10, "none") == ["h1"]
    runs = await searching.search_runs(opened, sets)
    assert list(runs) == ["harbour", "kettle"] and list(runs["kettle"]) == list(searching.SYSTEMS)
    scores = searching.search_scores(searching.pooled(runs))
    assert scores["none"].recall[1] == share([True] * 4) and scores["none"].ndcg.value == 1
    assert scores["stems"].against.better == scores["stems"].against.worse == 0


async def test_the_gate_is_asked_questions_of_both_sets(filled):
    opened, sets = filled
    runs = await gating.gate_runs(opened, sets)
    kettle = gating.gate_scores(runs["kettle"])
    assert {kind: len(found) for kind, found in runs["kettle"].items()} == dict(
        zip(gating.KINDS, (2, 2, 0, 1), strict=True)
    )
    assert kettle["answerable"].outcomes["refused"].value == 0
    assert kettle["off-topic"].outcomes["refused"].value == 1 and kettle["off-topic"].above.value == 1
    assert "off-topic, ours" not in kettle


def test_questions_of_other_sets_in_the_same_language_are_off_topic():
    def made(name, language, count):
        questions = tuple(LabelledQuestion(f"{name} {number}") for number in range(count))
        return LabelledSet(name, language, questions=questions)

    sets = [made("a", "en", 9), made("b", "en", 9), made("c", "en", 2), made("d", "fr", 9)]
    assert [question.text for question in gating.off_topic(sets[0], sets, 6)] == ["b 0", "b 3", "b 6", "c 0", "c 1"]
    assert gating.off_topic(sets[3], sets) == () and len(gating.own_questions("fr")) > 100
    assert gating.own_questions("xx") == ()


def test_outcomes_are_shares_and_confidence_an_area():
    runs = {
        "answerable": [Gated("confident", 0.9), Gated("doubtful", 0.4)],
        "off-topic": [Gated("refused", 0.1), Gated("doubtful", 0.4)],
    }
    scores = gating.gate_scores(runs)
    assert [scores["off-topic"].outcomes[outcome].value for outcome in gating.OUTCOMES] == [0.5, 0.5, 0]
    assert scores["off-topic"].above.value == 3.5 / 4


async def test_quoting_shows_the_wording(filled):
    opened, sets = filled
    runs = await quoted.quoting_runs(opened, sets)
    scores = quoted.quoting_scores(quoted.pooled(runs))
    assert scores.shown.value == scores.first.value == scores.passages.value == 1
    assert scores.paragraphs == 1 and scores.silent.value == 0


@pytest.mark.parametrize(
    ("text", "wordings", "share"),
    [
        ("It lasts three\nyears.", ["3 years", "Three  years"], 1),
        ("Ça dure trois années", ["ca dure"], 1),
        ("It lasts four years.", ["three years"], 0),
        ("on peut l’ouvrir", [], 0),
        ("a b c d e f g", ["a b c d e f g h i j k l m"], 0.5),
        ("a b c d e f g", ["a b c d e f g h i j k"], 0),
    ],
)
def test_a_wording_counts_whole_and_a_long_one_by_its_pairs(text, wordings, share):
    assert wording(text, wordings) == share


def test_answers_that_show_nothing_have_no_length():
    found = [Answered(True, 0, 0, 0, 0, 0, 1), Answered(False, 2, 80, 1, 0.5, 1, 1)]
    scores = quoted.quoting_scores(found)
    assert (scores.silent.value, scores.shown.value, scores.first.value) == (0.5, 0.5, 0.25)
    assert (scores.paragraphs, scores.characters) == (2, 80)
    assert quoted.quoting_scores(found[:1]).paragraphs == 0


PARALLEL = [
    LabelledSet(
        language,
        language,
        (LabelledPassage("a", first), LabelledPassage("b", second)),
        (LabelledQuestion(asked[0], frozenset("a"), (told,)), LabelledQuestion(asked[1], frozenset("b"), (told,))),
    )
    for language, first, second, asked, told in [
        ("en", KETTLE["k1"], HARBOUR["h2"], ("How is the kettle cleaned?", "When does the ferry leave?"), "the"),
        ("fr", "La bouilloire.", "Le bac part à 7 h.", ("Comment laver la bouilloire ?", "Quand part le bac ?"), "le"),
    ]
]


async def test_parallel_sets_are_asked_across_languages(filled, monkeypatch):
    opened, sets = filled
    every = [*sets, *PARALLEL]
    assert [each.name for each in across.parallel(every)] == ["en", "fr"] and across.parallel(sets) == ()
    mixture = across.mixed(PARALLEL)
    assert [passage.text for passage in mixture.passages] == [KETTLE["k1"], "Le bac part à 7 h."]
    await opened.fill([*PARALLEL, mixture])
    runs = await across.across_runs(opened, every, ["none"])
    one, several = runs[f"{across.ONE}, none"], runs[f"{across.SEVERAL}, none"]
    assert (len(one), len(several)) == (4, 2) and not any(each.shown for each in several)
    assert {each.ranked for each in runs[f"off-topic, {across.SEVERAL}, none"]} == {None}
    cosines = {across.ONE: (0.1, 0.2, 0.5), f"off-topic, {across.ONE}": (0.0, 0.4)}
    told = {
        f"{kind}, e5": [across.Crossed(None, "refused", cosine) for cosine in each] for kind, each in cosines.items()
    }
    assert across.calibration(told, "e5") == pytest.approx((-0.4, -0.4 + 1 / SPREAD))
    findings = report.Findings({}, across=runs)
    assert f"{across.ONE}, none, 4" in findings.tables()["across"] and json.dumps(findings.json()["across"])


async def test_citations_stand_fall_and_move(folder):
    (tea,) = (each for each in load(folder) if each.claims)
    runs = (await citing.citing_runs([tea]))["tea"]
    assert [each.status for each in runs["supported"]] == ["ok", "ok"]
    assert [each.status for each in runs["unsupported"]] == ["dropped"]
    assert [(each.status, each.right) for each in runs["wrong passage"]] == [("moved", True)] * 2
    scores = citing.evidence_scores(runs)
    assert scores.above.value == scores.accuracy == scores.accuracy_checked == 1
    assert scores.kinds["wrong passage"].righted.value == 1


def test_a_claim_has_eight_candidates_and_none_that_says_the_same_is_wrong():
    texts = [f"The kettle number {number} is cleaned with agent {number * 7}." for number in range(9)]
    claims = [LabelledClaim("It is cleaned.", (text,), True) for text in texts]
    copy = "The kettle of number 0 is cleaned with the agent 0."
    other = [LabelledClaim("x", (copy,), False), LabelledClaim("y", ("Nothing of this is like the kettle.",), False)]
    cases = citing.cases(LabelledSet("kettles", "en", claims=(*claims, *other)))
    assert all(len(case.texts) == citing.CANDIDATES for case in cases[:9])
    assert cases[0].texts[0] == texts[0] and cases[0].texts.index(copy) in cases[0].right


class Judge:
    """A verifier that refutes everything."""

    async def verify(self, claims):
        return [Verdict("refuted")] * len(claims)

    async def aclose(self):
        pass


async def test_a_verifier_has_the_last_word(folder):
    sets = [each for each in load(folder) if each.claims]
    runs = (await citing.citing_runs(sets, verifier=Judge()))["tea"]
    assert {each.status for found in runs.values() for each in found} == {"dropped"}


async def test_a_verifier_of_the_settings_is_asked_about_every_citation_that_stands(folder, monkeypatch):
    async with FakeUpstream([verdicts("supported")] * 5) as service:
        monkeypatch.setenv("GATEWAY_VERIFIER_URL", service.url)
        found = await judgement.judged(load(folder), ("evidence",), "http")
    assert len(service.requests) == 4, "of five citations the unsupported one was dropped before"
    assert not found.search and list(found.evidence) == ["tea"]


def test_a_passage_is_a_document_without_a_title_that_says_anything():
    source = base._source(LabelledPassage("p", "# Text"), "set")
    assert (source.kind, source.workspace, source.identity) == ("text/plain", "set", "p")


def test_the_command_prints_the_tables(folder, database_url, monkeypatch, capsys):
    monkeypatch.setenv("BENCH_DATABASE_URL", database_url)
    assert judgement.main([str(folder), "--sample", "1"]) == 0
    printed = capsys.readouterr().out
    assert [line for line in printed.splitlines() if line.startswith("#")] == [
        "## Search",
        "## Gate",
        "## Quoting",
        "## Evidence",
    ]
    assert "| harbour (en), 1 | raw | 1.000" in printed and "| **all** |" in printed


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["/away"], "judgement: /away is not a folder."),
        (["FOLDER", "--only", "evidence", "--verifier", "nobody"], "'nobody' is not one of"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(folder, capsys, given, sentence):
    assert judgement.main([str(folder) if word == "FOLDER" else word for word in given]) == 2
    assert sentence in capsys.readouterr().err


def test_a_passage_without_text_is_told(folder, database_url, monkeypatch, capsys):
    monkeypatch.setenv("BENCH_DATABASE_URL", database_url)
    with (folder / "kettle.passages.jsonl").open("a") as file:
        file.write(lines([{"id": "k4", "text": "\x00"}]))
    assert judgement.main([str(folder), "--only", "gate"]) == 2
    assert "judgement: kettle.passages.jsonl, passage 'k4': text is not a text file" in capsys.readouterr().err


@pytest.mark.parametrize("given", [["--only", "speed", "x"], ["--sample", "0", "x"]])
def test_options_that_nobody_knows_are_refused(given, capsys):
    with pytest.raises(SystemExit):
        judgement.main(given)
    assert given[0] in capsys.readouterr().err


def test_without_a_folder_it_says_what_it_wants(capsys):
    assert judgement.main([]) == 0
    assert "wants a folder" in capsys.readouterr().out


def test_figures_are_written_into_a_file_and_tables_into_pages(folder, database_url, monkeypatch, tmp_path):
    monkeypatch.setenv("BENCH_DATABASE_URL", database_url)
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in set(report.PAGES.values()):
        (docs / name).write_text((report.DOCS / name).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(report.Findings.pages, "__defaults__", (docs,))
    assert judgement.main([str(folder), "--json", str(tmp_path / "figures.json"), "--write"]) == 0
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert figures["sets"]["kettle"] == {"language": "en", "passages": 3, "questions": 2}
    assert figures["search"]["all"]["none"]["recall"]["1"]["value"] == 1
    assert figures["search"]["kettle"]["raw"]["against"]["p"] == 1
    assert figures["gate"]["all"]["off-topic"]["outcomes"]["refused"]["count"] == 4
    assert figures["quoting"]["harbour"]["shown"]["value"] == 1
    assert figures["evidence"]["tea"]["kinds"]["supported"]["statuses"]["ok"]["count"] == 2
    retrieval, gate = ((docs / name).read_text(encoding="utf-8") for name in ("retrieval.md", "gate.md"))
    assert "| harbour (en), 2 |" in retrieval and "| **all**, 4 |" in retrieval and "| tea (en) |" in retrieval
    assert "| kettle (en) | answerable, 2 |" in gate and "## Which threshold?" in gate
    assert retrieval.count("\n## ") == (report.DOCS / "retrieval.md").read_text(encoding="utf-8").count("\n## ")


def test_a_run_is_compared_with_an_earlier_one_question_by_question(folder, tmp_path, capsys):
    figures = tmp_path / "figures.json"
    asked = [str(folder), "--only", "evidence"]
    assert judgement.main([*asked, "--json", str(figures)]) == 0
    content = json.loads(figures.read_text(encoding="utf-8"))
    assert content["outcomes"] == {
        "supported, `ok`": {"tea": [1, 1]},
        "unsupported, weak or dropped": {"tea": [1]},
    }
    content["outcomes"]["supported, `ok`"]["tea"] = [0, 1]
    content["outcomes"]["unsupported, weak or dropped"] = {"tea": [0, 1]}  # another sample: not compared
    figures.write_text(json.dumps(content), encoding="utf-8")
    assert judgement.main([*asked, "--against", str(figures)]) == 0
    printed = capsys.readouterr().out
    assert "| supported, `ok` | tea, 2 | .500 → 1.000 | +1 −0, p = 1 |" in printed
    assert "weak or dropped | tea" not in printed
    assert judgement.main([*asked, "--against", str(folder / "tea.claims.jsonl")]) == 2
    assert "is no file of figures" in capsys.readouterr().err


def test_more_is_better_in_every_outcome():
    hit, miss = searching.Hits((True,)), searching.Hits((False, True))
    found = comparing.outcomes(
        {"a": {"none": [hit, miss]}},
        {"a": {"answerable": [Gated("doubtful", 0.4), Gated("refused", 0.1)], "off-topic": [Gated("confident", 0.9)]}},
        {"a": [Answered(False, 1, 80, 0.5, 0.5, 1, 1)]},
        {"b": {"supported": [], "unsupported": [], "wrong passage": []}},
    )
    assert found == {
        "recall@1": {"a": [1, 0]},
        "nDCG@10": {"a": [1, 0.63093]},
        "answerable, not refused": {"a": [1, 0]},
        "off-topic, not confident": {"a": [0]},
        "wording shown": {"a": [0.5]},
    }
    text = comparing.table({"recall@1": {"a": [0, 0], "b": [1]}}, {"recall@1": {"a": [1, 0], "b": [1]}})
    assert text.splitlines()[2:] == [
        "| recall@1 | a, 2 | .000 → .500 | +1 −0, p = 1 |",
        "|  | b, 1 | 1.000 → 1.000 | +0 −0, p = 1 |",
        "|  | **all**, 3 | .333 → .667 | +1 −0, p = 1 |",
    ]


def test_a_page_without_room_for_a_table_is_told():
    assert report.replaced("a\n<!-- judgement: gate -->\nold\n<!-- /judgement -->\nb", "gate", "new") == (
        "a\n<!-- judgement: gate -->\n\nnew\n\n<!-- /judgement -->\nb"
    )
    with pytest.raises(ValueError, match="0 places"):
        report.replaced("a", "gate", "new")


def test_the_level_that_refuses_three_in_a_hundred_shows_what_confidence_is_worth():
    answerable = [Gated("confident", number / 100) for number in range(100)]
    off_topic = [Gated("refused", 0.02), Gated("refused", 0.03), Gated("confident", 0.5), Gated("refused", 0.0)]
    scores = gating.gate_scores({"answerable": answerable, "off-topic": off_topic})
    assert scores["off-topic"].at_best.value == 0.5
