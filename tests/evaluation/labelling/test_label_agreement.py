"""Agreement by hand-computed figures; contradictions; and which labels a rate may be made from."""

import pytest

from gateway.evaluation.labelling.label_agreement import (
    Label,
    Labelled,
    agreements,
    claims,
    kappa,
    supported_paragraphs,
)

S, P, N = "supported", "partly", "not"


def label(number, labeller, verdict, citation="", sampled=True):
    item = Labelled("a", number, citation)
    return Label(item, labeller, verdict, f"claim {number}", (f"passage {number}",), sampled)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], None),
        ([(S, S), (S, S)], None),
        ([(S, S), (N, N)], 1),
        ([(S, N), (N, S)], -1),
        ([(S, S), (S, N)], 0),
        # Cohen's figures by hand: 20 both yes, 5 yes/no, 10 no/yes, 15 both no: po 0.7, pe 0.5.
        ([(S, S)] * 20 + [(S, N)] * 5 + [(N, S)] * 10 + [(N, N)] * 15, 0.4),
        ([(S, S), (P, P), (N, N), (P, N)], (0.75 - 0.3125) / (1 - 0.3125)),
    ],
)
def test_kappa(pairs, expected):
    found = kappa(pairs)
    assert found == expected if expected is None else found == pytest.approx(expected)


def test_each_two_people_are_compared_on_what_both_labelled():
    labels = [label(1, "ben", S), label(1, "anna", S), label(2, "anna", N), label(2, "ben", S), label(3, "anna", N)]
    (found,) = agreements([*labels, label(4, "cleo", N)])
    assert (found.labellers, found.cases, found.kappa) == (("anna", "ben"), 2, 0)


def test_contradictions_are_left_out_and_counted_and_partly_is_not_supported():
    labels = [
        *(label(1, "anna", S), label(1, "ben", S)),
        *(label(2, "anna", P), label(2, "ben", N)),
        *(label(3, "anna", P), label(3, "ben", S)),
        label(4, "anna", P),
    ]
    lines, contradictions = claims(labels)
    assert [(line["claim"], line["supported"], line["labels"]) for line in lines] == [
        ("claim 1", True, 2),
        ("claim 2", False, 2),
        ("claim 4", False, 1),
    ]
    assert contradictions == 1 and lines[0]["passages"] == ["passage 1"]


def test_a_rate_is_made_from_whole_paragraphs_of_the_random_sample():
    labels = [
        *(label(1, "anna", S), label(2, "anna", N)),
        label(3, "anna", N, sampled=False),
        label(4, "anna", N, citation="E2"),
        *(label(5, "anna", N), label(5, "ben", S)),
    ]
    assert supported_paragraphs(labels) == {("a", 1): True, ("a", 2): False}
