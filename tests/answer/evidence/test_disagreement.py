"""Candidates that give different values for the same thing, and candidates that only look so."""

import pytest

from gateway.answer.answer import Candidate
from gateway.answer.evidence.disagreement import Disagreement, dated, disagreements, without
from gateway.limits.disagreement_rule import read


def passage(number, text, title="", language="en", **more):
    payload = {"text": text, "title": title, "documentId": f"d{number}", **more}
    return Candidate(f"E{number}", "embedding", payload, 1.0, number, language)


def values(*texts, titles=("", "", ""), language="en", rule="show"):
    found = [passage(at, text, titles[at - 1], language) for at, text in enumerate(texts, 1)]
    return [[side.value for side in each.sides] for each in disagreements(found, language, read(rule).usual)]


LEAVE = "Employees have {} of paid leave in a year."


def table(*rows, head="| Item | Price |"):
    return "\n".join([head, "|---|---|", *rows])


@pytest.mark.parametrize(
    ("one", "other", "expected", "language"),
    [
        (LEAVE.format("30 days"), LEAVE.format("25 days"), ["30 days", "25 days"], "en"),
        ("The contract begins on 1 May 2025.", "The contract begins on 1 May 2026.", ["2025", "2026"], "en"),
        ("We keep all logs for thirty days.", "We keep all logs for 90 days.", ["thirty days", "90 days"], "en"),
        ("Opening hours: 9:00 to 17:00", "Opening hours: 8:00 to 16:00", ["9:00 to 17:00", "8:00 to 16:00"], "en"),
        ("In early 1954, the relics were returned.", "In early 1957, the relics were returned.", ["1954", "1957"], "en"),
        ("Mitarbeiter haben im Jahr 30 Tage Urlaub.", "Mitarbeiter haben im Jahr 25 Tage Urlaub.", ["30 Tage", "25 Tage"], "de"),
        ("Le délai de réponse est de 8 jours ouvrables.", "Le délai de réponse est de 5 jours ouvrables.", ["8 jours", "5 jours"], "fr"),
        ("員工每年有30天的帶薪假期。", "員工每年有25天的帶薪假期。", ["30天", "25天"], "zh"),
        ("The head of the finance team is Anna Berg.", "The head of the finance team is Tom Lind.", ["Anna Berg", "Tom Lind"], "en"),
        (table("| Mug | 12 EUR |", "| Cup | 9 EUR |"), table("| Cup | 9 EUR |", "| Mug | 14 EUR |"), ["12 EUR", "14 EUR"], "en"),
    ],
)  # fmt: skip
def test_other_values_for_the_same_thing_disagree(one, other, expected, language):
    assert values(one, other, language=language) == [expected]


def test_a_negation_in_one_of_two_sentences_is_a_disagreement():
    one, other = "Receipts over 25 EUR need approval.", "Receipts over 25 EUR need no approval."
    assert values(one, other) == [[one, other]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (LEAVE.format("30 days"), LEAVE.format("30 days")),
        ("The Basel office has 30 desks in total.", "The Bern office has 40 desks in total."),
        ("Room 12 has a screen and a table.", "Room 14 has a screen and a table."),
        ("The iPhone 12 weighs 164 g without a case.", "The iPhone 15 weighs 171 g without a case."),
        ("In 2023 the revenue was 5 million euros.", "In 2024 the revenue was 6 million euros."),
        ("The city has 1.2 million inhabitants in total.", "The city has 1,200,000 inhabitants in total."),
        ("The mass is about 5,000 times that of the moon.", "The mass is about 4,991 times that of the moon."),
        ("It has 30 desks.", "It has 40 desks."),
        (table("| 2023 | 12 EUR |", head="| Year | Price |"), table("| 2024 | 14 EUR |", head="| Year | Price |")),
        (table("| Mug | 12 EUR |"), table("| Mug | 14 EUR |", head="| Item | Cost |")),
        (table("| Mug | 12 EUR |", "| Mug | 13 EUR |"), table("| Mug | 14 EUR |")),
        ("The trains leave in the morning at 7.", "Books may be borrowed by 7 readers."),
    ],
)
def test_two_things_and_one_value_in_two_spellings_do_not(one, other):
    assert values(one, other) == []


