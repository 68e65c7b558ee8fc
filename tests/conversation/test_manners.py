"""Greetings, thanks and questions about the collection, and what only begins like them."""

import pytest

from gateway.conversation.manners import LONGEST, manner
from gateway.words.languages import ANSWERED

POLITE = {
    "en": {
        "greeting": ["Hello", "Hi there! 👋", "good morning", "Hello, how are you?", "hey"],
        "thanks": ["Thanks!", "Thank you very much for your help.", "ok, thanks", "Many thanks for the quick answer"],
        "noted": ["ok", "OK.", "Great", "I see.", "Bye!", "Perfect, bye"],
        "help": ["help", "Help!", "What can you do?", "Hello, what can you do?", "who are you", "Can you help me?"],
        "documents": ["Which documents do you have?", "What files are there?", "Please list all documents"],
        "number": ["how many documents", "How many documents are in the knowledge base?", "Hi! How many files?"],
    },
    "fr": {
        "greeting": ["Bonjour", "Salut !", "Bonsoir, ça va ?"],
        "thanks": ["Merci", "merci beaucoup pour votre aide !", "Ok merci"],
        "noted": ["D'accord", "très bien", "Au revoir"],
        "help": ["Aide", "Que peux-tu faire ?", "Qu’est-ce que tu sais faire ?", "Bonjour, qui êtes-vous ?"],
        "documents": [
            "Quels documents as-tu ?",
            "Quels documents y a-t-il ?",
            "Que contient la base de connaissances ?",
        ],
        "number": ["Combien de documents ?", "Combien de documents avez-vous ?", "Combien y a-t-il de documents ?"],
    },
    "zh": {
        "greeting": ["你好", "您好！", "早上好"],
        "thanks": ["谢谢", "非常感谢！", "好的，谢谢你"],
        "noted": ["好的", "明白了。", "再见"],
        "help": ["帮助", "你能做什么？", "你好，你是谁？", "我可以问什么？"],
        "documents": ["有哪些文档？", "你有什么资料？", "知识库里有什么？", "文档列表"],
        "number": ["有多少文档？", "知识库里一共有多少篇文档？", "有几个文件"],
    },
    "de": {
        "greeting": ["Hallo", "Guten Tag!", "Grüß Gott", "Hallo, wie geht's?"],
        "thanks": ["Danke", "Vielen Dank für Ihre Hilfe!", "Danke schön"],
        "noted": ["Alles klar", "Verstanden.", "Tschüss"],
        "help": ["Hilfe", "Was kannst du?", "Was können Sie alles?", "Wer bist du?"],
        "documents": ["Welche Dokumente hast du?", "Welche Dokumente gibt es hier?", "Was steht in der Wissensbasis?"],
        "number": ["Wie viele Dokumente?", "Wie viele Dokumente gibt es?", "Hallo, wieviele Dateien haben Sie?"],
    },
    "es": {
        "greeting": ["Hola", "¡Buenos días!", "¿Qué tal?"],
        "thanks": ["Gracias", "¡Muchas gracias por tu ayuda!"],
        "noted": ["Vale", "De acuerdo.", "Adiós"],
        "help": ["Ayuda", "¿Qué puedes hacer?", "¿Quién eres?"],
        "documents": ["¿Qué documentos tienes?", "¿Qué documentos hay?", "Hola, ¿cuáles son los documentos?"],
        "number": ["¿Cuántos documentos hay?", "cuántos documentos tienes"],
    },
    "it": {
        "greeting": ["Ciao", "Buongiorno!", "Buonasera"],
        "thanks": ["Grazie", "Grazie mille!", "Grazie per la risposta"],
        "noted": ["Va bene", "Ho capito.", "Arrivederci"],
        "help": ["Aiuto", "Cosa puoi fare?", "Che cosa sai fare?", "Chi sei?"],
        "documents": ["Quali documenti hai?", "Quali documenti ci sono?", "Cosa c'è nella base di conoscenza?"],
        "number": ["Quanti documenti ci sono?", "quanti documenti"],
    },
    "pt": {
        "greeting": ["Olá", "Bom dia!", "Oi, tudo bem?"],
        "thanks": ["Obrigado", "Muito obrigada pela sua ajuda!"],
        "noted": ["Está bem", "Entendi.", "Tchau"],
        "help": ["Ajuda", "O que você pode fazer?", "Quem é você?"],
        "documents": ["Quais documentos você tem?", "Que documentos há?", "O que há na base de conhecimento?"],
        "number": ["Quantos documentos há?", "quantos documentos você tem"],
    },
    "nl": {
        "greeting": ["Hallo", "Goedemorgen!", "Hoi"],
        "thanks": ["Bedankt", "Dank u wel voor uw hulp!", "dankjewel"],
        "noted": ["Prima", "Ik snap het.", "Tot ziens"],
        "help": ["Hulp", "Wat kun je?", "Wat kun je doen?", "Wie ben je?"],
        "documents": ["Welke documenten heb je?", "Welke documenten zijn er?", "Wat staat er in de kennisbank?"],
        "number": ["Hoeveel documenten zijn er?", "hoeveel documenten"],
    },
    "ru": {
        "greeting": ["Привет", "Здравствуйте!", "Добрый день"],
        "thanks": ["Спасибо", "Большое спасибо за помощь!"],
        "noted": ["Хорошо", "Понятно.", "До свидания"],
        "help": ["Помощь", "Что ты умеешь?", "Чем вы можете помочь?", "Кто ты?"],
        "documents": ["Какие документы у вас есть?", "Какие есть документы?", "Покажи все документы"],
        "number": ["Сколько документов?", "Сколько у вас документов?", "Сколько документов в базе знаний?"],
    },
    "ja": {
        "greeting": ["こんにちは", "おはようございます！", "はじめまして"],
        "thanks": ["ありがとう", "どうもありがとうございます。"],
        "noted": ["わかりました", "了解です。", "さようなら"],
        "help": ["ヘルプ", "何ができますか？", "あなたは誰ですか", "使い方を教えてください"],
        "documents": ["どんな文書がありますか？", "文書の一覧を見せてください", "どのようなドキュメントがありますか"],
        "number": ["文書はいくつありますか？", "文書は何件ありますか", "ファイルの数は？"],
    },
    "ko": {
        "greeting": ["안녕하세요", "안녕!", "반갑습니다"],
        "thanks": ["감사합니다", "정말 고마워요!"],
        "noted": ["알겠습니다", "네.", "안녕히 계세요"],
        "help": ["도움말", "무엇을 할 수 있나요?", "누구세요?", "도와주세요"],
        "documents": ["어떤 문서가 있나요?", "문서 목록을 보여 주세요", "어떤 자료를 가지고 있나요?"],
        "number": ["문서가 몇 개 있나요?", "문서는 모두 몇 개인가요?"],
    },
    "ar": {
        "greeting": ["مرحبا", "السلام عليكم", "صباح الخير!"],
        "thanks": ["شكرًا", "شكرا جزيلا لك!"],
        "noted": ["حسنًا", "فهمت.", "مع السلامة"],
        "help": ["مساعدة", "ماذا يمكنك أن تفعل؟", "من أنت؟"],
        "documents": ["ما هي الوثائق التي لديك؟", "أي وثائق لديك؟", "ماذا يوجد في قاعدة المعرفة؟"],
        "number": ["كم عدد الوثائق؟", "كم وثيقة لديك؟"],
    },
}
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
    "ko": [("육아 휴직에 대한 문서가 있나요?", "육아휴직")],
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


@pytest.mark.parametrize(
    ("language", "kind", "text"),
    [(language, kind, text) for language, kinds in POLITE.items() for kind in kinds for text in kinds[kind]],
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


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in QUESTIONS.items() for text in texts])
def test_what_asks_for_more_is_a_question_like_any_other(language, text):
    assert manner(text, language) is None


def test_a_long_text_costs_nothing():
    assert manner("thanks " * LONGEST, "en") is None
    assert manner("ok " * 60, "en") is None
