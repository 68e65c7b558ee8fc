"""Greetings, thanks and questions about the collection, and what only begins like them."""

import pytest

from gateway.conversation.intent.manners import LONGEST, manner
from gateway.words.languages import ANSWERED
from tests.support.every import every
from tests.support.manners import POLITE

ON_A_SUBJECT = {
    "en": [("Which documents do you have on parental leave?", "parental leave"), ("What do you have on C?", "C")],
    "fr": [("Quels documents parlent du congé parental ?", "congé parental"), ("Qu'as-tu sur Évry ?", "Évry")],
    "zh": [("有哪些关于普洱的文档？", "普洱"), ("关于育儿假有什么资料", "育儿假"), ("哪些文档提到押金？", "押金")],
    "de": [("Welche Dokumente gibt es zu Gärten?", "Gärten"), ("Hallo, was hast du über Öl?", "Öl")],
    "es": [("¿Qué documentos hay sobre el jardín?", "el jardín")],
    "it": [("Quali documenti parlano di ferie?", "ferie")],
    "pt": [("Quais documentos tratam de férias?", "férias")],
    "nl": [("Welke documenten gaan over vakantie?", "vakantie")],
    "ru": [("Какие документы есть про отпуск?", "отпуск")],
    "ja": [("育児休暇に関する文書はありますか？", "育児休暇")],
    "ko": [("육아 휴직에 대한 문서가 있나요?", "육아 휴직")],
    "ar": [("ما هي الوثائق التي لديك عن الإجازة؟", "الإجازة")],
}
QUESTIONS = {
    "en": [
        "hello, how long is the warranty?",
        "Thanks for the memory leak report?",
        "Thanks, and how long is the warranty?",
        "help me with my invoice",
        "What can you do about mould?",
        "ok, and in Germany?",
        "How many documents do I need for a passport?",
        "Which documents do I need?",
        "Which documents must be signed?",
        "How does it work?",
        "Hello world",
        "Nice",
        "Good morning routine",
        "Who is the director?",
        "the first",
        "yes",
        "no",
        "?",
        "--help",
        "list_documents",
        "fine",
        "DAG",
        "toll",
        "gut",
        "",
    ],
    "fr": ["Bonjour, quelle est la durée de la garantie ?", "Quels documents faut-il fournir ?", "Merci de résumer S2"],
    "zh": ["你好，保修期多长？", "需要哪些文件？", "谢谢信怎么写？", "办理签证要多少文件", "好的茶是什么"],
    "de": ["Hallo, wie lange gilt die Garantie?", "Welche Dokumente brauche ich?", "Was kannst du nicht waschen?"],
    "es": ["Hola, ¿cuánto dura la garantía?", "¿Qué documentos necesito?", "¿Cuántos documentos debo firmar?"],
    "it": ["Ciao, quanto dura la garanzia?", "Quali documenti servono?", "Grazie a chi funziona il forno?"],
    "pt": ["Olá, quanto dura a garantia?", "Que documentos preciso?", "Ajuda de custo"],
    "nl": ["Hallo, hoe lang is de garantie?", "Welke documenten heb ik nodig?", "Hoeveel documenten moet ik tekenen?"],
    "ru": ["Привет, какова гарантия?", "Какие документы нужны?", "Сколько документов нужно для визы?"],
    "ja": ["こんにちは、保証期間はどのくらいですか？", "どの文書が必要ですか？", "ありがとうの手紙の書き方"],
    "ko": ["안녕하세요, 보증 기간은 얼마나 되나요?", "어떤 문서가 필요한가요?", "도움말 파일의 형식은?"],
    "ar": ["مرحبا، ما مدة الضمان؟", "ما هي الوثائق المطلوبة؟", "كم وثيقة أحتاج للتأشيرة؟"],
}


def test_every_language_is_tried():
    assert set(POLITE) == set(ON_A_SUBJECT) == set(QUESTIONS) == set(ANSWERED)


@every(
    ("language", "kind", "text"),
    [(language, kind, text) for language, kinds in POLITE.items() for kind in kinds for text in kinds[kind]],
    reader="conversation",
)
def test_what_is_no_question_to_the_documents_is_known_whatever_language_is_expected(language, kind, text):
    found = manner(text, language)
    assert found is not None and (found.kind, found.language) == (kind, language)
    other = manner(text, "ar" if language != "ar" else "en")
    assert other is not None and other.kind == kind


@pytest.mark.parametrize(
    ("language", "text", "subject"), [(language, *case) for language, cases in ON_A_SUBJECT.items() for case in cases]
)
def test_the_subject_of_a_question_for_documents_is_as_it_was_written(language, text, subject):
    found = manner(text, language)
    assert found is not None and (found.kind, found.subject) == ("about", subject)


@every(
    ("language", "text"), [(code, text) for code, texts in QUESTIONS.items() for text in texts], reader="conversation"
)
def test_what_asks_for_more_is_a_question_like_any_other(language, text):
    assert manner(text, language) is None


def test_a_long_text_costs_nothing():
    assert manner("thanks " * LONGEST, "en") is None
    assert manner("ok " * 60, "en") is None
