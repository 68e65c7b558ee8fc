"""Evidence by words: what is covered, what is moved, what cannot be judged."""

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings, searchable
from gateway.answer.evidence.far_sources import script
from tests.support.every import every
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, candidate


def check(text, *ids, candidates=CANDIDATES, mode="enforce", language="en"):
    index = EvidenceIndex(candidates, EvidenceSettings(mode=mode), language)
    return index.check(text, ids)


def statuses(*arguments, **options):
    return [(citation.citation_id, citation.status) for citation in check(*arguments, **options)[0]]


def test_a_paragraph_in_the_words_of_its_source_is_ok():
    assert statuses(LOANS, "E1") == [("E1", "ok")]


def test_a_partly_covered_paragraph_is_weak():
    text = "The loan period for a book depends on quarterly committee budgets and seasons."
    [citation] = check(text, "E1")[0]
    assert citation.status == "weak"
    assert 0.35 <= citation.score < 0.65


def test_a_score_at_the_limit_stays_and_one_below_it_is_dropped():
    """The limit is 0.2: four of twenty words stay, and three go."""
    words = [f"quark{letter}x" for letter in "abcdefghijklmnopqrst"]
    text = " ".join(words)
    sources = [Candidates([candidate(1, " ".join(words[:number]))]) for number in (4, 3)]
    assert [(citation.status, citation.score) for citation in check(text, "E1", candidates=sources[0])[0]] == [
        ("weak", 0.2)
    ]
    assert statuses(text, "E1", candidates=sources[1]) == []


def test_the_score_is_the_share_of_the_words_whatever_the_candidates_have_in_common():
    text = "Penguins breed in colonies; penguins of the south eat krill."
    source = candidate(1, "Penguins breed in colonies.")
    subject = [candidate(number, f"Penguins breed near place {number}.") for number in range(2, 9)]
    alone, among = (check(text, "E1", candidates=Candidates([source, *more]))[0] for more in ([], subject))
    assert alone == among and alone[0].score == 0.5


def test_a_number_that_the_source_lacks_makes_it_weak():
    assert statuses("Late fees are 25 cents per day for each overdue item.", "E2") == [("E2", "weak")]
    assert statuses("Late fees are 10 cents per day for each overdue item.", "E2") == [("E2", "ok")]


def test_a_citation_moves_to_a_clearly_better_candidate():
    citations, decisions = check(FEES, "E3")
    assert [(citation.citation_id, citation.status, citation.original_id) for citation in citations] == [
        ("E2", "moved", "E3")
    ]
    assert [decision.kind for decision in decisions] == ["id_moved"]


def test_it_does_not_move_to_a_candidate_that_is_cited_already():
    citations, decisions = check(FEES, "E2", "E3")
    assert [citation.citation_id for citation in citations] == ["E2"]
    assert [(decision.kind, decision.detail["id"]) for decision in decisions] == [("id_dropped", "E3")]


def test_a_citation_moves_only_to_what_would_be_ok():
    half = "Late fees of ten cents pay seasonal visitor forecasts."
    citations, decisions = check(half, "E3")
    assert citations == [] and [decision.kind for decision in decisions] == ["id_dropped"]
    assert statuses(half, "E2") == [("E2", "weak")]


def test_several_cited_sources_may_carry_a_sentence_together():
    text = "Kiwis lay one huge egg, and ostriches outrun hunting lions across dry plains."
    birds = Candidates(
        [
            candidate(1, "Kiwis lay one huge egg."),
            candidate(2, "Ostriches outrun hunting lions across dry plains."),
            candidate(3, "Dry plains are hot."),
        ]
    )
    assert statuses(text, "E2", candidates=birds) == [("E2", "weak")]
    assert ("E2", "ok") in statuses(text, "E1", "E2", candidates=birds)
    assert statuses(text, "E2", "E3", candidates=birds) == [("E2", "weak")], "what is too little does not count"


