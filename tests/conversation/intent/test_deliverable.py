"""When an outline is asked for without being told to: positives, and the traps around the same words."""

import time

import pytest

from gateway import words
from gateway.conversation.intent.deliverable import is_deliverable, topic
from tests.support.every import every

WANTED = {
    "en": [
        "Summarise the house rules.",
        "summarize chapter 3",
        "Please sum up what is known about loans",
        "Can you give me a summary of the fees?",
        "Could you summarise how loans work?",
        "Give me an overview of the opening hours",
        "What is the overview of the product line?",
        "A short summary, please.",
        "Summary of loans and fees",
        "Write a report on late returns.",
        "Please prepare a detailed report about the 2023 budget",
        "I need a one-page status report on the move",
        "Draft the quarterly report",
        "Report on fees and fines",
        "A report about loans",
        "Report: fees in 2023. Write a report about them.",
        "Draft a project plan for the migration",
        "Outline the main risks",
        "How do loans work? Give me a summary.",
        "Summarise S3 storage classes",
        "For loans and how they are renewed, write a summary",
        "Synopsis of the contract",
        "I WANT AN OVERVIEW",
        "Can we have a short report on returns?",
        "What are the key points of the house rules?",
    ],
    "fr": [
        "Résume le règlement.",
        "resume ce document stp",
        "Fais-moi un résumé des tarifs",
        "Peux-tu résumer les horaires ?",
        "Pourriez-vous me faire une synthèse des prêts ?",
        "Synthèse des règles de prêt",
        "Rédige un rapport sur les retards",
        "Je voudrais un rapport détaillé sur le budget",
        "J'ai besoin d'un rapport sur les frais",
        "Rapport sur les congés payés",
        "Propose un plan de formation",
        "Plan détaillé pour la migration",
        "Donne-moi un aperçu des offres",
        "Une vue d’ensemble des contrats",
        "Quel est le résumé du contrat ?",
        "Comment fonctionne le prêt ? Fais un résumé.",
        "Écris un compte rendu de la réunion",
        "SYNTHÈSE DU DOSSIER",
    ],
    "zh": [
        "总结一下借阅规则",
        "请概述费用",
        "给我一个摘要",
        "请写一份关于逾期的报告",
        "写报告",
        "生成一份详细的项目报告",
        "关于年度预算的报告",
        "制定一个培训计划",
        "请总结如何申请假期",
        "关于如何申请假期，请总结",
        "帮我归纳主要风险",
        "產品概覽",
        "请提供这三个产品的分析报告",
        "撰写報告",
    ],
    "de": [
        "Fasse die Regeln für Ausleihen zusammen",
        "Kannst du mir eine Zusammenfassung der Gebühren geben?",
        "Schreibe einen ausführlichen Bericht über verspätete Rückgaben",
        "Gib mir einen Überblick über die Öffnungszeiten",
    ],
    "es": [
        "Resume las normas de préstamo",
        "Escribe un informe sobre las devoluciones tardías",
        "Hazme un resumen de las multas",
    ],
    "it": [
        "Riassumi le regole del prestito",
        "Scrivi una relazione sui ritardi",
        "Fammi una panoramica delle tariffe",
    ],
    "pt": [
        "Resuma as regras de empréstimo",
        "Escreva um relatório sobre os atrasos",
        "Quero uma visão geral das multas",
    ],
    "nl": [
        "Vat de regels voor het lenen samen",
        "Schrijf een rapport over te late boeken",
        "Geef me een overzicht van de boetes",
    ],
    "ru": [
        "Составь обзор правил выдачи книг",
        "Напиши отчёт о просрочках",
        "Сделай краткое изложение правил",
    ],
    "ja": [
        "貸出規則を要約してください",
        "延滞についての報告書を作成してください",
        "貸出規則の概要を教えてください",
    ],
    "ko": [
        "대출 규칙을 요약해 주세요",
        "연체에 대한 보고서를 작성해 주세요",
    ],
    "ar": [
        "لخص قواعد الإعارة",
        "اكتب تقريرًا عن التأخير",
        "أعطني نظرة عامة عن الغرامات",
    ],
}
TRAPS = {
    "en": [
        "How do I report a bug?",
        "I want to report a bug",
        "Who do I report to?",
        "Who reports to the director?",
        "The report says fees rise; why?",
        "When was the annual report published?",
        "Where is the summary?",
        "How do I export the summary?",
        "What does the summary say about fees?",
        "Does the overview mention fees?",
        "When can a court give summary judgment?",
        "In summary judgment, who carries the burden of proof?",
        "Is summary dismissal lawful?",
        "How can I write a report?",
        "Which plan includes support?",
        "What plans are there?",
        "I plan to borrow a film",
        "Open the overview page",
        "I want the report template",
        "How do I resume a download?",
        "Where do I send my résumé?",
        "Is there reporting?",
        "I have a report due tomorrow, can I keep the book?",
        "Can you give me the report's author?",
        "Fees are summarised in a table: what is the lowest?",
        "Is the summary public?",
        "How long may a book be borrowed?",
        "Detail section S2 of the summary",
        "Tell me more about S3 of the report",
        "S2",
        "Expand [S4] of the overview",
        "",
    ],
    "fr": [
        "Quel est le plan du site ?",
        "Donne-moi le plan du site",
        "Où est le plan d'accès ?",
        "Par rapport à l'an dernier, combien coûte la carte ?",
        "Combien coûte la carte par rapport au tarif réduit ?",
        "Quel est le rapport qualité prix ?",
        "Comment rédiger un rapport ?",
        "Où se trouve le rapport annuel ?",
        "Comment résumer un texte ?",
        "Qui a écrit la synthèse ?",
        "La synthèse vocale est-elle disponible ?",
        "Les images de synthèse sont-elles autorisées ?",
        "Cela n'a aucun rapport, pourquoi ?",
        "Développe la section S3 du rapport",
        "Détaille S2 de la synthèse",
        "Combien de temps garde-t-on un livre ?",
    ],
    "zh": [
        "如何报告错误？",
        "我要报告一个错误",
        "报告在哪里？",
        "谁写了总结？",
        "如何生成报告？",
        "怎么导出摘要？",
        "消息摘要算法是什么？",
        "报告称费用上涨，为什么？",
        "总结模板",
        "展开总结的S2",
        "详细说明 S3，关于报告",
        "一本书可以借多久？",
        "有没有年度报告？",
        "年终总结什么时候交？",
    ],
    "de": [
        "Wie lange darf ein Buch ausgeliehen werden?",
        "Wo finde ich die Zusammenfassung?",
        "Wann ist der Bericht fällig?",
        "Wie ist der Wetterbericht?",
    ],
    "es": [
        "¿Dónde está el informe?",
        "En resumen, ¿cuánto cuesta?",
        "¿Cuándo se entrega el resumen?",
    ],
    "it": [
        "Dove trovo il rapporto annuale?",
        "In sintesi, quanto costa la tessera?",
    ],
    "pt": [
        "Onde está o relatório?",
        "Em resumo, quanto custa o cartão?",
    ],
    "nl": [
        "Waar staat het overzicht?",
        "Hoe lang mag een boek thuis blijven?",
    ],
    "ru": [
        "Где найти отчёт?",
        "Когда сдавать отчёт?",
    ],
    "ja": [
        "報告書はどこにありますか？",
        "本は何週間借りられますか？",
    ],
    "ko": [
        "보고서는 어디에 있습니까?",
        "책은 몇 주 동안 빌릴 수 있습니까?",
    ],
    "ar": [
        "أين التقرير؟",
        "كم أسبوعًا يمكن استعارة الكتاب؟",
    ],
}


