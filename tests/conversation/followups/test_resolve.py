"""References of a question to what was said before: tables of sentences for each language, and the rules behind
them."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import words
from gateway.conversation.followups.resolve import FollowUp, resolve
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState
from tests.support.every import every

TABLES = Path(__file__).parent
TITLES = {
    "en": ["Loan period", "Late fees", "Membership cards", "Opening hours", "Reading room rules"],
    "fr": ["Durée du prêt", "Frais de retard", "Cartes de membre", "Horaires d'ouverture", "Règlement de la salle"],
    "zh": ["借阅期限", "逾期罚款", "会员卡办理", "开放时间", "阅览室规则"],
    "de": ["Leihfrist", "Mahngebühren", "Mitgliedskarten", "Öffnungszeiten", "Hausordnung"],
    "es": ["Plazo de préstamo", "Multas por retraso", "Carnés de socio", "Horario de apertura", "Normas de la sala"],
}
LANGUAGES = ("en", "fr", "zh")
KINDS = ("section_id", "letter", "ordinal", "number", "relative", "title", "multi", "anaphora", "none")


def sections(titles, prefix="S"):
    return tuple(OutlineEntry(f"{prefix}{number}", title) for number, title in enumerate(titles, start=1))


STATES = {language: ThreadState(sections(titles)) for language, titles in TITLES.items()}


def lines(name):
    return [line for line in (TABLES / name).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def references(language):
    """Question, ref_type, and the ids or "?"."""
    return [line.split(" | ") for line in lines(f"{language}.txt")]


def said(found):
    return " ".join(section.id for section in found.sections) or ("?" if found.choose else "-")


def guessed(question):
    return words.guess_language(question) or "en"


@pytest.mark.requirement("A17")
@pytest.mark.parametrize("language", TITLES)
def test_every_reference_of_the_table_is_resolved_to_its_section(language):
    wrong = []
    for question, kind, ids in references(language):
        found = resolve(question, guessed(question), STATES[language])
        if (found.ref_type, said(found)) != (kind, ids) or not found.matched or not found.dependent:
            wrong.append((question, kind, ids, found))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_known_serves_as_well_as_one_that_is_guessed(language):
    wrong = [
        question
        for question, _, ids in references(language)
        if said(resolve(question, language, STATES[language])) != ids
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TITLES)
@pytest.mark.parametrize("taken_for", LANGUAGES)
def test_no_trap_resolves_or_asks_back_whatever_its_language_is_taken_for(language, taken_for):
    caught = []
    for question in lines(f"{language}.traps.txt"):
        found = resolve(question, taken_for, STATES[language])
        if found.ref_type != "none" or found.resolved or found.choose:
            caught.append((question, found))
    assert caught == []


@pytest.mark.parametrize(("language", "least"), [("en", 60), ("fr", 60), ("zh", 60), ("de", 15), ("es", 15)])
def test_the_tables_are_long_and_say_every_kind(language, least):
    assert len(references(language)) >= least and len(lines(f"{language}.traps.txt")) >= least
    assert {kind for _, kind, _ in references(language)} == set(KINDS[:-1])


@pytest.mark.parametrize("language", TITLES)
def test_without_a_state_a_reference_is_seen_and_not_resolved(language):
    for question, kind, _ in references(language):
        found = resolve(question, guessed(question), None)
        assert not found.resolved and not found.choose
        if kind not in ("title", "multi"):
            assert found.ref_type == kind and found.dependent, question


@pytest.mark.parametrize(
    ("answer", "ids"),
    [("2", "S2"), ("2.", "S2"), ("2)", "S2"), ("1, 3", "S1 S3"), ("S4", "S4"), ("B", "S2"), ("9", "?")],
)
def test_a_bare_choice_answers_the_question_which_one(answer, ids):
    assert said(resolve(answer, "en", STATES["en"])) == ids


@pytest.mark.parametrize("question", ["2023", "2 + 2", "10 %", "3.5", "12:30", "100"])
def test_other_figures_alone_are_no_choice(question):
    assert resolve(question, "en", STATES["en"]).ref_type == "none"


def test_the_words_that_pointed_are_kept_as_they_were_typed():
    assert resolve("Détaille le 2ème point", "fr", STATES["fr"]).matched == ("2ème point",)
    assert resolve("Compare S1 with the Third Point", "en", STATES["en"]).matched == ("S1", "Third Point")
    assert resolve("More about Membership, please", "en", STATES["en"]).matched == ("Membership",)
    assert resolve("請詳細說說第二點", "zh", STATES["zh"]).matched == ("第二點",)


def test_what_is_looked_up_is_the_title_and_the_question_for_each_section():
    found = resolve("S1 and S2?", "en", STATES["en"])
    assert found.queries("S1 and S2?") == ("Loan period — S1 and S2?", "Late fees — S1 and S2?")
    assert FollowUp().queries("Anything") == ("Anything",)


def test_a_follow_up_is_detected_when_it_points_or_leans():
    assert resolve("S2", "en", None).detected and resolve("Why?", "en", None).detected
    assert not resolve("What are the opening hours?", "en", STATES["en"]).detected


def test_at_most_three_sections_come_out_of_one_question():
    assert said(resolve("Detail S1 to S5", "en", STATES["en"])) == "S1 S2 S3"
    assert said(resolve("the first five points", "en", STATES["en"])) == "S1 S2 S3"


def test_the_same_section_twice_is_one():
    found = resolve("S2, the second point", "en", STATES["en"])
    assert said(found) == "S2" and found.ref_type == "section_id"


LISTED = sections(["Paris", "Lyon", "Nice"], prefix="")


@pytest.mark.parametrize("question", ["the second point", "point B", "#2"])
def test_ordinals_letters_and_numbers_mean_whatever_is_newer(question):
    outline = STATES["en"].outline
    newer = resolve(question, "en", ThreadState(outline, listed=LISTED, listed_newer=True))
    older = resolve(question, "en", ThreadState(outline, listed=LISTED))
    assert [one.title for one in (*newer.sections, *older.sections)] == ["Lyon", "Late fees"]


def test_section_ids_never_mean_a_list():
    both = ThreadState(STATES["en"].outline, listed=LISTED, listed_newer=True)
    assert said(resolve("S2", "en", both)) == "S2" and said(resolve("section 2", "en", both)) == "S2"
    only = resolve("Detail S2", "en", ThreadState(listed=LISTED, listed_newer=True))
    assert not only.resolved and not only.choose and only.ref_type == "section_id"
    assert said(resolve("section 2", "en", ThreadState(listed=LISTED))) == "2"


def test_what_fits_only_the_parent_resolves_there():
    state = ThreadState(sections(["Amount", "Reminder"]), parent=STATES["en"].outline)
    assert [one.title for one in resolve("S2", "en", state).sections] == ["Reminder"]
    assert [one.title for one in resolve("S4", "en", state).sections] == ["Opening hours"]
    assert [one.title for one in resolve("S1 and S4", "en", state).sections] == ["Loan period", "Opening hours"]
    assert resolve("S7", "en", state).choose


def test_an_ordinal_that_fits_no_list_means_the_outline():
    state = ThreadState(STATES["en"].outline, listed=LISTED, listed_newer=True)
    assert said(resolve("the fifth point", "en", state)) == "S5"


def test_items_of_a_long_list_are_called_as_the_answer_counted():
    long = tuple(OutlineEntry(str(number), f"City {number}") for number in (1, 2, 3, 4, 5, 6, 7, 12))
    state = ThreadState(listed=long, listed_newer=True)
    assert said(resolve("#12", "en", state)) == said(resolve("the last one", "en", state)) == "12"
    assert resolve("#9", "en", state).choose


def test_a_title_must_be_told_from_the_others():
    state = ThreadState(sections(["Late fees", "Membership fees", "Loans"]))
    assert not resolve("More about fees", "en", state).resolved
    assert said(resolve("More about membership fees", "en", state)) == "S2"
    assert said(resolve("Explain the late fees and the loans", "en", state)) == "S1 S3"


def test_a_new_question_that_shares_words_with_a_title_is_no_reference():
    for question in (
        "How much are late fees for DVDs?",
        "Explain how reading glasses are made",
        "When are the opening hours changed?",
    ):
        assert resolve(question, "en", STATES["en"]).ref_type == "none", question


DEPENDENT = """
    Why?|And for cats?|How much does it cost?|What about weekends?|Who wrote it?|Does it apply to students?|What else?
    Is that still true?|What does that mean?|Are they free?|How do I renew them?|You said four weeks, is this still so?
    How long is this period?|Pourquoi ?|Et pour les chats ?|Combien ça coûte ?|Et le week-end ?|Qui l'a écrit ?
    Est-ce que cela s'applique aux étudiants ?|Sont-elles gratuites ?|Quand a-t-il été créé ?|Comment ça ?|C'est obligatoire ?
    那猫呢？|为什么？|它多少钱？|这个怎么收费？|那周末呢？|这是谁写的？|还有别的吗？|这样可以吗？
    Warum?|Und für Katzen?|Was bedeutet das?|¿Por qué?|¿Y para los gatos?|¿Qué significa eso?
