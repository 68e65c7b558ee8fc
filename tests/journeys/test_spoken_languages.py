"""The gateway's own sentences in every language that it speaks, and the language that a model is asked for."""

import json

import pytest

from gateway.words.languages import ANSWERED, english_name
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.server import running

OFF_TOPIC = {
    "en": "Who won the football world championship last year?",
    "fr": "Qui a peint la Joconde ?",
    "zh": "去年世界杯足球赛的冠军是谁？",
    "de": "Wer hat im letzten Jahr die Fußballweltmeisterschaft gewonnen?",
    "es": "¿Quién ganó el campeonato mundial de fútbol el año pasado?",
    "it": "Chi ha vinto il campionato mondiale di calcio l'anno scorso?",
    "pt": "Quem ganhou o campeonato mundial de futebol no ano passado?",
    "nl": "Wie heeft vorig jaar het wereldkampioenschap voetbal gewonnen?",
    "ru": "Кто выиграл чемпионат мира по футболу в прошлом году?",
    "ja": "昨年のサッカーワールドカップで優勝したのはどの国ですか？",
    "ko": "작년 축구 월드컵에서 우승한 나라는 어디입니까?",
    "ar": "من فاز بكأس العالم لكرة القدم في العام الماضي؟",
}
"""A question that the sample documents do not answer, in each language."""
CITATION = "What is a citation in an answer?"


@pytest.mark.parametrize("language", ANSWERED)
async def test_a_refusal_is_in_the_language_that_is_asked_for(sample, language):
    document = await sample.document(OFF_TOPIC["en"], language=language)
    assert document["no_context"] and document["answer"].startswith(
        sample.gateway.prompts.label("nothing_found", language)
    )


@pytest.mark.parametrize(
    ("tag", "language"),
    [("pt-BR", "pt"), ("zh-Hant", "zh"), ("zh_TW", "zh"), ("DE", "de"), ("es-419", "es"), ("zh-Hans-CN", "zh")],
)
async def test_a_region_or_script_behind_the_language_does_not_count(sample, tag, language):
    document = await sample.document(OFF_TOPIC["en"], language=tag)
    assert document["answer"].startswith(sample.gateway.prompts.label("nothing_found", language))


@pytest.mark.parametrize("tag", ["xx", "th", "german", "d", "de-", "-de", "de DE", "de-Ä", 7, ["de"], {"de": 1}, True])
async def test_a_language_without_sentences_is_refused_with_those_that_have_some(sample, tag):
    answer = await sample.client.post("/v1/answers", json={"question": "x", "language": tag})
    (error,) = answer.json()["errors"]
    assert answer.status_code == 422 and error["field"] == "language"
    assert all(f"'{code}'" in json.dumps(answer.json()) for code in ANSWERED)


async def test_a_search_takes_the_same_languages(sample):
    for tag, status in (("pt-BR", 200), ("AR", 200), ("th", 422)):
        answer = await sample.client.post("/v1/search", json={"query": "citation", "language": tag})
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize("language", ANSWERED)
async def test_a_session_may_speak_every_language(sample, language):
    made = await sample.client.post("/context/create_session", json={"language": f"{language}-XX"})
    assert made.status_code == 201, made.text


@pytest.fixture
async def modelled(database_url):
    """The sample behind a scripted model that is asked whatever was found."""
    async with (
        FakeUpstream([answer_json([([], "x")])]) as upstream,
        running(
            database_url,
            sample=True,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            gate_threshold=0,
        ) as server,
    ):
        said = "\n\n".join([*OFF_TOPIC.values(), *ELSEWHERE.values(), CITATION, "S2"])  # each question finds it
        await server.client.post("/v1/documents", json={"title": "Questions", "text": said})
        yield server, upstream


async def test_a_model_is_asked_for_the_language_of_the_request_by_its_name(modelled):
    server, upstream = modelled
    for language in ANSWERED:
        await server.ask(CITATION, language=language)
        assert f"Answer in {english_name(language)}." in upstream.requests[-1].body["messages"][0]["content"]


ELSEWHERE = {
    "Polish": "Kto wygrał mistrzostwa świata w piłce nożnej w zeszłym roku?",
    "Swedish": "Vem vann världsmästerskapet i fotboll förra året?",
    "the language of the question": "ใครชนะฟุตบอลโลกเมื่อปีที่แล้ว",
}
"""Questions in languages without sentences of the gateway's own, by what a model is asked for."""


async def test_else_it_is_asked_for_the_language_of_the_question_by_its_name(modelled):
    server, upstream = modelled
    asked = {english_name(language): question for language, question in OFF_TOPIC.items()} | ELSEWHERE
    for name, question in asked.items():
        await server.ask(question)
        assert f"Answer in {name}." in upstream.requests[-1].body["messages"][0]["content"], question


@pytest.mark.parametrize("question", ELSEWHERE.values(), ids=ELSEWHERE)
async def test_a_language_without_sentences_is_refused_in_english(sample, question):
    document = await sample.document(question)
    assert document["no_context"] and document["answer"].startswith(sample.gateway.prompts.label("nothing_found", "en"))


@pytest.mark.parametrize("language", ANSWERED)
async def test_a_refusal_is_in_the_language_of_the_question(sample, language):
    document = await sample.document(OFF_TOPIC[language])
    assert document["no_context"] and document["answer"].startswith(
        sample.gateway.prompts.label("nothing_found", language)
    )


