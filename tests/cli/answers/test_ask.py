"""`citestream ask` as a person runs it: text, ids and sources, exit codes."""

import asyncio
import json

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json


def test_ask_streams_text_ids_and_sources(citestream, notes):
    assert citestream("ingest", "notes", "--workspace", "house").returncode == 0
    answer = citestream("ask", "How long may a book be borrowed?", "--workspace", "house")
    assert answer.returncode == 0
    assert "A book may be borrowed for three weeks." in answer.stdout and "[E1]" in answer.stdout
    assert "loans.md" in answer.stdout.splitlines()[-1]
    document = json.loads(citestream("ask", "How long may a book be borrowed?", "--json").stdout)
    assert document["paragraphs"][0]["citation_ids"] == ["E1"] and document["state"] == "done"


@pytest.mark.parametrize("asked", [["Write a report on loans of films."], ["Loans of books", "--deliverable"]])
def test_ask_gives_an_outline_where_one_is_wanted(citestream, notes, asked):
    citestream("ingest", "notes")
    document = json.loads(citestream("ask", *asked, "--json").stdout)
    assert [section["id"] for section in document["outline"]][:1] == ["S1"]
    if "--deliverable" not in asked:
        assert f"\nS1  {document['outline'][0]['title']}\n" in citestream("ask", *asked).stdout
        assert json.loads(citestream("ask", *asked, "--no-deliverable", "--json").stdout)["outline"] == []


@pytest.mark.slow
async def test_ask_heeds_the_strict_setting(citestream, notes):
    """A model that cites nothing: its text is shown, or, strictly, is not."""
    citestream("ingest", "notes")
    loose = "A film may be borrowed for nine years in every town."
    async with FakeUpstream([answer_json([([], loose)])]) as upstream:
        model = {"OPENAI_BASE_URL": upstream.url, "GATEWAY_EMBEDDER": "none", "GATEWAY_REGENERATE": "0"}

        async def ask(*options, **more):
            question = "How long may a film be borrowed?"
            return await asyncio.to_thread(citestream, "ask", question, *options, **model, **more)

        assert loose in (await ask()).stdout
        assert loose not in (await ask(GATEWAY_STRICT="on")).stdout
        assert loose not in (await ask("--strict")).stdout
        assert loose in (await ask("--no-strict", GATEWAY_STRICT="on")).stdout


def test_a_list_of_documents_is_a_good_answer_without_citations(citestream, notes):
    citestream("ingest", "notes")
    answer = citestream("ask", "Which documents do you have?")
    assert answer.returncode == 0 and "Loans" in answer.stdout and answer.stderr == ""


def test_ask_about_something_else_ends_with_exit_code_1(citestream, notes):
    citestream("ingest", "notes")
    answer = citestream("ask", "Who won the football championship?")
    assert answer.returncode == 1 and "Nothing was found in the knowledge base" in answer.stdout


def test_ask_on_an_empty_knowledge_base_says_which_one_is_empty(citestream):
    answer = citestream("ask", "How long may a book be borrowed?")
    assert answer.returncode == 1 and "knowledge base is empty (" in answer.stderr and "ingest PATH" in answer.stderr


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (
            "# Horaires\n\nLe ma\u0302t ne\u0301cessite une re\u0301vision en e\u0301te\u0301.",
            "Quand le mât nécessite-t-il une révision ?",
        ),
        ("# Post\n\nDie Paket\u00adannahme\u00adstelle schließt um 18 Uhr.", "Wann schließt die Paketannahmestelle?"),
        ("# 通知\n\n\u2f24\u2fa8\u7684\u94a5\u5319\u5728\u4e09\u697c\u3002", "大門的钥匙在哪里？"),
    ],
)
def test_letters_that_look_the_same_are_found_and_covered(citestream, tmp_path, text, question):
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    citestream("ingest", "page.md")
    document = json.loads(citestream("ask", question, "--json").stdout)
    citation = document["paragraphs"][0]["citations"][0]
    assert (citation["status"], citation["score"]) == ("ok", 1.0)
    assert document["refs"][0]["payload"]["text"] == text
