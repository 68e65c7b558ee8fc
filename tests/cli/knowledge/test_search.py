"""`citestream search` as a person runs it: passages, JSON, exit codes."""

import json

import pytest

QUERY = "How long may a book be borrowed?"


def test_it_shows_passages_with_title_and_source(citestream, notes):
    assert citestream("ingest", "notes", "--workspace", "house").returncode == 0
    found = citestream("search", QUERY, "--workspace", "house", "--limit", "1")
    assert found.returncode == 0 and found.stdout.startswith("1. Loans  (notes/loans.md)")
    assert "   A book may be borrowed for three weeks." in found.stdout and "\n2. " not in found.stdout
    assert found.stdout.splitlines()[-1].startswith("Confidence: confident (")
    document = json.loads(citestream("search", QUERY, "--json").stdout)
    assert set(document) == {"passages", "confidence"} and len(document["passages"]) == 2
    assert document["passages"][0]["text"].endswith("A loan can be renewed twice.")


def test_what_the_knowledge_base_does_not_hold_is_exit_code_1(citestream, notes):
    empty = citestream("search", QUERY)
    assert empty.returncode == 1 and "knowledge base is empty (" in empty.stderr
    assert empty.stdout == "Confidence: nothing (0.00).\n"
    citestream("ingest", "notes")
    assert citestream("search", "Who won the football championship?").returncode == 1
    nowhere = citestream("search", QUERY, "--workspace", "nowhere", "--json")
    assert nowhere.returncode == 1 and json.loads(nowhere.stdout)["passages"] == []


@pytest.mark.parametrize("wrong", [["  "], ["x" * 9000], [QUERY, "--limit", "0"], [QUERY, "--limit", "101"]])
def test_wrong_use_is_one_sentence_and_exit_code_2(citestream, wrong):
    refused = citestream("search", *wrong)
    assert refused.returncode == 2 and refused.stdout == "" and "Traceback" not in refused.stderr