async def test_in_a_conversation_the_language_stays_where_a_question_tells_none(modelled):
    server, upstream = modelled
    await server.ask(OFF_TOPIC["de"], thread_id="spoken", caller_app="tests")
    assert "Answer in German." in upstream.requests[-1].body["messages"][0]["content"]
    again = await server.document("S2?", thread_id="spoken", caller_app="tests")
    assert again["answer"].startswith(server.gateway.prompts.label("nothing_found", "de"))
    await server.ask("S2?", thread_id="unspoken", caller_app="tests")
    assert "Answer in the language of the question." in upstream.requests[-1].body["messages"][0]["content"]


LIBRARIES = {
    "de": (
        "Hausordnung der Bücherei",
        "Ein Buch darf drei Wochen lang ausgeliehen werden. Die Mahngebühr beträgt 20 Cent je Tag und Buch."
        "\n\nHunde müssen vor der Tür warten.",
        "Wie hoch ist die Mahngebühr pro Tag?",
        "20 Cent",
    ),
    "es": (
        "Normas de la biblioteca",
        "Un libro se puede tener en casa durante tres semanas. La multa por retraso es de 20 céntimos por día y libro."
        "\n\nLos perros esperan delante de la puerta.",
        "¿De cuánto es la multa por retraso?",
        "20 céntimos",
    ),
    "it": (
        "Regolamento della biblioteca",
        "Un libro si può tenere a casa per tre settimane. La penale per il ritardo è di 20 centesimi al giorno."
        "\n\nI cani aspettano davanti alla porta.",
        "A quanto ammonta la penale per il ritardo?",
        "20 centesimi",
    ),
    "pt": (
        "Regulamento da biblioteca",
        "Um livro pode ficar em casa durante três semanas. A multa por atraso é de 20 cêntimos por dia e livro."
        "\n\nOs cães esperam à porta.",
        "De quanto é a multa por atraso?",
        "20 cêntimos",
    ),
    "nl": (
        "Huisregels van de bibliotheek",
        "Een boek mag drie weken thuis blijven. De boete voor te laat inleveren is 20 cent per dag en boek."
        "\n\nHonden wachten voor de deur.",
        "Hoe hoog is de boete voor te laat inleveren?",
        "20 cent",
    ),
    "ru": (
        "Правила библиотеки",
        "Книгу можно держать дома три недели. Штраф за просрочку составляет 20 копеек в день за книгу."
        "\n\nСобаки ждут у двери.",
        "Какой штраф за просрочку книги?",
        "20 копеек",
    ),
    "ja": (
        "図書館の規則",
        "本は三週間借りることができます。延滞料は一冊につき一日20円です。\n\n犬は入口の前で待ちます。",
        "延滞料は一日いくらですか？",
        "20円",
    ),
    "ko": (
        "도서관 규칙",
        "책은 3주 동안 빌릴 수 있습니다. 연체료는 한 권에 하루 20원입니다.\n\n개는 문 앞에서 기다립니다.",
        "연체료는 하루에 얼마입니까?",
        "20원",
    ),
    "ar": (
        "قواعد المكتبة",
        "يمكن الاحتفاظ بالكتاب في المنزل ثلاثة أسابيع. غرامة التأخير عشرون قرشًا عن كل يوم وكتاب.\n\nتنتظر الكلاب أمام الباب.",
        "كم تبلغ غرامة التأخير عن كل يوم؟",
        "عشرون قرشًا",
    ),
}
"""A title and a text in each language, a question that the text answers, and what the answer holds."""


@pytest.fixture
async def libraries(server):
    for language, (title, said, *_) in LIBRARIES.items():
        body = {"title": title, "text": said, "external_id": language, "workspace": language}
        assert (await server.client.post("/v1/documents", json=body)).status_code == 201
    return server


@pytest.mark.parametrize("language", LIBRARIES)
async def test_a_text_is_quoted_in_its_own_language_and_anything_else_refused_in_it(libraries, language):
    _, _, question, fact = LIBRARIES[language]
    found = await libraries.document(question, workspace=language)
    assert not found["no_context"] and fact in found["answer"]
    assert all(citation["status"] == "ok" for part in found["paragraphs"] for citation in part["citations"])
    refused = await libraries.document(OFF_TOPIC[language], workspace=language)
    assert refused["no_context"] and refused["answer"].startswith(
        libraries.gateway.prompts.label("nothing_found", language)
    )


@pytest.mark.parametrize("language", ANSWERED)
async def test_what_is_not_remembered_is_said_in_the_language_of_the_question(sample, language):
    document = await sample.document(OFF_TOPIC[language], memory="only")
    assert document["answer"] == sample.gateway.prompts.label("not_remembered", language)


MORE = {
    "de": ("Fasse die Regeln der Bücherei zusammen: Buch, Mahngebühr, Hunde", "Erkläre das genauer"),
    "it": ("Riassumi le regole: libro, penale per il ritardo, cani", "Puoi spiegare meglio?"),
    "ru": ("Составь обзор правил: книга, штраф за просрочку, собаки", "Объясни подробнее"),
    "ja": ("本、延滞料、犬の規則を要約してください", "もっと詳しく"),
    "ar": ("لخص القواعد: الكتاب، غرامة التأخير، الكلاب", "اشرح أكثر"),
}


@pytest.mark.parametrize("language", MORE)
async def test_which_section_is_meant_is_asked_in_the_language_of_the_conversation(libraries, language):
    summary, more = MORE[language]
    talk = {"thread_id": f"more-{language}", "caller_app": "tests", "workspace": language}
    whole = await libraries.document(summary, **talk)
    assert not whole["no_context"] and whole["outline"]
    asked = await libraries.document(more, **talk)
    assert asked["meta"]["answer"]["source"] == "clarification"
    assert asked["answer"].startswith(libraries.gateway.prompts.label("which_section", language))
    titles = [section["title"] for section in whole["outline"]]
    assert all(title in asked["answer"] for title in titles)
