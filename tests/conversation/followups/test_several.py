"""What one message asks: when it is several questions, a comparison, or more than a question, and when it is one."""

import pytest

from gateway.conversation.followups.several import MOST, asked

SEVERAL = {
    "en": [
        (
            "How do I borrow a book and what does a late return cost?",
            ["How do I borrow a book", "what does a late return cost?"],
        ),
        ("Who may borrow films? And how long are books lent?", ["Who may borrow films?", "how long are books lent?"]),
        ("Can guests stay? Where do they sleep?", ["Can guests stay?", "Can guests stay? Where do they sleep?"]),
    ],
    "fr": [
        (
            "Comment emprunter un livre et que coûte un retard ?",
            ["Comment emprunter un livre", "que coûte un retard ?"],
        ),
        (
            "Quand ferme la salle ? Et qui peut réserver les films ?",
            ["Quand ferme la salle ?", "qui peut réserver les films ?"],
        ),
    ],
    "de": [
        (
            "Wie lange gilt die Karte? Und was kostet eine neue Karte?",
            ["Wie lange gilt die Karte?", "was kostet eine neue Karte?"],
        ),
        (
            "Wie leihe ich ein Buch aus und was kostet die Mahnung?",
            ["Wie leihe ich ein Buch aus", "was kostet die Mahnung?"],
        ),
    ],
    "zh": [
        ("怎样借书？逾期罚款是多少？", ["怎样借书？", "逾期罚款是多少？"]),
        ("退货期限是多少天，退款需要多久？", ["退货期限是多少天", "退款需要多久？"]),
    ],
    "es": [("¿Cómo saco un libro y cuánto cuesta el retraso?", ["¿Cómo saco un libro", "cuánto cuesta el retraso?"])],
}
ONE = {
    "en": [
        "Are food and drink allowed?",
        "What is the amount of flour and water for feeding?",
        "When and where was the treaty signed?",
        "Who wrote the treaty of peace and war?",
        "Were the tapes coloured or did they stay black and white?",
        "In 1781 the king of France died. ",
        "What did Henry VIII. Tudor build?",
        "Loans",
    ],
    "fr": ["À quelle heure ferme la salle le mercredi et le samedi ?", "Que faire contre les courriers ?"],
    "de": ["Was hat Elisabeth II. 1981 in Newcastle eröffnet?", "Warum wird die 2. Achse benötigt?"],
    "zh": [
        "白茶和黑茶可以长期存放吗？",
        "细菌的变体如何以及何时进入欧洲？",
        "「道可道，非常道。」是谁说的？",
        "几何光学，又称为什么？",
    ],
    "ru": ["Как взять книгу и сколько стоит просрочка?"],
}


@pytest.mark.parametrize(
    ("language", "question", "parts"), [(code, *row) for code, rows in SEVERAL.items() for row in rows]
)
def test_each_of_several_questions_is_looked_for_behind_the_whole(language, question, parts):
    found = asked(question, language)
    assert list(found.parts) == parts and found.whole == question and not found.sides
    assert found.lookups[0] == question


@pytest.mark.parametrize(("language", "question"), [(code, row) for code, rows in ONE.items() for row in rows])
def test_what_is_one_question_stays_as_it_is(language, question):
    assert asked(question, language).lookups == (question,)


@pytest.mark.parametrize(
    ("language", "question", "sides"),
    [
        ("en", "What is the difference between green tea and black tea?", ("green tea", "black tea")),
        ("en", "How does the lamp differ from the scanner in price?", ("lamp", "scanner in price")),
        ("en", "Compare loans and fees", ("loans", "fees")),
        ("en", "Which lens is stronger, Alpha or Beta?", ("Alpha", "Beta")),
        ("en", "tar vs zip", ("tar", "zip")),
        ("fr", "Quelle est la différence entre une carte et un abonnement ?", ("carte", "abonnement")),
        ("fr", "Un livre ou un film : lequel est prêté plus longtemps ?", ("livre", "film")),
        ("de", "Worin unterscheiden sich Karte und Ausweis?", ("Karte", "Ausweis")),
        ("zh", "绿茶和乌龙茶有什么区别？", ("绿茶", "乌龙茶")),
        ("zh", "退货和换货有什么不同？", ("退货", "换货")),
        ("es", "¿Cuál es la diferencia entre tarjeta y abono?", ("tarjeta", "abono")),
    ],
)
def test_a_comparison_has_two_sides(language, question, sides):
    found = asked(question, language)
    assert found.sides == sides and found.lookups == (question, *sides)


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "Compare the form and use of cups and plates"), ("de", "Wer sagt, wie Land oder Eigentum genutzt wird?")],
)
def test_where_the_sides_cannot_be_told_there_are_none(language, question):
    assert asked(question, language).sides == ()


@pytest.mark.parametrize(
    ("language", "question", "whole", "part"),
    [
        (
            "en",
            "Hi! I just joined the lab and I love the microscopes. Could you tell me how far ahead slots are booked? Thanks a lot!",
            "I just joined the lab and I love the microscopes. Could you tell me how far ahead slots are booked?",
            "how far ahead slots are booked?",
        ),
        (
            "fr",
            "Bonjour, je prépare mes vacances, alors je voulais savoir comment demander une prolongation. Merci !",
            "je prépare mes vacances, alors je voulais savoir comment demander une prolongation.",
            "comment demander une prolongation.",
        ),
        (
            "de",
            "Guten Tag, ich bin neu im Verein und wohne in Ulm. Können Sie mir bitte sagen, wann der Garten öffnet? Viele Grüße",
            "ich bin neu im Verein und wohne in Ulm. Können Sie mir bitte sagen, wann der Garten öffnet?",
            "wann der Garten öffnet?",
        ),
        (
            "zh",
            "你好，我上周买了一支钢笔，不太喜欢它的颜色。请问签收以后多少天内可以换货？谢谢！",
            "我上周买了一支钢笔，不太喜欢它的颜色。请问签收以后多少天内可以换货？",
            "签收以后多少天内可以换货？",
        ),
    ],
)
def test_greetings_and_thanks_go_and_what_is_asked_stands_behind_the_message(language, question, whole, part):
    found = asked(question, language)
    assert (found.whole, found.parts) == (whole, (part,))


def test_a_question_that_only_greets_stays():
    assert asked("Hello!", "en").lookups == ("Hello!",)


def test_of_many_questions_the_last_ones_are_looked_for_by_themselves():
    many = " ".join(f"How many {thing} are there?" for thing in ("cats", "dogs", "birds", "fish", "mice"))
    assert len(asked(many, "en").parts) == MOST and asked(many, "en").parts[-1].endswith("How many mice are there?")