@every(("language", "question"), [(name, one) for name, all_ in WANTED.items() for one in all_], reader="conversation")
def test_a_document_is_wanted(language, question):
    assert is_deliverable(question, language)


@every(("language", "question"), [(name, one) for name, all_ in TRAPS.items() for one in all_], reader="conversation")
def test_a_listed_word_that_means_something_else_asks_for_no_outline(language, question):
    assert not is_deliverable(question, language)


@every("language", ["en", "fr", "zh", "de", "es", "ru", "ar"], reader="conversation")
@every(
    "piece",
    [
        "fasse ",
        "Составь ",
        "اكتب ",
        "write a ",
        "s2 ",
        "detail ",
        "résume-",
        "给我一份",
        "a-",
        "plan ",
        "give me a b ",
        "section ",
    ],
)
def test_a_question_as_long_as_one_may_be_costs_nearly_nothing(language, piece):
    question = (piece * 8000)[:8000]
    start = time.process_time()
    is_deliverable(question, language)
    assert time.process_time() - start < 3


@every(
    ("language", "question", "left"),
    [
        ("en", "Write a detailed report on late returns", "late returns"),
        ("en", "Summarise how loans work", "loans work"),
        ("en", "Can you give me an overview of opening hours?", "opening hours"),
        ("en", "Write a report on how to create a short plan", "create short plan"),
        ("en", "For films and games, give me a summary", "films games"),
        ("en", "How do loans work? Give me a summary.", "loans work"),
        ("fr", "Fais une synthèse des règles de prêt", "règles prêt"),
        ("fr", "Je voudrais un rapport détaillé sur le budget", "détaillé budget"),
        ("fr", "Une vue d’ensemble des contrats", "contrats"),
        ("zh", "请总结借阅规则", "借阅规则"),
        ("zh", "写一份关于逾期的报告", "逾期"),
        ("zh", "总结一下费用", "费用"),
        ("de", "Fasse die Regeln für Ausleihen zusammen", "Regeln Ausleihen"),
        ("es", "Escribe un informe sobre las devoluciones tardías", "devoluciones tardías"),
        ("it", "Fammi una panoramica delle tariffe", "tariffe"),
        ("pt", "Quero uma visão geral das multas", "multas"),
        ("nl", "Geef me een overzicht van de boetes", "boetes"),
        ("ru", "Составь обзор правил выдачи книг", "правил выдачи книг"),
        ("ja", "貸出規則を要約してください", "貸出規則"),
        ("ko", "대출 규칙을 요약해 주세요", "대출 규칙을"),
        ("ar", "اكتب تقريرًا عن التأخير", "التأخير"),
    ],
    reader="conversation",
)
def test_the_topic_is_what_is_left_without_the_request(language, question, left):
    assert words.content_words(topic(question, language), language) == words.content_words(left, language)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Summarise"),
        ("en", "Give me a summary, please."),
        ("fr", "Résumé"),
        ("zh", "总结一下"),
        ("zh", "给我一个摘要"),
    ],
)
def test_a_request_without_a_topic_stays_as_it_is(language, question):
    assert topic(question, language) == question


def test_a_question_that_asks_for_no_document_keeps_every_word():
    for language, questions in TRAPS.items():
        for question in questions:
            assert topic(question, language) == question


@pytest.mark.parametrize("language", WANTED)
def test_no_topic_is_empty_or_fails(language):
    for questions in (*WANTED.values(), *TRAPS.values()):
        for question in questions:
            assert bool(topic(question, language)) == bool(question)