def test_a_source_that_carries_no_sentence_best_is_judged_alone():
    text = "Ostriches outrun hunting lions across dry plains."
    birds = Candidates([candidate(1, text), candidate(2, "Ostriches hunting plains.")])
    assert statuses(text, "E1", "E2", candidates=birds) == [("E1", "ok"), ("E2", "weak")]


@pytest.mark.parametrize(
    ("text", "source", "status"),
    [
        (
            "The bridge opened to traffic on April 9, 2011.",
            "2011 in review. On April 9 the bridge opened to traffic.",
            "ok",
        ),
        ("The bridge opened to traffic in April 2011.", "The bridge opened to traffic on 2011-04-09.", "ok"),
        ("The bridge opened to traffic on April 8, 2011.", "The bridge opened to traffic on April 9, 2011.", "weak"),
        ("The bridge opened to traffic on April 9, 2012.", "The bridge opened to traffic on April 9, 2011.", "weak"),
    ],
)
def test_a_date_is_held_where_its_year_and_day_are(text, source, status):
    assert statuses(text, "E1", candidates=Candidates([candidate(1, source)])) == [("E1", status)]


def test_report_says_what_enforce_would_do():
    citations, decisions = check(FEES, "E3", mode="report")
    assert [(citation.citation_id, citation.status) for citation in citations] == [("E3", "weak")]
    assert [decision.kind for decision in decisions] == ["id_would_move"]
    citations, decisions = check("Zebras graze quietly under distant mountains.", "E3", mode="report")
    assert [(citation.citation_id, citation.status) for citation in citations] == [("E3", "weak")]
    assert [decision.kind for decision in decisions] == ["id_would_drop"]


def test_off_checks_nothing():
    [citation] = check(FEES, "E1", mode="off")[0]
    assert (citation.status, citation.score, citation.evidence) == ("unchecked", None, ())
    assert EvidenceIndex(CANDIDATES, EvidenceSettings(mode="off"), "en").supporters(FEES) == ()


def test_each_source_is_judged_by_the_sentences_it_carries():
    assert statuses(f"{LOANS} {FEES}", "E1", "E2") == [("E1", "ok"), ("E2", "ok")]


@pytest.mark.parametrize(
    "text",
    [
        "Loans.",
        "```\nloan = period * book\nweeks += renewed once\n```",
        "Les livres peuvent être empruntés pendant trois semaines et renouvelés une fois par personne.",
        "图书借阅期限为三周，可以续借一次。",
        "$loan + period + book + weeks$",
    ],
)
def test_where_the_score_cannot_speak_the_citation_is_kept_unchecked(text):
    [citation] = check(text, "E3")[0]
    assert (citation.citation_id, citation.status, citation.score) == ("E3", "unchecked", None)


def test_chinese_is_scored_by_pairs_of_characters():
    source = "图书的借阅期限为三周，可以续借一次。逾期每天收取十分钱。"
    candidates = Candidates([candidate(1, source, "zh"), candidate(2, "开馆时间为早上九点到晚上八点。", "zh")])
    [citation] = check("图书借阅期限为三周，可续借一次。", "E1", candidates=candidates, language="zh")[0]
    assert citation.status == "ok"
    assert [(part.start, part.end) for part in citation.evidence] == [(0, source.index("。") + 1)]
    [moved] = check("图书借阅期限为三周，可续借一次。", "E2", candidates=candidates, language="zh")[0]
    assert (moved.citation_id, moved.status) == ("E1", "moved")


def test_french_is_scored_in_french():
    source = "Un livre peut être emprunté pendant trois semaines. Les amendes sont de dix centimes par jour."
    candidates = Candidates([candidate(1, source, "fr")])
    [citation] = check("Les livres sont empruntés pendant trois semaines.", "E1", candidates=candidates, language="fr")[
        0
    ]
    assert citation.status == "ok"
    assert source[citation.evidence[0].start : citation.evidence[0].end].startswith("Un livre")


