"""The gateway's own sentences in every language that it speaks, and the language that a model is asked for."""

import json

import pytest

from gateway.words.languages import ANSWERED, english_name
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.server import running

OFF_TOPIC = {
    "en": "Who won the football world championship last year?",
    "fr": "Qui a gagné la coupe du monde de football l'an dernier ?",
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


@pytest.mark.parametrize("language", ANSWERED)
async def test_a_refusal_is_in_the_language_that_is_asked_for(sample, language):
    document = await sample.document(OFF_TOPIC["en"], language=language)
    assert document["no_context"] and document["answer"] == sample.gateway.prompts.label("nothing_found", language)


@pytest.mark.parametrize(
    ("tag", "language"),
    [("pt-BR", "pt"), ("zh-Hant", "zh"), ("zh_TW", "zh"), ("DE", "de"), ("es-419", "es"), ("zh-Hans-CN", "zh")],
)
async def test_a_region_or_script_behind_the_language_does_not_count(sample, tag, language):
    document = await sample.document(OFF_TOPIC["en"], language=tag)
    assert document["answer"] == sample.gateway.prompts.label("nothing_found", language)


@pytest.mark.parametrize("tag", ["xx", "th", "german", "d", "de-", "-de", "de DE", "de-Ä", 7, ["de"], {"de": 1}, True])
async def test_a_language_without_sentences_is_refused_with_those_that_have_some(sample, tag):
    answer = await sample.client.post("/v1/answers", json={"question": "x", "language": tag})
    (error,) = answer.json()["errors"]
    assert answer.status_code == 422 and error["field"] == "language"
    assert all(f"'{code}'" in json.dumps(answer.json()) for code in ANSWERED)


@pytest.mark.parametrize("language", ANSWERED)
async def test_a_session_may_speak_every_language(sample, language):
    made = await sample.client.post("/context/create_session", json={"language": f"{language}-XX"})
    assert made.status_code == 201, made.text


async def test_a_model_is_asked_for_the_language_of_the_request_by_its_name(database_url):
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
        for language in ANSWERED:
            await server.ask("What is a citation in an answer?", language=language)
            assert f"Answer in {english_name(language)}." in upstream.requests[-1].body["messages"][0]["content"]
