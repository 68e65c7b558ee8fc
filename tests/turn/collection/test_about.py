"""What is said of the collection, against one that says what a test wants."""

import json

import pytest

from gateway.conversation.question import Asker, Question
from gateway.limits.thresholds import Levels
from gateway.retrieval.ports import Hit, Retrieval
from gateway.retrieval.sources import Sources
from gateway.turn.collection.about import HEADINGS, AboutCollection
from gateway.turn.limits import TurnLimits
from gateway.turn.ports import Holdings, NamedDocument, Titled
from gateway.turn.preparation import Preparation
from gateway.words.languages import ANSWERED
from tests.support.every import every
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of, with_fields

LISTED = (Titled("Loans", 3, "2026-03-02"), Titled("Fees\nand fines"), Titled("Cards"), Titled("Films"))
HELD = Holdings(12, {"en": 8, "fr": 3, "th": 1}, LISTED, ("default",))
HANDBOOK = NamedDocument("h", "Staff handbook", "staff.pdf", 12, "en", 2)


class Offered:
    """Proposes the same always."""

    async def of(self, question, language, holds):
        return ["One?", "Two?"]


class Shelf:
    """A collection and a retriever."""

    def __init__(self, holds=HELD, found=(), weights=None, named=(), headings=()):
        self.asked, self.searched = [], []
        self._holds, self._found, self._weights = holds, found, weights or {}
        self._named, self._headings = named, headings

    async def holds(self, question, titles, spread=False):
        self.asked.append(question)
        listed = [titled for titled in self._holds.titles if not question.scope.languages or titled.title == "Films"]
        return self._holds._replace(titles=tuple(listed[: titles or None]))

    async def named(self, question, pieces):
        return self._named

    async def headings(self, tenant, document_id, most):
        return self._headings[:most]

    async def beginning(self, tenant, document_id, characters):
        return "A handbook\nfor the staff."

    async def search(self, query):
        self.searched.append(query)
        return Retrieval(self._found, self._weights)

    async def aclose(self):
        pass


async def prepared(question, shelf, **limits):
    question = question if isinstance(question, Question) else question_of("default", question, "en")
    about = AboutCollection(shelf, PROMPTS, Offered())
    preparation = Preparation(Sources([shelf]), PROMPTS, TurnLimits(**limits), about=about)

    async def quiet(state):
        pass

    frozen = await preparation.prepare(question, quiet)
    if frozen.source != "about":
        return frozen, ""
    [paragraph] = json.loads(frozen.answer_text)["paragraphs"]
    assert paragraph["citationIds"] == [] and len(frozen.candidates) == 0
    return frozen, paragraph["text"]


async def test_a_greeting_says_what_there_is_and_what_can_be_asked_without_a_search():
    shelf = Shelf()
    frozen, text = await prepared("Hello!", shelf)
    assert frozen.source == "about" and frozen.search.query == "" and frozen.memory == {} and shelf.searched == []
    assert text.split("\n") == [
        PROMPTS.label("about_greeting", "en"),
        "Documents in this knowledge base: 12. Languages: English, français, th.",
        "You can ask, for example:",
        "- One?",
        "- Two?",
    ]


async def test_documents_are_listed_and_counted():
    _, text = await prepared("Which documents do you have?", Shelf())
    assert text.split("\n")[1:] == [
        "Among them:",
        "- Loans (3)",
        "- Fees and fines",
        "- Cards",
        "- Films",
        "… and 6 more",
    ]
    _, text = await prepared("What is the newest document?", Shelf())
    assert text.split("\n")[1:3] == ["The newest documents:", "- Loans (3), 2026-03-02"]
    _, text = await prepared("how many documents?", Shelf())
    assert text.startswith("Documents in this knowledge base: 12.")


async def test_an_empty_knowledge_base_says_so():
    _, text = await prepared("how many documents?", Shelf(Holdings(0)))
    assert text == PROMPTS.label("about_empty", "en")


async def test_languages_are_counted_and_those_that_are_named_are_listed():
    _, text = await prepared("Which languages are the documents in?", Shelf())
    assert text.split("\n") == ["Languages: English (8), français (3), th (1).", PROMPTS.label("about_spoken", "en")]
    shelf = Shelf()
    _, text = await prepared("Which documents are in French?", shelf)
    assert text.split("\n")[2:3] == ["- Films"] and shelf.asked[-1].scope.languages == ("fr",)


@pytest.mark.parametrize(
    ("asked", "label"),
    [
        ("thanks", "about_thanks"),
        ("ok", "about_noted"),
        ("That was wrong", "about_wrong"),
        ("I don't understand", "about_unclear"),
    ],
)
async def test_thanks_and_complaints_ask_for_nothing(asked, label):
    shelf = Shelf()
    assert (await prepared(asked, shelf))[1] == PROMPTS.label(label, "en") and shelf.asked == []


