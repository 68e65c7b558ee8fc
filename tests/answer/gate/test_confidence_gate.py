"""The confidence gate."""

import pytest

from gateway.answer.answer import Candidate
from gateway.answer.gate.confidence_gate import NEUTRAL, UNWORDED, Bar, Confidence, Judged, confidence, judge
from gateway.answer.gate.gate_features import CorpusWords
from gateway.answer.gate.gate_rule import DOUBT, THRESHOLD


def candidate(text, rank=1, title="", language="en"):
    return Candidate(f"E{rank}", "embedding", {"title": title, "text": text}, 1.0, rank, language)


def sure(question, *candidates, language="en", weights=None, **more):
    return confidence(question, language, candidates or [LOANS], CorpusWords(weights or {}), **more).value


LOANS = candidate("A book may be kept for three weeks. The loan period can be renewed once.")


def test_a_question_in_the_words_of_a_passage_is_confident():
    assert sure("How long is the loan period for a book?") >= DOUBT


def test_a_question_about_something_else_has_no_confidence():
    assert sure("Who won the football championship?") == 0.0


def test_no_candidate_is_nothing_and_always_refused():
    assert confidence("Anything?", "en", [], CorpusWords({})) == Confidence()
    assert judge(Confidence(), lambda _: Bar()) == Judged(True, 0.0)


def test_rare_words_weigh_more_than_common_ones():
    weights = {"loan": 5.0, "book": 0.1}
    assert sure("loan book", candidate("loan"), weights=weights) > 2 * sure(
        "loan book", candidate("book"), weights=weights
    )


def test_a_word_that_nobody_knows_is_missed_most():
    weights = {"loan": 1.0, "book": 1.0}
    assert sure("loan zzyzx", weights=weights) < sure("loan period", weights={**weights, "period": 1.0})


@pytest.mark.parametrize(("cosine", "confidence"), [(0.5, 0.5), (1.2, 1.0), (-0.1, 0.0)])
def test_a_cosine_may_carry_the_question_where_words_differ(cosine, confidence):
    abroad = candidate("loan", language="fr")
    assert sure("borrowing", abroad, cosines={"E1": cosine}) == confidence
    assert sure("borrowing", abroad, cosines={"E2": cosine}) == 0


def test_in_the_questions_language_meaning_without_words_leaves_a_doubt():
    assert sure("borrowing", candidate("loan"), cosines={"E1": 0.5}) == 0.5
    assert sure("borrowing", candidate("loan"), cosines={"E1": 1.0}) == UNWORDED < DOUBT
    assert sure("Kitabı ne kadar süre ödünç alabilirim?", candidate("loan"), cosines={"E1": 1.0}) == 1.0


def test_words_and_meaning_are_evidence_for_one_decision():
    found = [sure("loan period", cosines={"E1": near}) for near in (0.0, NEUTRAL, 1.0)]
    assert found[0] < DOUBT < found[1] == sure("loan period") < found[2]


@pytest.mark.parametrize("question", ["y", "What is 2+2?", "x?"])
def test_letters_and_digits_alone_say_nothing(question):
    assert sure(question, candidate("See chapter 2: x and y are 2 letters.")) == 0.0


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [("loan", "A loan.", "en"), ("茶", "喝茶。", "zh"), ("prêt", "Un prêt.", "fr"), ("租房合同", "租房合同。", "zh")],
)
def test_a_question_of_one_word_passes_where_it_stands(question, text, language):
    assert sure(question, candidate(text, language=language), language=language) >= THRESHOLD


def test_the_title_counts_in_part():
    weights = {"loan": 3.0, "rule": 3.0, "zzyzx": 3.0}
    titled, said = (candidate("…", title="Loan rules"), candidate("Loan rules."))
    assert sure("loan rules zzyzx", titled, weights=weights) < sure("loan rules zzyzx", said, weights=weights)


def test_a_misspelt_word_counts_by_what_it_was_meant_to_be_unless_the_corpus_knows_it():
    assert sure("renewd") >= THRESHOLD
    assert sure("renewd", weights={"renewd": 3.0}) == 0.0
    assert sure("How long is the laon period for a bookk?") > sure("How long is the zzyzx for a qwrtz?")


def test_neighbours_written_together_count():
    assert sure("bed time", candidate("The fee is ten euros. The bedtime is nine.")) >= THRESHOLD


PREAMBLES = [
    (
        "en",
        "How long may a book be kept?",
        "Hi! I just joined the company last week and I would like to know, please: {}",
    ),
    ("en", "How long may a book be kept?", "Good morning. Thanks for your help. Could you explain step by step: {}"),
    ("fr", "Combien de temps garder un livre ?", "Bonjour, je voudrais savoir, s'il vous plaît : {} Merci beaucoup."),
    (
        "de",
        "Wie lange darf man ein Buch behalten?",
        "Guten Tag, ich möchte gerne wissen: {} Vielen Dank für die Hilfe.",
    ),
    ("es", "¿Cuánto tiempo se puede tener un libro?", "Hola, buenos días, me gustaría saber lo siguiente: {} Gracias."),
]
SAID = {
    "en": "A book may be kept for three weeks.",
    "fr": "On peut garder un livre trois semaines.",
    "de": "Ein Buch darf man drei Wochen behalten.",
    "es": "Un libro se puede tener tres semanas.",
}


