"""The confidence gate."""

import pytest

from gateway.answer.answer import Candidate
from gateway.answer.checking.confidence_gate import (
    NAMED,
    NOTHING,
    STEEPNESS,
    Bar,
    Confidence,
    Judged,
    confidence,
    judge,
)


def candidate(text, rank=1, title="", language="en"):
    return Candidate(f"E{rank}", "embedding", {"title": title, "text": text}, 1.0, rank, language)


LOANS = candidate("A book may be kept for three weeks. The loan period can be renewed once.")


def test_a_question_in_the_words_of_a_passage_is_confident():
    assert confidence("How long is the loan period for a book?", "en", [LOANS], {}).value >= 0.6


def test_a_question_about_something_else_has_no_confidence():
    assert confidence("Who won the football championship?", "en", [LOANS], {}).value == 0.0


def test_no_candidate_is_nothing_and_always_refused():
    assert confidence("Anything?", "en", [], {}) == NOTHING
    assert judge(NOTHING, lambda _: Bar()) == Judged(True, 0.0)


def test_rare_words_weigh_more_than_common_ones():
    weights = {"loan": 5.0, "book": 0.1}
    rare = confidence("loan book", "en", [candidate("loan")], weights).value
    common = confidence("loan book", "en", [candidate("book")], weights).value
    assert rare > 0.9 > 0.1 > common


def test_an_unknown_word_weighs_as_the_median_word():
    weights = {"loan": 1.0, "book": 1.0}
    assert confidence("loan zzyzx", "en", [LOANS], weights).value == pytest.approx(0.5**STEEPNESS)


def test_a_calibrated_cosine_may_carry_the_question_where_words_differ():
    found = confidence("borrowing", "en", [candidate("loan")], {}, {"E1": 0.4}, (0.2, 0.6))
    assert found.value == pytest.approx(0.5)
    assert confidence("borrowing", "en", [candidate("loan")], {}, {"E1": 0.4}, None).value == 0


@pytest.mark.parametrize("question", ["y", "What is 2+2?", "x?"])
def test_letters_and_digits_alone_say_nothing(question):
    passage = candidate("See chapter 2: x and y are 2 letters.")
    assert confidence(question, "en", [passage], {}).value == 0.0
    assert confidence(f"{question} letters", "en", [passage], {}).value > 0.5


def test_a_single_chinese_character_is_a_word():
    assert confidence("茶", "zh", [candidate("喝茶。", language="zh")], {}).value == 1.0


def test_the_title_counts_in_part():
    assert confidence("loan", "en", [candidate("…", title="Loan rules")], {}).value == pytest.approx(NAMED**STEEPNESS)
    assert confidence("loan", "en", [candidate("A loan.", title="Loan rules")], {}).value == 1.0


def test_a_misspelt_word_counts_by_what_it_was_meant_to_be_unless_the_corpus_knows_it():
    asked = "How long is the laon period for a bookk?"
    assert confidence("renewd", "en", [LOANS], {}).value > 0.8
    assert (
        confidence(asked, "en", [LOANS], {}).value
        > confidence("How long is the zzyzx for a qwrtz?", "en", [LOANS], {}).value
    )
    assert confidence("renewd", "en", [LOANS], {"renewd": 3.0}).value == 0.0


def test_a_synonym_and_neighbours_written_together_count():
    fee = candidate("The fee is ten euros. The bedtime is nine.")
    assert 0.5 < confidence("price", "en", [fee], {}).value < 1.0
    assert confidence("bed time", "en", [fee], {}).value > 0.8
    assert confidence("租房", "zh", [candidate("房屋租赁须签合同。", language="zh")], {}).value > 0.4


def refuses(values, threshold=0.0, margin=0.0):
    return judge(Confidence(values), lambda _: Bar(threshold, margin)).refused


def test_threshold_and_margin_refuse_and_zero_switches_them_off():
    assert refuses({"E1": 0.29}, 0.3) and not refuses({"E1": 0.31}, 0.3) and not refuses({"E1": 0.0})
    assert refuses({"E1": 0.85, "E2": 0.9}, 0.3, 0.1) and not refuses({"E1": 0.7, "E2": 0.9}, 0.3, 0.1)
    assert not refuses({"E1": 0.31}, 0.3, 0.5), "a candidate alone has nothing to lead before"