def test_titles_that_name_two_things_tell_them_apart_and_versions_do_not():
    texts = "The office has 30 desks in total.", "The office has 40 desks in total."
    assert values(*texts, titles=("Office Basel", "Office Bern")) == []
    assert values(*texts, titles=("Plant A", "Plant B")) == []
    assert values(*texts, titles=("Office 2023", "Office 2025 (draft)")) != []
    assert values(*texts, titles=("old-office.md", "new-office.md")) != []
    assert values(*texts, titles=("Office handbook", "Office rules 2026")) != []
    assert values(*texts, titles=("Office policy Basel", "Office policy Bern")) == []
    days = "員工每年有30天的帶薪假期。", "員工每年有25天的帶薪假期。"
    assert values(*days, titles=("休假手冊", "休假規定"), language="zh") != []


def test_one_document_and_two_languages_do_not_disagree():
    one, other = (passage(at, LEAVE.format(days)) for at, days in ((1, "30 days"), (2, "25 days")))
    same = Candidate("E2", "embedding", {**other.reference, "documentId": "d1"}, 1.0, 2, "en")
    assert disagreements([one, same], "en") == ()
    german = Candidate("E2", "embedding", other.reference, 1.0, 2, "de")
    assert disagreements([one, german], "en") == ()


def test_the_newest_side_is_first_and_sides_of_one_thing_are_one_disagreement():
    texts = [LEAVE.format(days) for days in ("30 days", "25 days", "30 days")]
    dates = ("2021-05-01", "2024-01-31T10:00:00Z", "2020")
    found = [passage(at, text, date=date) for at, (text, date) in enumerate(zip(texts, dates, strict=True), 1)]
    [told] = disagreements(found, "en")
    assert [side.citation_id for side in told.sides] == ["E2", "E1", "E3"]
    assert [side.citation_id for side in told.others] == ["E1", "E3"] and told.rule == ""
    assert Disagreement.from_json(told.to_json()) == told


def test_a_sentence_that_says_since_when_has_its_own_date():
    text = "Since 1 January {} the rate for a car is {} EUR per km."
    [told] = disagreements([passage(1, text.format(2023, "0.30")), passage(2, text.format(2025, "0.38"))], "en")
    assert [(side.value, side.date) for side in told.sides] == [("0.38 EUR", "2025"), ("0.30 EUR", "2023")]


@pytest.mark.parametrize(
    ("rule", "first", "decided"),
    [("show", "E2", ""), ("newest", "E2", "newest"), ("order:hr,wiki", "E1", "order"), ("order:dms", "E2", "")],
)
def test_a_rule_decides_if_it_can(rule, first, decided):
    one = passage(1, LEAVE.format("30 days"), date="2021", sourceApp="hr")
    other = passage(2, LEAVE.format("25 days"), date="2024", sourceApp="wiki")
    [told] = disagreements([one, other], "en", read(rule).usual)
    assert (told.sides[0].citation_id, told.rule) == (first, decided)


def test_one_passage_does_not_disagree_with_itself():
    one = passage(1, f"{LEAVE.format('30 days')} {LEAVE.format('25 days')}")
    assert disagreements([one], "en") == disagreements([one, passage(2, "")], "en") == ()


def test_the_newest_does_not_decide_without_dates():
    found = [passage(1, LEAVE.format("30 days")), passage(2, LEAVE.format("25 days"))]
    assert [each.rule for each in disagreements(found, "en", read("newest").usual)] == [""]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"date": "2024-02-03", "dateFrom": "front_matter", "title": "Leave 2020"}, "2024-02-03"),
        ({"date": "2024-02-03", "dateFrom": "loaded", "title": "Leave 2020"}, "2020"),
        ({"date": "2024-02-03", "dateFrom": "loaded"}, "2024-02-03"),
        ({"source": "leave-2021-04.md"}, "2021-04"),
        ({"text": "As of 3 March 2022\n\nEmployees have 30 days of leave."}, "2022"),
        ({}, ""),
    ],
)
def test_the_date_is_what_the_author_stated_else_a_year_in_the_title(more, expected):
    assert dated(passage(1, **{"text": "text", **more})) == expected


def test_a_side_is_taken_out_of_its_text():
    one = passage(1, f"All is well here. {LEAVE.format('30 days')} Ask the office.")
    side = disagreements([one, passage(2, LEAVE.format("25 days"))], "en")[0].sides[0]
    assert without(one, [(side.start, side.end)]).text == "All is well here.  Ask the office."
    rows = passage(1, table("| Mug | 12 EUR |", "| Cup | 9 EUR |"))
    side = disagreements([rows, passage(2, table("| Mug | 14 EUR |"))], "en")[0].sides[0]
    assert without(rows, [(side.start, side.end)]).text == table("| Cup | 9 EUR |")