@pytest.mark.parametrize(("language", "question", "around"), PREAMBLES)
def test_greetings_politeness_and_preamble_carry_no_weight(language, question, around):
    passage = candidate(SAID[language], language=language)
    plain, wordy = (sure(text, passage, language=language) for text in (question, around.format(question)))
    assert wordy >= min(plain, DOUBT) - 0.15 and wordy >= THRESHOLD
    away = candidate("The zebra grazes under a mountain.", language=language)
    assert sure(around.format(""), away, language=language) < THRESHOLD


def test_several_questions_are_judged_by_their_best_part():
    asked = "Who won the football championship in Madagascar? How long is the loan period for a book?"
    assert sure(asked) >= DOUBT


def test_the_threshold_refuses_and_zero_switches_it_off():
    def refuses(value, threshold):
        return judge(Confidence({"E1": value}), lambda _: Bar(threshold)).refused

    assert refuses(0.29, 0.3) and not refuses(0.31, 0.3) and not refuses(0.0, 0.0)


def test_each_candidate_has_the_bar_of_its_source_and_one_over_it_is_enough():
    bars = {"E1": Bar(0.3), "G1": Bar(0.6), "": Bar(0.5)}
    assert judge(Confidence({"E1": 0.35, "G1": 0.5}), bars.get) == Judged(False, 0.3)
    assert judge(Confidence({"E1": 0.2, "G1": 0.5}), bars.get) == Judged(True, 0.6), "the best one's is told"
    assert judge(Confidence({"E1": 0.2, "G1": 0.7}), bars.get) == Judged(False, 0.6)
    assert judge(Confidence(), bars.get) == Judged(True, 0.5)


def test_a_question_above_the_threshold_is_doubtful_until_a_candidate_reaches_the_bound_of_doubt():
    def judged(*values, threshold=0.3, doubt=0.6):
        found = Confidence({f"E{rank}": value for rank, value in enumerate(values, start=1)})
        return judge(found, lambda _: Bar(threshold, doubt))

    assert judged(0.2).level == "nothing" and judged(0.5, 0.4).level == "doubtful"
    assert judged(0.5, 0.6).level == "confident" and judged(0.5, doubt=0.0).level == "confident"
    assert judged(0.1, threshold=0.0).level == "confident", "0 switches the gate off, doubt and all"
    assert not judged(0.2).doubtful


def test_a_pair_of_chinese_characters_across_two_words_does_not_count():
    lamp = candidate("台灯的保修期为一年。", language="zh")
    weights = {"台灯": 4.6, "保修": 2.4}
    assert sure("台灯保修", lamp, language="zh", weights=weights) >= (THRESHOLD + DOUBT) / 2
    # 颜色 shares no character with a known pair, so it is a word that is missing.
    missing = sure("台灯颜色", lamp, language="zh", weights={"台灯": 4.6})
    assert missing < sure("台灯保修", lamp, language="zh", weights=weights)


def test_a_chinese_question_far_from_the_corpus_stays_without_confidence():
    lamp = candidate("台灯的保修期为一年。", language="zh")
    assert sure("如何申请美国签证？", lamp, language="zh", weights={"申": 3.5}) == 0.0
    asks = candidate("可以在网店申请。", language="zh")
    assert sure("如何申请美国签证？", asks, language="zh", weights={"申": 3.5}) < DOUBT


def test_words_of_any_subject_prove_little_by_chance_and_do_not_lower_a_full_match():
    weights = {"day": 2.8, "year": 4.6, "start": 2.0, "starter": 4.0}
    passage = candidate("A starter takes some days and lives for a year.")
    whole = sure("How many days does a starter take in a year?", passage, weights=weights)
    assert sure("How many days are in a leap year?", passage, weights=weights) < whole and whole >= DOUBT


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
    assert sure("Where does the SPIM stand?", graph) >= THRESHOLD
    assert sure("Who won the football championship?", graph) == 0.0


def test_the_characters_around_a_name_in_a_chinese_question_are_no_words_of_it():
    payload = {
        "entitiesFromQuestion": ["普洱"],
        "vertices": [{"id": "a", "label": "茶", "name": "普洱熟茶", "description": "普洱熟茶属于黑茶。"}],
        "edges": [],
    }
    weights = {"洱属": 5.0, "普洱": 1.0, "属于": 1.0}
    graph = Candidate("G1", "graph", payload, 1.0, 1)
    assert sure("普洱属于什么？", graph, language="zh", weights=weights) >= THRESHOLD
