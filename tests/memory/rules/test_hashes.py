"""The same words give the same key, whatever their spelling; scopes never meet by accident."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.memory.rules.hashes import ServingScope, key_hash, normalised, scope_hash

SCOPE = {
    "tenant": "default",
    "workspace": "shop",
    "phase": "",
    "language": "en",
    "corpus": "c1",
    "access_group": "",
    "prompt_version": "4",
    "answer_format": "paragraphs",
}


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("How do I reset  my\tpassword ?", "how do i reset my password"),
        ("Où est l’ACCUEIL\u202f?", "où est l'accueil"),
        ("ＡＰＩ在哪里？", "api在哪里"),
        ("年假有几天？！。", "年假有几天"),
        ("STRASSE", "strasse"),
        ("Straße...", "strasse"),
        ("What is C++?", "what is c++"),
        ("What is C#?", "what is c#"),
        ("???", "???"),
        ("", ""),
    ],
)
def test_case_width_white_space_and_end_punctuation_are_folded(question, key):
    assert normalised(question) == key


def test_accents_and_signs_inside_keep_questions_apart():
    assert normalised("Où dormir?") != normalised("Ou dormir?")
    assert normalised("C#?") != normalised("C?")


@given(st.text(max_size=60))
def test_normalising_twice_changes_nothing_more(text):
    assert normalised(normalised(text)) == normalised(text)


def test_the_key_hash_is_sha256_of_phase_projet_and_question_on_lines():
    expected = hashlib.sha256(b"analyse\nalpha\nwhat is a refund").hexdigest()
    assert key_hash("analyse", "alpha", "What is a refund?") == expected


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_any_text_has_a_key(phase, projet, question):
    assert len(key_hash(phase, projet, question + "\ud800")) == 64


def test_every_part_of_a_scope_counts_and_none_runs_into_the_next():
    whole = scope_hash(ServingScope(**SCOPE))
    assert len({whole, *(scope_hash(ServingScope(**SCOPE | {name: "other"})) for name in SCOPE)}) == len(SCOPE) + 1
    assert scope_hash(ServingScope(**SCOPE | {"tenant": 'a", "b', "workspace": "c"})) != scope_hash(
        ServingScope(**SCOPE | {"tenant": "a", "workspace": 'b", "c'})
    )