async def test_the_answer_is_in_the_language_of_the_phrase_unless_another_one_was_asked_for():
    guessed = Question.asked(Asker("default"), "merci", usually_strict=False)
    assert (await prepared(guessed, Shelf()))[1] == PROMPTS.label("about_thanks", "fr")
    asked_for = question_of("default", "thanks", "de")
    assert (await prepared(asked_for, Shelf()))[1] == PROMPTS.label("about_thanks", "de")


@every("language", ANSWERED)
async def test_every_language_has_its_sentences(language):
    _, text = await prepared(question_of("default", "ok", language), Shelf())
    assert text == PROMPTS.label("about_noted", language)


@pytest.mark.parametrize("changes", [{"memory": "only"}, {"deliverable": True}])
async def test_who_wants_something_else_gets_that(changes):
    frozen, _ = await prepared(with_fields(question_of("default", "hello", "en"), **changes), Shelf())
    assert frozen.source != "about"


def passage(document, title, text):
    payload = {"embeddingId": f"{document}{text[-3:]}", "documentId": document, "title": title, "text": text}
    return Hit("embedding", payload, 0.9, "en")


LOANS = [
    passage("a", "Loans", "Parental leave has a loan of its own."),
    passage("b", "Leave", "Parental leave lasts three years."),
    passage("b", "Leave", "Who takes parental leave writes first."),
    passage("c", "Cards", "Leave the card at the desk."),
]
KNOWN = {"parent": 3.0, "leav": 1.0}


async def test_documents_on_a_subject_are_those_that_hold_all_of_it_with_their_passages_counted():
    frozen, text = await prepared("What do you have on parental leave?", Shelf(found=LOANS, weights=KNOWN))
    assert frozen.source == "about"
    assert text.split("\n") == [PROMPTS.label("about_found", "en"), "- Leave (2)", "- Loans (1)"]


async def test_of_a_subject_that_is_not_there_nothing_is_listed():
    shelf = Shelf(found=LOANS[3:], weights={"parrot": 4.0})
    frozen, _ = await prepared("What do you have on parrots?", shelf, gate_threshold=Levels(0.3))
    assert frozen.source == "gate"


async def test_a_subject_of_which_one_word_is_in_no_document_is_told_to_be_absent():
    frozen, text = await prepared("What do you have on parental pools?", Shelf(found=LOANS, weights=KNOWN))
    assert frozen.source == "about"
    assert text == PROMPTS.label("about_absent", "en").format(subject="parental pools")


async def test_documents_with_the_subject_in_their_title_come_first():
    found = [*LOANS, passage("d", "Parental leave", "Forms lie at the desk.")]
    _, text = await prepared("What do you have on parental leave?", Shelf(found=found, weights=KNOWN))
    assert text.split("\n")[1:] == ["- Parental leave (1)", "- Leave (2)", "- Loans (1)"]


async def test_a_document_that_is_named_tells_its_headings_and_where_they_are():
    shelf = Shelf(named=(HANDBOOK,), headings=(("Leave", 1), ("Leave › Special leave", 2), ("Travel", None)))
    frozen, text = await prepared("What is in the staff handbook?", shelf)
    assert frozen.source == "about" and shelf.searched == []
    assert text.split("\n") == [
        "“Staff handbook” has these headings:",
        "- Leave (p. 1)",
        "  - Special leave (p. 2)",
        "- Travel",
    ]
    _, long = await prepared("Open staff.pdf", Shelf(named=(HANDBOOK,), headings=(("Leave", 1),) * 30))
    assert long.count("Leave") == HEADINGS and long.endswith("\n…")


async def test_a_document_without_headings_tells_how_it_begins():
    _, text = await prepared("Open staff.pdf", Shelf(named=(HANDBOOK,)))
    assert text == "“Staff handbook” has no headings. It begins:\nA handbook for the staff. …"


async def test_of_several_documents_of_a_name_all_are_listed_and_of_none_the_question_is_searched():
    others = tuple(HANDBOOK._replace(document_id=name) for name in "ab")
    _, text = await prepared("Open staff.pdf", Shelf(named=others))
    assert text.split("\n")[1:] == ["- Staff handbook (12)"] * 2
    shelf = Shelf(found=LOANS[3:], weights={"parrot": 4.0})
    frozen, _ = await prepared("Open the window", shelf)
    assert frozen.source != "about" and shelf.searched


POLICY = NamedDocument("p", "Leave policy", "leave.docx", 3, "en", 2, "2024-05-01T10:00:00Z", "properties", "Ada L")