"""
INDEPENDENT = """
    What are the opening hours?|How long does it take to get a card?|Is it possible to renew a loan online?
    Can members bring their children?|What time is it in Paris?|If a book is lost, who pays for it?|How many books can I borrow?
    What is the fee that members pay?|How do I renew a loan this year?|Quels sont les horaires d'ouverture ?
    Faut-il une carte pour emprunter ?|Y a-t-il un parking ?|Est-il possible de renouveler un prêt en ligne ?
    Il y a combien de places dans la salle ?|Si un livre est perdu, qui le paie ?|Comment renouveler ma carte ?
    图书馆几点开门？|借书证怎么办理？|为什么要交押金？|如果书丢了，它的赔偿标准是什么？|今年的开放时间是什么？
    Wie lange ist die Leihfrist?|Wo ist die Bibliothek?|¿Cuántos libros puedo tomar prestados?|¿Cuál es el horario de la biblioteca?
"""


def questions(text):
    return [question.strip() for line in text.split("\n") for question in line.split("|") if question.strip()]


@every("question", questions(DEPENDENT), reader="conversation")
def test_a_question_that_leans_on_what_was_said_is_dependent_and_nothing_more(question):
    found = resolve(question, guessed(question), None)
    assert found.dependent and not found.resolved and not found.choose


@every("question", questions(INDEPENDENT), reader="conversation")
def test_a_question_that_stands_for_itself_is_independent(question):
    assert resolve(question, guessed(question), None) == FollowUp()


POINTING = st.sampled_from(
    [
        "S2",
        "s 3",
        "[S1]",
        "point",
        "B)",
        "le",
        "2e",
        "dernier",
        "#1",
        "first",
        "two",
        "and",
        "to",
        "第二点",
        "最后",
        "S2和",
        "détaille",
        "the",
        "one",
        "n°",
        "section",
        "-",
        "'",
        "…",
        "١",
        "²",
        "Ⅳ",
        "ﬁ",
        "\u0301",
        "9" * 30,
        "y",
        "punto",
        "2.",
        "Punkt",
    ]
)
ANY = st.one_of(st.text(max_size=60), st.lists(POINTING, max_size=12).map(" ".join), st.lists(POINTING).map("".join))
ENTRIES = st.lists(st.text(max_size=130), max_size=8)


@given(ANY, st.sampled_from([*LANGUAGES, "de", "it", "ja", "ko", "ar", "xx", ""]), ENTRIES, ENTRIES, st.booleans())
def test_whatever_is_asked_it_answers_with_at_most_three_sections_of_the_state(
    question, language, titles, items, newer
):
    state = ThreadState(sections(titles), sections(titles[:3]), sections(items, prefix=""), newer)
    found = resolve(question, language, state)
    assert found.ref_type in KINDS and len(found.sections) <= 3 and len(set(found.sections)) == len(found.sections)
    assert {*found.sections} <= {*state.outline, *state.parent, *state.listed}
    assert not (found.resolved and found.choose) and (found.resolved or found.queries(question) == (question,))
    assert resolve(question, language, state) == found


def calls(question):
    """How many functions of ours reading a question takes: the same on every machine."""
    count = 0

    def counted(frame, event, argument):
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        resolve(question, "en", None)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("said", [".", "7 ", "ก ข", "the ", "2, ", "S2 "])
def test_the_work_grows_with_the_question_and_no_faster(said):
    assert calls((said * 400)[:400]) < 6 * calls((said * 100)[:100])


UNREAD = {
    "it": ("Prestiti di libri", "Penali per il ritardo", "Tessere per bambini"),
    "pt": ("Empréstimo de livros", "Multas por atraso", "Cartões para crianças"),
    "nl": ("Boeken lenen", "Boetes bij te laat inleveren", "Passen voor kinderen"),
    "ru": ("Выдача книг", "Штрафы за просрочку", "Билеты для детей"),
    "pl": ("Wypożyczanie książek", "Opłaty za spóźnienie", "Karty dla dzieci"),
    "ja": ("図書の貸出", "延滞料", "子どもの利用カード"),
    "ko": ("도서 대출", "연체료", "어린이 회원증"),
    "ar": ("إعارة الكتب", "غرامات التأخير", "بطاقات الأطفال"),
}
"""Titles in languages without a grammar."""
IN_UNREAD = """
it | Approfondisci S2 | section_id | S2
it | Dimmi di più sulle penali per il ritardo | title | S2
it | Penali per il ritardo? | title | S2
it | Puoi spiegare meglio? | anaphora | ?
it | E S7? | section_id | ?
pt | Detalhe S2, por favor | section_id | S2
pt | Fale mais sobre as multas por atraso | title | S2
pt | Pode explicar melhor? | anaphora | ?
nl | Werk S2 uit | section_id | S2
nl | Vertel meer over boetes bij te laat inleveren | title | S2
nl | Kun je dat verder uitleggen? | anaphora | ?
ru | Подробнее о S2 | section_id | S2
ru | Расскажи подробнее о штрафах за просрочку | title | S2
ru | Объясни подробнее | anaphora | ?
pl | Rozwiń S2 i S3 | multi | S2 S3
pl | Opłaty za spóźnienie? | title | S2
ja | S2について詳しく | section_id | S2
ja | 延滞料について詳しく教えてください | title | S2
ja | もっと詳しく | anaphora | ?
ko | S2를 자세히 설명해 주세요 | section_id | S2
ko | 연체료에 대해 더 알려 주세요 | title | S2
ko | 더 자세히 | anaphora | ?
ar | اشرح S2 بالتفصيل | section_id | S2
ar | أخبرني المزيد عن غرامات التأخير | title | S2
ar | اشرح أكثر | anaphora | ?
""".strip().splitlines()
ALONE = {
    "it": ("Quanto costa un biglietto del treno per Roma?", "Posso prestare il mio Samsung Galaxy S2 a un amico?"),
    "pt": ("Quanto custa um bilhete de comboio para Lisboa?", "O processador ES2 é mais rápido que o S2.1?"),
    "nl": ("Hoeveel kost een treinkaartje naar Utrecht?", "Mag ik boeken lenen aan mijn buurman in Utrecht?"),
    "ru": ("Сколько стоит билет на поезд до Москвы?", "Какие билеты нужны для поездки детей в Казань?"),
    "pl": ("Ile kosztuje bilet na pociąg do Krakowa?",),
    "ja": ("東京までの電車の切符はいくらですか？",),
    "ko": ("부산까지 기차표는 얼마입니까?",),
    "ar": ("كم سعر تذكرة القطار إلى القاهرة؟",),
}


@every("line", IN_UNREAD, reader="conversation")
def test_without_a_grammar_ids_titles_and_words_that_ask_for_more_are_understood(line):
    language, question, kind, ids = line.split(" | ")
    found = resolve(question, language, ThreadState(sections(UNREAD[language])))
    assert (found.ref_type, said(found), found.dependent) == (kind, ids, True) and found.matched


@pytest.mark.parametrize("language", UNREAD)
def test_without_a_grammar_a_question_that_stands_alone_points_at_nothing(language):
    state = ThreadState(sections(UNREAD[language]))
    assert [question for question in ALONE[language] if resolve(question, language, state).detected] == []


@pytest.mark.parametrize(
    ("language", "question"),
    [("it", "e i bambini?"), ("ru", "а дети?"), ("ja", "子どもは？"), ("ko", "어린이는요?"), ("ar", "والأطفال؟")],
)
def test_without_a_grammar_one_word_more_leans_on_what_was_said(language, question):
    found = resolve(question, language, ThreadState(sections(["A", "B"])))
    assert found.dependent and not found.resolved and not found.choose


def test_without_a_grammar_what_is_asked_beside_a_section_is_told():
    found = resolve("Quanto costano i prestiti secondo S2?", "it", ThreadState(sections(UNREAD["it"])))
    assert said(found) == "S2" and "prestiti" in found.beside
