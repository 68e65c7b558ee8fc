"""Which document a name means."""

from gateway.turn.ports import NamedDocument
from gateway.turn.searching.contents import meant, pieces

HANDBOOK = NamedDocument("h", "Staff handbook of Tamarind Logistics", "staff-handbook.pdf", 12, "en", 2)
REPORT = NamedDocument("r", "Annual report 2025 of the Eastvale waterworks", "waterworks-annual-report.pdf", 5, "en", 1)
RULES = NamedDocument("p", "Haus- und Badeordnung des Hallenbads Mühlental", "hallenbad-hausordnung.md", 6, "de", 1)
WARDS = NamedDocument("z", "仁和医院住院病人探视制度", "医院探视制度.md", 6, "zh", 4)


def test_the_words_that_carry_meaning_are_the_pieces_of_a_name():
    assert pieces("the staff-handbook of Tamarind") == ["staff", "handbook", "Tamarind"]
    assert pieces("der Hausordnung") == ["Hausordnung"] and pieces("the") == []
    assert pieces("探视制度") == ["探视", "视制", "制度"] and pieces("表") == ["表"]


def test_a_document_is_called_by_its_title_or_its_file_name():
    for name in ("staff handbook of TAMARIND logistics", "staff-handbook.pdf", "Staff handbook"):
        assert meant(name, [HANDBOOK, REPORT]) == [HANDBOOK]
    assert meant("医院探视制度", [WARDS]) == [WARDS]


def test_all_of_a_name_has_to_be_there():
    assert meant("annual fee", [REPORT]) == []
    assert meant("quarterly report", [REPORT]) == []


def test_one_word_has_to_be_half_of_a_title_or_file_name():
    assert meant("der Hausordnung", [RULES]) == [RULES]
    assert meant("Logistics", [HANDBOOK._replace(fitting=1)]) == []
    assert meant("the handbook", [HANDBOOK._replace(fitting=1)]) == [HANDBOOK._replace(fitting=1)]


def test_several_of_one_name_are_all_meant():
    first, second = (HANDBOOK._replace(document_id=name, title="Changelog", file_name="changes.rst") for name in "ab")
    assert meant("changes.rst", [first, second]) == [first, second] and meant("", [first]) == []
