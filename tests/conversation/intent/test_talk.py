"""What is told of the collection and of answers in words of any order, and what any other word makes a question."""

import time

import pytest

from gateway.conversation.intent import talk
from gateway.conversation.intent.manners import manner
from gateway.words.languages import ANSWERED
from tests.support.every import every
from tests.support.prompts import PROMPTS
from tests.support.talk import LEANING, TALK

ON_A_SUBJECT = {
    "en": [
        ("Do you have documents on git?", "git"),
        ("Is there something about pricing?", "pricing"),
        ("Which documents mention HeapQ?", "HeapQ"),
        ("do you have a manual for the coffee machine", "the coffee machine"),
    ],
    "fr": [
        ("Y a-t-il quelque chose sur les tarifs ?", "tarifs"),
        ("Que sais-tu des machines à café ?", "machines à café"),
    ],
    "zh": [("有没有关于快递的文档？", "快递"), ("哪些文档包含硝酸盐这个词？", "硝酸盐")],
    "de": [("Was hast du über Schwimmbäder?", "Schwimmbäder"), ("Hast du etwas zu Besuchszeiten?", "Besuchszeiten")],
    "es": [("¿Hay algo sobre precios?", "precios")],
    "it": [("C'è qualcosa sui prezzi?", "prezzi")],
    "pt": [("Há algo sobre preços?", "preços")],
    "nl": [("Is er iets over prijzen?", "prijzen")],
    "ru": [("Есть ли у тебя документы о ценах?", "ценах")],
    "ja": [("料金について何かありますか？", "料金")],
    "ko": [("가격에 대한 것이 있나요?", "가격")],
    "ar": [("هل يوجد شيء عن الأسعار؟", "الأسعار")],
}
QUESTIONS = {
    "en": [
        "Do you have parking?",
        "Is there a sauna?",
        "Is there something on the roof?",
        "What is this port used for?",
        "How many documents do I need to register a car?",
        "Which documents do I have to bring?",
        "What is the newest version of xz?",
        "What was wrong with the samples?",
        "What languages does gettext support?",
        "ok, and in Germany?",
        "What can you do about mould?",
        "Why is it wrong?",
        "How do I list the files of a directory?",
    ],
    "fr": ["Avez-vous un parking ?", "Combien de documents faut-il fournir ?", "Y a-t-il un sauna ?"],
    "zh": ["有停车场吗？", "需要几份文件？", "咖啡机怎么用？", "有什么吃的吗？"],
    "de": [
        "Habt ihr Parkplätze?",
        "Gibt es etwas zu essen?",
        "Wie viele Dokumente muss ich vorlegen?",
        "In Deutschland?",
    ],
    "es": ["¿Tienen aparcamiento?", "¿Qué documentos tengo que llevar?", "¿Y en Alemania?"],
    "it": ["Avete un parcheggio?", "Quali documenti devo portare?"],
    "pt": ["Vocês têm estacionamento?", "Quais documentos devo levar?"],
    "nl": ["Hebben jullie parkeerplaatsen?", "Hoeveel documenten zijn nodig?"],
    "ru": ["Есть ли у вас парковка?", "Сколько документов нужно подать?"],
    "ja": ["駐車場はありますか？", "書類は何枚必要ですか？"],
    "ko": ["주차장이 있나요?", "서류가 몇 장 필요한가요?"],
    "ar": ["هل لديكم موقف سيارات؟", "كم عدد المستندات المطلوبة؟"],
}


def test_every_language_is_tried():
    assert set(TALK) == set(ON_A_SUBJECT) == set(QUESTIONS) == set(ANSWERED)


@every(
    ("language", "kind", "text"),
    [(language, kind, text) for language, kinds in TALK.items() for kind in kinds for text in kinds[kind]],
    reader="conversation",
)
def test_what_no_document_answers_is_known_whatever_the_order_of_its_words(language, kind, text):
    found = manner(text, language)
    assert found is not None and (found.kind, found.language) == (kind, language)


@pytest.mark.parametrize(
    ("language", "text", "subject"), [(language, *case) for language, cases in ON_A_SUBJECT.items() for case in cases]
)
def test_the_subject_stands_behind_what_asks_for_documents(language, text, subject):
    found = manner(text, language)
    assert found is not None and (found.kind, found.subject) == ("about", subject)


@every(
    ("language", "text"), [(code, text) for code, texts in QUESTIONS.items() for text in texts], reader="conversation"
)
def test_a_word_of_any_subject_makes_it_a_question(language, text):
    assert manner(text, language) is None


@every(("language", "text"), [(code, text) for code, texts in LEANING.items() for text in texts], reader="conversation")
def test_a_question_that_goes_on_with_what_was_told_before_is_no_talk(language, text):
    found = manner(text, language)
    assert found is None or found.kind == "contents", found


@pytest.mark.parametrize("language", ANSWERED)
def test_what_is_proposed_for_a_document_asks_for_its_contents(language):
    found = manner(PROMPTS.label("about_example", language).format(title="Rules of the Lake"), language)
    assert found is not None and (found.kind, found.subject) == ("contents", "Rules of the Lake")


@pytest.mark.parametrize(
    ("text", "language", "subject"),
    [
        ("What is in staff-handbook.pdf?", "en", "staff-handbook.pdf"),
        ("Open the staff handbook", "en", "the staff handbook"),
        ("headings of lab-safety.md", "en", "lab-safety.md"),
        ("Qu'y a-t-il dans staff-handbook.pdf ?", "fr", "staff-handbook.pdf"),
        ("Was steht in der Hausordnung?", "de", "der Hausordnung"),
        ("打开快递服务条款", "zh", "快递服务条款"),
        ("staff-handbook.pdfには何が書いてありますか？", "ja", "staff-handbook.pdf"),
    ],
)
def test_a_document_can_be_asked_for_by_its_name(text, language, subject):
    found = manner(text, language)
    assert found is not None and (found.kind, found.subject) == ("contents", subject)


def test_languages_that_are_named_are_told():
    assert manner("Which documents are in German or French?", "en").named == ("fr", "de")
    assert manner("Which languages do you speak?", "en").named == ()


def test_one_word_alone_counts_in_the_language_that_is_expected():
    assert manner("toll", "de").kind == "thanks" and manner("toll", "en") is None


def test_a_long_text_costs_nothing():
    started = time.perf_counter()
    for text in (
        "can i " * 30 + "x",
        "what do you know about " * 8 + "!",
        "你的文档" * 29 + "x",
        "show me " * 14 + "x",
    ):
        for language in ANSWERED:
            manner(text, language)
    assert time.perf_counter() - started < 5
    assert talk.told("en", "thanks " * talk.LONGEST) is None