@every(
    "question, named, words",
    [
        ("Who wrote the leave policy?", [POLICY], ["Leave policy", "Ada L"]),
        ("When was the leave policy last updated?", [POLICY], ["Leave policy", "2024-05-01", "states."]),
        ("How old is the policy?", [POLICY], ["2024-05-01"]),
        ("When was leave.docx changed?", [POLICY], ["2024-05-01"]),
        ("When was the policy last updated?", [POLICY._replace(date_from="file")], ["states no date", "2024-05-01"]),
        ("When was this page last updated?", [POLICY._replace(date_from="loaded")], ["loaded", "2024-05-01"]),
        (
            "When was the handbook last updated?",
            [HANDBOOK._replace(date="2023-01-01", date_from="mail")],
            ["2023-01-01"],
        ),
        ("When was the policy changed?", [POLICY, POLICY._replace(title="Travel policy")], ["Leave", "Travel"]),
        ("Who wrote “Leave policy”?", [POLICY], ["Ada L"]),
        ("Wann wurde die Leave Policy zuletzt geändert?", [POLICY], ["2024-05-01"]),
        ("Who wrote Faust, part one?", [POLICY._replace(title="Faust: part one")], ["Ada L"]),
    ],
)
async def test_the_age_and_the_author_of_a_document_are_told_without_a_search(question, named, words):
    shelf = Shelf(named=named)
    frozen, text = await prepared(question, shelf)
    assert frozen.source == "about" and not shelf.searched
    for word in words:
        assert word in text, text


ABOUT_CONTENT = """
    en Who wrote Faust?
    en How old is the bridge?
    en Who wrote Romeo and Juliet?
    en How old is the Golden Gate Bridge?
    en When was the bridge built?
    en When was the form of government changed?
    en Who wrote the national anthem?
    en Who created the platform?
    en When was the law last changed?
    en How old is the director?
    en Who is the author of Hamlet?
    en When was Hamlet published?
    en Who drafted the declaration of independence?
    en When was the roof last changed?
    en When was the software last updated?
    de Wer schrieb Faust?
    de Wer hat den Faust geschrieben?
    de Wie alt ist die Brücke?
    de Wann wurde das Gesetz zuletzt geändert?
    de Wer ist der Autor von Hamlet?
    fr Qui a écrit Les Misérables ?
    fr Quel âge a le pont ?
    fr Qui est l'auteur de Candide ?
    fr Quand le pont a-t-il été modifié ?
    es ¿Quién escribió Don Quijote?
    es ¿Cuántos años tiene el puente?
    es ¿Quién es el autor de Hamlet?
    it Chi ha scritto la Divina Commedia?
    it Quanti anni ha il ponte?
    pt Quem escreveu Os Lusíadas?
    pt Quantos anos tem a ponte?
    nl Wie schreef Max Havelaar?
    nl Hoe oud is de brug?
    ru Кто написал Войну и мир?
    ru Сколько лет мосту?
    ru Кто автор Гамлета?
    zh 谁写了浮士德？
    zh 这座桥有多少年了？
    zh 红楼梦的作者是谁？
    ja ファウストは誰が書きましたか？
    ja この橋はいつ改訂されましたか？
    ja ハムレットの著者は誰ですか？
    ko 파우스트는 누가 썼나요?
    ko 햄릿의 작가는 누구인가요?
    ar من كتب فاوست؟
    ar كم عمر الجسر؟
"""
_LOOKING_ALIKE = [
    NamedDocument(title, title, f"{title}.pdf", 3, "en", 1, "2024-05-01", "properties", "Ada L")
    for title in (
        *(
            "The old bridge",
            "Bridge",
            "Faust",
            "Hamlet",
            "Golden Gate Bridge",
            "Information for readers",
            "The platform",
        ),
        *("Brücke", "Pont", "Puente", "Мост", "桥", "浮士德", "파우스트", "الجسر", "Law", "Software", "Roof"),
    )
]


@every("asked", [line.strip() for line in ABOUT_CONTENT.strip().splitlines()])
async def test_a_question_about_content_is_searched_whatever_documents_are_called(asked):
    language, _, question = asked.partition(" ")
    shelf = Shelf(named=_LOOKING_ALIKE)
    frozen, _ = await prepared(question_of("default", question, language), shelf)
    assert frozen.source != "about" and shelf.searched


@every("named", [[], [POLICY._replace(author="")], [POLICY._replace(title="Travel rules", file_name="")]])
async def test_an_author_that_no_document_names_is_searched(named):
    shelf = Shelf(named=named)
    frozen, _ = await prepared("Who wrote the leave policy?", shelf)
    assert frozen.source != "about" and shelf.searched


async def test_this_page_is_searched_where_there_are_several():
    shelf = Shelf(named=[POLICY, HANDBOOK])
    frozen, _ = await prepared("When was this page last updated?", shelf)
    assert frozen.source != "about" and shelf.searched
