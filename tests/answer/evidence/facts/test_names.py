"""Names and codes."""

from gateway.answer.evidence.facts.fact_text import fact_text
from gateway.answer.evidence.facts.names import findings


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