def test_each_candidate_has_the_bar_of_its_source_and_one_over_it_is_enough():
    bars = {"E1": Bar(0.3), "G1": Bar(0.6), "": Bar(0.5)}
    assert judge(Confidence({"E1": 0.35, "G1": 0.5}), bars.get) == Judged(False, 0.3)
    assert judge(Confidence({"E1": 0.2, "G1": 0.5}), bars.get) == Judged(True, 0.6), "the best one's is told"
    assert judge(Confidence({"E1": 0.2, "G1": 0.7}), bars.get) == Judged(False, 0.6)
    assert judge(NOTHING, bars.get) == Judged(True, 0.5)


def test_a_question_above_the_threshold_is_doubtful_until_a_candidate_reaches_the_bound_of_doubt():
    def judged(*values, threshold=0.3, doubt=0.6):
        found = Confidence({f"E{rank}": value for rank, value in enumerate(values, start=1)})
        return judge(found, lambda _: Bar(threshold, 0.0, doubt))

    assert judged(0.2).level == "nothing" and judged(0.5, 0.4).level == "doubtful"
    assert judged(0.5, 0.6).level == "confident" and judged(0.5, doubt=0.0).level == "confident"
    assert judged(0.1, threshold=0.0).level == "confident", "0 switches the gate off, doubt and all"
    assert not judged(0.2).doubtful


def test_the_lead_is_asked_of_the_best_that_passes():
    bars = {"E1": Bar(0.3, 0.1), "G1": Bar(0.9)}
    assert judge(Confidence({"E1": 0.5, "G1": 0.8}), bars.get).refused, "a worse source knows more about it"
    assert not judge(Confidence({"E1": 0.5, "G1": 0.3}), bars.get).refused


def test_a_pair_of_chinese_characters_across_two_words_does_not_count():
    lamp = candidate("台灯的保修期为一年。", language="zh")
    weights = {"台灯": 4.6, "保修": 2.4}
    assert confidence("台灯保修", "zh", [lamp], weights).value == 1.0
    # 颜色 shares no character with a known pair, so it is a word that is missing.
    assert confidence("台灯颜色", "zh", [lamp], {"台灯": 4.6}).value < 0.7


def test_a_chinese_question_far_from_the_corpus_stays_without_confidence():
    lamp = candidate("台灯的保修期为一年。", language="zh")
    assert confidence("如何申请美国签证？", "zh", [lamp], {"申": 3.5}).value == 0.0
    asks = candidate("可以在网店申请。", language="zh")
    assert confidence("如何申请美国签证？", "zh", [asks], {"申": 3.5}).value < 0.2


def test_words_of_any_subject_prove_little_by_chance_and_do_not_lower_a_full_match():
    weights = {"day": 2.8, "year": 4.6, "start": 2.0}
    passage = candidate("A starter takes some days and lives for a year.")
    assert confidence("How many days are in a leap year?", "en", [passage], weights).value < 0.3
    assert confidence("How many days does a starter take in a year?", "en", [passage], weights).value == 1.0
    assert confidence("What time?", "en", [candidate("The time is noon.")], {"tim": 2.9}).value == 1.0


def test_one_word_in_common_with_a_longer_question_counts_less():
    weights = {"mercur": 4.6, "year": 4.6, "long": 3.5}
    lamp = candidate("The mercury lamp stays on.")
    assert confidence("How long is a mercury year?", "en", [lamp], weights).value < 0.3
    assert confidence("mercury", "en", [lamp], weights).value == 1.0


def test_a_graph_result_counts_by_its_names_aliases_and_descriptions():
    payload = {
        "entitiesFromQuestion": ["SPIM"],
        "vertices": [{"id": "a", "label": "instrument", "name": "light sheet", "description": ""}],
        "edges": [
            {
                "sourceName": "light sheet",
                "label": "stands in",
                "targetName": "C 114",
                "description": "It stands there.",
            }
        ],
    }
    graph = Candidate("G1", "graph", payload, 1.0, 1)
    assert confidence("Where does the SPIM stand?", "en", [graph], {}).value == 1.0
    assert confidence("Who won the football championship?", "en", [graph], {}).value == 0.0


def test_the_characters_around_a_name_in_a_chinese_question_are_no_words_of_it():
    payload = {
        "entitiesFromQuestion": ["普洱"],
        "vertices": [{"id": "a", "label": "茶", "name": "普洱熟茶", "description": "普洱熟茶属于黑茶。"}],
        "edges": [],
    }
    weights = {"洱属": 5.0, "普洱": 1.0, "属于": 1.0}
    assert confidence("普洱属于什么？", "zh", [Candidate("G1", "graph", payload, 1.0, 1)], weights).value == 1.0
