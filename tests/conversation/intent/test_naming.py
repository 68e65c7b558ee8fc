"""Which document or heading a topic names."""

import pytest

from gateway.answer.answer import Candidate
from gateway.conversation.intent.naming import Named, named


def passage(document, title, heading="", *, source="", language="en"):
    position = {"heading": heading} if heading else {}
    payload = {"documentId": document, "title": title, "source": source, "text": "…", "position": position}
    return Candidate("E1", "embedding", payload, 1.0, 1, language)


SHELF = [
    passage("ci", "npm-ci", "Configuration › audit", source="docs/npm/npm-ci.md"),
    passage("audit", "npm-audit", "Exit Code", source="docs/npm/npm-audit.md"),
    passage("house", "House rules of the library", "Loans › Renewal", source="rules.html"),
    passage("stash", "git-stash", source="man/git-stash.txt"),
    passage("logging", "Logging", "Log levels", source="docs/npm/logging.md"),
    passage("de", "deluser.8", source="man-de/deluser.8.txt", language="de"),
    passage("fr", "deluser.8", source="man-fr/deluser.8.txt", language="fr"),
    passage("zh", "茶叶的冲泡与保存", "水温与时间", language="zh"),
]


@pytest.mark.parametrize(
    ("language", "topic", "document", "heading"),
    [
        ("en", "npm audit", "audit", ""),
        ("en", "the git stash manual page", "stash", ""),
        ("en", "the logging page of npm", "logging", ""),
        ("en", "the house rules", "house", ""),
        ("en", "renewal of loans", "house", "Loans › Renewal"),
        ("en", "the renewal section", "house", "Loans › Renewal"),
        ("fr", "de deluser", "fr", ""),
        ("de", "die Handbuchseite von deluser", "de", ""),
        ("zh", "茶叶冲泡与保存", "zh", ""),
        ("en", "what are the key points of npm audit", "audit", ""),
        ("zh", "茶叶的冲泡与保存这份手册的要点", "zh", ""),
    ],
)
def test_a_topic_names_the_document_or_heading_that_is_called_so(language, topic, document, heading):
    found = named(topic, language, SHELF, {})
    assert isinstance(found, Named) and (found.document_id, found.heading) == (document, heading)
    assert found.share > 0.5


@pytest.mark.parametrize("topic", ["the weather in Paris", "fees and fines of last year", "the page", "…"])
def test_what_is_called_so_nowhere_names_nothing(topic):
    assert named(topic, "en", SHELF, {}) is None


def test_of_two_that_are_called_alike_none_is_named():
    assert named("fees", "en", [passage("a", "Fees"), passage("b", "Fees")], {}) is None
    assert named("fees", "en", [passage("a", "Fees"), passage("a", "Fees")], {}) is not None


def test_a_file_whose_name_goes_on_is_another_one():
    shelf = [
        passage("conf", "ADDUSER.CONF(5)", source="m/adduser.conf.5.txt"),
        passage("a", "adduser(8)", source="m/adduser.8.txt"),
    ]
    assert named("adduser", "en", shelf, {}).document_id == "a"


def test_a_document_is_in_the_language_of_any_of_its_passages():
    shelf = [
        passage("fr", "deluser.8", language="en"),
        passage("de", "deluser.8", language="en"),
        passage("fr", "deluser.8", language="fr"),
    ]
    assert named("deluser", "fr", shelf, {}).document_id == "fr"


def test_words_weigh_what_they_weigh_in_the_corpus():
    shelf = [passage("a", "Stash"), passage("b", "Git")]
    assert named("git stash", "en", shelf, {"git": 0.1, "stash": 3.0}).document_id == "a"
    assert named("git stash", "en", shelf, {"git": 3.0, "stash": 0.1}).document_id == "b"


def test_a_passage_that_belongs_to_no_document_names_none():
    assert named("fees", "en", [passage("", "Fees")], {}) is None