def test_evidence_is_whole_sentences_in_reading_order():
    source = f"Welcome to our desk. {LOANS} Our cat is called Tom. {FEES}"
    [citation] = check(f"{FEES} {LOANS}", "E1", candidates=Candidates([candidate(1, source)]))[0]
    assert [source[part.start : part.end] for part in citation.evidence] == [LOANS, FEES]


def test_a_graph_reference_is_scored_on_names_and_descriptions():
    payload = {
        "entitiesFromQuestion": [],
        "vertices": [
            {"id": "1", "label": "office", "name": "Loan desk", "description": "Handles renewals of borrowed books"}
        ],
        "edges": [
            {"sourceName": "Loan desk", "label": "reports to", "targetName": "Library director", "description": ""}
        ],
    }
    graph = Candidate("G1", "graph", payload, 1.0, 1, "en")
    assert statuses(
        "The loan desk handles renewals and reports to the library director.", "G1", candidates=Candidates([graph])
    ) == [("G1", "ok")]
    assert "Library director" in searchable(graph)


def test_what_the_question_calls_an_entity_is_wording_of_its_graph_reference():
    payload = {"entitiesFromQuestion": ["SPIM"], "vertices": [], "edges": []}
    assert "SPIM" in searchable(Candidate("G1", "graph", payload, 1.0, 1))


def test_a_reference_without_text_is_unchecked():
    empty = Candidates(
        [
            Candidate("G1", "graph", {"entitiesFromQuestion": [], "vertices": [], "edges": []}, 1.0, 1),
            candidate(1, "  "),
        ]
    )
    assert statuses(LOANS, "G1", "E1", candidates=empty) == [("G1", "unchecked"), ("E1", "unchecked")]


def test_a_text_without_ids_is_supported_by_what_carries_its_sentences():
    index = EvidenceIndex(CANDIDATES, EvidenceSettings(), "en")
    assert index.supporters(f"{LIMITS} {LOANS} Yes.") == ("E3", "E1")
    assert index.supporters("Zebras graze quietly under distant mountains.") == ()
    assert EvidenceIndex(Candidates(), EvidenceSettings(), "en").supporters(LOANS) == ()


def test_a_sentence_of_function_words_says_nothing():
    assert statuses(f"It is so. {LOANS}", "E1") == [("E1", "ok")]


@pytest.mark.parametrize(
    ("text", "name"), [("plain", "latin"), ("déjà vu", "latin"), ("图书馆 a", "han"), ("привет é", "other"), ("  ", "")]
)
def test_the_script_is_the_one_most_letters_belong_to(text, name):
    assert script(text) == name


def test_no_ids_no_work():
    assert check(LOANS) == ([], [])


def test_what_a_source_says_is_looked_up_once():
    index = EvidenceIndex(CANDIDATES, EvidenceSettings(), "en")
    assert index.check(LOANS, ["E1"]) == index.check(LOANS, ["E1"])


def test_evidence_names_the_page_on_which_each_sentence_begins():
    source, filler = f"{LOANS} {LIMITS} {FEES}", "Nothing."
    pages = [{"page": 7, "start": 0}, {"page": 8, "start": len(LOANS) + 5}, {"page": 9, "start": len(source) - 3}]
    paged = Candidate(
        "E1", "embedding", {"text": source, "position": {"page": 7, "pageEnd": 9, "pages": pages}}, 1.0, 1, "en"
    )
    (citation,) = check(f"{LOANS} {FEES}", "E1", candidates=Candidates([paged, candidate(2, filler)]))[0]
    assert [(source[part.start : part.end], part.page) for part in citation.evidence] == [(LOANS, 7), (FEES, 8)]
    (citation,) = check(LOANS, "E1")[0]
    assert [part.page for part in citation.evidence] == [None]


