from __future__ import annotations

from dataclasses import replace

from gateway.models.quoting.answer_kind import asking, gives_cause, has_figure, leans_back, negations
from tests.support.every import every


@every(
    ("question", "language", "kinds"),
    [
        ("What is a citation?", "en", {"definition"}),
        ("What does weak mean?", "en", {"definition"}),
        ("How many cups may I drink?", "en", {"quantity"}),
        ("How long does it take?", "en", {"quantity"}),
        ("Until when can I cancel?", "en", {"quantity"}),
        ("At which temperature is it brewed?", "en", {"quantity"}),
        ("How do I install it?", "en", {"method"}),
        ("Which formats are read?", "en", {"listing"}),
        ("Why is it slow?", "en", {"reason"}),
        ("Which goods cannot be returned?", "en", {"listing", "negations"}),
        ("Does it work?", "en", set()),
        ("Qu'est-ce qu'une citation ?", "fr", {"definition"}),
        ("Que signifie le statut weak ?", "fr", {"definition"}),
        ("Combien coûte l'abonnement ?", "fr", {"quantity"}),
        ("Comment ajouter des documents ?", "fr", {"method"}),
        ("Quels formats sont lus ?", "fr", {"listing"}),
        ("Pourquoi est-ce lent ?", "fr", {"reason"}),
        ("什么是引用？", "zh", {"definition"}),
        ("几天内可以退货？", "zh", {"quantity"}),
        ("水温是多少度？", "zh", {"quantity"}),
        ("怎样保存绿茶？", "zh", {"method"}),
        ("哪些商品不能退货？", "zh", {"listing", "negations"}),
        ("为什么这么慢？", "zh", {"reason"}),
    ],
)
def test_the_question_words_tell_what_is_wanted(question: str, language: str, kinds: set[str]) -> None:
    wanted = asking(question, language)
    names = ("definition", "quantity", "method", "listing", "reason", "negations")
    assert {name for name in names if getattr(wanted, name)} == kinds


@every(
    ("language", "question", "kind"),
    [
        ("de", "Was ist eine Mahngebühr?", "definition"),
        ("de", "Wie hoch ist die Mahngebühr?", "quantity"),
        ("de", "Wie kann ich ein Buch verlängern?", "method"),
        ("de", "Warum ist die Bücherei geschlossen?", "reason"),
        ("es", "¿Qué es una multa?", "definition"),
        ("es", "¿Cuánto cuesta el carné?", "quantity"),
        ("es", "¿Cómo puedo renovar un libro?", "method"),
        ("es", "¿Por qué está cerrada la biblioteca?", "reason"),
        ("it", "Quanto costa la tessera?", "quantity"),
        ("it", "Come posso rinnovare un libro?", "method"),
        ("it", "Perché la biblioteca è chiusa?", "reason"),
        ("pt", "O que é uma multa?", "definition"),
        ("pt", "Quanto custa o cartão?", "quantity"),
        ("pt", "Por que a biblioteca está fechada?", "reason"),
        ("nl", "Wat is een boete?", "definition"),
        ("nl", "Hoe hoog is de boete?", "quantity"),
        ("nl", "Waarom is de bibliotheek gesloten?", "reason"),
        ("ru", "Что такое штраф?", "definition"),
        ("ru", "Сколько стоит билет?", "quantity"),
        ("ru", "Как можно продлить книгу?", "method"),
        ("ru", "Почему библиотека закрыта?", "reason"),
        ("ja", "延滞料とは何ですか？", "definition"),
        ("ja", "延滞料はいくらですか？", "quantity"),
        ("ja", "本を延長する方法は？", "method"),
        ("ja", "なぜ図書館は閉まっていますか？", "reason"),
        ("ko", "연체료란 무엇입니까?", "definition"),
        ("ko", "연체료는 얼마입니까?", "quantity"),
        ("ko", "책을 어떻게 연장합니까?", "method"),
        ("ko", "도서관은 왜 닫혀 있습니까?", "reason"),
        ("ar", "ما هي الغرامة؟", "definition"),
        ("ar", "كم تبلغ الغرامة؟", "quantity"),
        ("ar", "كيف أجدد الكتاب؟", "method"),
        ("ar", "لماذا المكتبة مغلقة؟", "reason"),
    ],
)
def test_they_tell_it_in_every_language_with_tables(language: str, question: str, kind: str) -> None:
    assert getattr(asking(question, language), kind)


@every(
    ("question", "language", "sentence", "defines"),
    [
        ("What is a citation?", "en", "A citation is the link between a paragraph and a passage.", True),
        ("What is a citation?", "en", "Dropped citations are not shown, and the passage is kept.", True),
        ("What is a citation?", "en", "Each paragraph of an answer with a citation is checked.", False),
        ("What is a citation?", "en", "The server is started with one command.", False),
        ("What is a citation?", "en", "A citation.", False),
        ("Qu'est-ce qu'une citation ?", "fr", "Une citation est le lien entre deux textes.", True),
        ("什么是引用？", "zh", "引用是段落与原文之间的联系。", True),
        ("什么是引用？", "zh", "系统是开放的，引用很多。", False),
    ],
)
def test_a_definition_has_the_thing_before_the_copula(
    question: str, language: str, sentence: str, defines: bool
) -> None:
    assert asking(question, language).defines(sentence) is defines


def test_nothing_is_defined_where_nothing_is_asked_for() -> None:
    assert not replace(asking("What is it?", "en"), terms=(), definition=True).defines("It is so.")


def test_figures_causes_negations_and_backward_words_are_seen_in_three_languages() -> None:
    assert all(
        map(has_figure, ["It takes 4 hours.", "once a week", "une fois par semaine", "保修期为两年", "每天一次"])
    )
    assert not any(map(has_figure, ["It takes some time.", "Cela dure.", "保修期很长"]))
    assert all(map(gives_cause, ["since the gas has to escape", "car il pleut", "因为太慢"]))
    assert not gives_cause("the carpet is red")
    assert all(map(negations, ["It cannot be.", "It isn't.", "Ce n'est pas permis.", "不能退货"]))
    assert not any(map(negations, ["It can be noted.", "C'est permis.", "可以退货"]))
    assert not negations("不能退货") & negations("不需要理由")
    assert all(map(leans_back, ["It comprises water.", "Elle comprend l'eau.", "它包括水。", "*This* helps."]))
    assert not any(map(leans_back, ["Itineraries are long.", "Le livre est là.", "引用是联系。"]))
