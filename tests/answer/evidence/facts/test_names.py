"""Names and codes."""

from gateway.answer.evidence.facts.alignment import replaced
from gateway.answer.evidence.facts.fact_text import fact_text
from gateway.answer.evidence.facts.names import copied, findings


def values(claim: str, *sources: str, language: str = "en") -> list[str]:
    near = [fact_text(source, language) for source in sources]
    return [claim[each.start : each.end] for each in findings(fact_text(claim, language), near, near)]


def test_a_name_that_no_passage_has_is_found() -> None:
    assert values("The head is Anna Weber.", "The head is a woman.") == ["Anna Weber"]
    assert values("Das ist Herr Weber mit dem E30.", "Das ist ein Herr.", language="de") == ["E30"]


def test_forms_initials_and_parts_of_a_name_are_the_name() -> None:
    assert values("The war ended in Germany.", "The German war ended.") == []
    assert values("It was founded by the NASA crew.", "The National Aeronautics and Space Administration did it.") == []
    assert values("Later came President Weber.", "Later came Weber.") == []


def test_a_name_elsewhere_counts_only_if_there_is_no_other_in_its_place() -> None:
    claim, best, other = "The prize went to Koch.", "The prize went to Weber.", "Koch was there."
    near, cited = [fact_text(best, "en")], [fact_text(f"{best} {other}", "en")]
    assert [each.source_value for each in findings(fact_text(claim, "en"), near, cited)] == ["Weber"]
    near = [fact_text("The prize went to him.", "en")]
    assert findings(fact_text(claim, "en"), near, cited) == []


def exchanged(claim: str, source: str, *, is_verbatim: bool = True) -> list[str | None]:
    ours, theirs = fact_text(claim, "en"), fact_text(source, "en")
    _, places = replaced(ours, theirs)
    return [each.source_value for each in copied(ours, theirs, places, is_verbatim=is_verbatim)]


def test_words_of_two_names_are_no_name_of_the_source() -> None:
    source = "Rick Grimes is played by Andrew Lincoln."
    near = [fact_text(source, "en")]
    found = findings(fact_text("The part of Rick Lincoln is the first.", "en"), near, near)
    assert [each.source_value for each in found] == ["Rick Grimes"]
    assert values("The part of Andrew Lincoln is the first.", source) == []
    assert (
        values("The part of Andrew James Lincoln is the first.", "It is played by Andrew James Clutterbuck Lincoln.")
        == []
    )


def test_a_source_may_have_the_last_word_of_a_name_alone() -> None:
    assert values("The wife is Alex Fletcher.", "Fletcher is the wife of Robbie Moffatt.") == []
    assert values("The wife is Alex Fletcher.", "The wife is Susan Fletcher.") == ["Alex Fletcher"]


def test_in_a_copy_no_name_stands_in_the_place_of_another_or_of_a_month() -> None:
    source = "The film was released on September 28 in Paris and shown in London."
    assert exchanged("The film was released on Angels Hospital 28 in Paris and shown in London.", source) == [
        "September"
    ]
    assert exchanged("The film was released on September 28 in London and shown in Paris.", source) == [
        "Paris",
        "London",
    ]


def test_a_free_sentence_may_order_the_names_of_its_source_in_another_way() -> None:
    source = "The film was released in Paris and shown in London."
    assert exchanged("The film was released in London and shown in Paris.", source, is_verbatim=False) == []
    assert exchanged("The film was released in Vienna and shown in London.", source, is_verbatim=False) == ["Paris"]
    assert exchanged("The idea spread to America.", "The American idea spread to Athens.", is_verbatim=False) == []