def test_a_sentence_that_adds_next_to_nothing_is_no_evidence():
    rest = "Branch opening hours differ between weekdays, weekends, holidays, summers, winters and exams"
    source = f"{rest}. Seats near windows."
    [citation] = check(f"{rest}, seats.", "E1", candidates=Candidates([candidate(1, source)]))[0]
    assert [source[part.start : part.end] for part in citation.evidence] == [f"{rest}."]


PUMP = (
    "The pump P300 delivers 40 litres per minute and weighs 12.5 kg. Close the drain cock before the start. "
    "The hydraulic power is the product of density, gravity, flow and head."
)
PUMPS = Candidates([candidate(1, PUMP, title="Pump"), candidate(2, "Penguins eat krill.")])


@every(
    "text",
    [
        "The **pump P300** delivers *40 litres* per __minute__ and _weighs_ 12.5 kg.",
        "The p**ump** P300 deli*vers* 40 litres per minute.",
        "The [pump P300](https://shop.example/catalogue?ref=17&lang=en) delivers 40 litres per minute.",
        'The [pump P300][sheet-2024] delivers 40 litres.\n\n[sheet-2024]: https://files.example/2024.pdf "Download"',
        "The pump P300[^1] delivers 40 litres[^note17] per minute<sup>2</sup>.",
        "![Photograph 77](images/large-77.png) The pump P300 delivers 40 litres per minute.",
        "77. The pump P300 delivers 40 litres.\n78. Close the drain cock.",
        "- [x] The pump P300 delivers 40 litres.\n- [ ] Close the drain cock.",
        "| **Pump** | Litres per minute | Weighs |\n|:--|--:|---|\n| P300 | 40<br>litres | 12.5&nbsp;kg |",
        'The <b>pump P300</b> delivers <span class="big" data-value="4711">40 litres</span> per minute.',
        "> The pump P300 delivers 40 litres\n> and weighs 12.5 kg.",
        "Close the drain cock:\n```sh\nset_valve --timeout 77\n```",
        "Hydraulic power is the product of density, gravity, flow and head: $P = \\rho_{17} g Q H$.",
        "Hydraulic power is the product of density, gravity, flow and head: \\[P = \\rho_{17} \\cdot Q_{nominal}\\]",
        "Hydraulic power is the product of density, gravity, flow and head \\(P = \\rho_{17}\\).",
        "Hydraulic power is the product of density and head:\n\\begin{align}\nQ_{nominal} &= 33\n\\end{align}",
    ],
)
def test_markup_counts_for_nothing(text):
    [citation], decisions = check(text, "E1", candidates=PUMPS)
    assert (citation.status, citation.score, decisions) == ("ok", 1.0, [])


@pytest.mark.parametrize(
    "text",
    [
        "| pump | litres per minute |\n|---|---|\n| P300 | 60 |",
        "- The pump P300 delivers **60** litres per minute.",
        "The pump P300 delivers 40 litres, see https://elsewhere.example/brochure-77",
        "It costs $5 and weighs 12.5 kg, or US$ 6 for the pump P300.",
    ],
)
def test_what_marked_up_text_says_counts(text):
    assert statuses(text, "E1", candidates=PUMPS) == [("E1", "weak")]


def test_marks_inside_a_chinese_passage_part_no_words():
    source = Candidates([candidate(1, "图书的**借期**为`三周`。", "zh")])
    assert statuses("图书的借期为三周。", "E1", candidates=source, language="zh") == [("E1", "ok")]
    assert check("图书的**借期**为`三周`。", "E1", candidates=source, language="zh")[0][0].score == 1.0


@every("part", ["[", "![", "\\[ ", "\\begin{a} ", "$a ", "**", "*a _b ", "<a ", "[^1] ", "`"])
def test_markup_without_end_costs_little(part):
    import time

    began = time.process_time()
    check((part * 400 + "\n") * 20, "E1", candidates=PUMPS)
    assert time.process_time() - began < 3
