"""What a file states about its age and its author."""

from gateway.knowledge.documents.origin import UNSTATED, author_of, filed, moment, origin, origin_of_fields, stated_date
from tests.support.every import every


@every(
    "written, date",
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00+00:00"),
        ("20240501T100000Z", "2024-05-01T10:00:00+00:00"),
        ("2024-05-01 10:00:00 +0200", "2024-05-01T10:00:00+02:00"),
        ("2024-05-01T10:11:12.123456789", "2024-05-01"),
        ("2024/5/1", "2024-05-01"),
        ("1.5.2024", "2024-05-01"),
        ("5 May 2024", "2024-05-05"),
        ("May 5, 2024", "2024-05-05"),
        ("Mon, 06 May 2024 10:00:00 +0200", "2024-05-06T10:00:00+02:00"),
        ("D:20240102030405+01'00'", "2024-01-02T03:04:05+01:00"),
        ("D:20240102030405Z", "2024-01-02T03:04:05+00:00"),
        ("D:20240102030405", "2024-01-02"),
        (20240501, "2024-05-01"),
        ("2024", ""),
        ("2024-13-01", ""),
        ("D:20241302", ""),
        ("soon", ""),
        ("", ""),
        (None, ""),
        ({"a": 1}, ""),
        ("1970-01-01T00:00:00Z", ""),
        ("2013-12-23T23:15:00Z", ""),
        ("2006-09-16T00:00:00Z", ""),
        ("9" * 1000, ""),
    ],
)
def test_a_date_is_read_however_it_is_written(written, date):
    assert stated_date(written) == date


@every(
    "stated, author",
    [
        ("Ada Lovelace <ada@example.org>", "Ada Lovelace"),
        ("ada@example.org", "ada@example.org"),
        (["Ada L", {"name": "Bo M"}, "Ada L"], "Ada L, Bo M"),
        ({"@type": "Person", "name": "Ada"}, "Ada"),
        ("Müller, Max;\n\u202eMia", "Müller, Max; Mia"),
        ("python-docx", ""),
        ("Windows User", ""),
        ("LibreOffice", ""),
        ("Writer 7.1", ""),
        (7, ""),
        ("a" * 300, "a" * 199 + "…"),
        ([[["a"]]], ""),
    ],
)
def test_an_author_is_a_name_and_no_program(stated, author):
    assert author_of(stated, ["Writer 7.1"]) == author


def test_the_last_change_counts_before_the_first_day():
    fields = {"date": "2023-01-01", "Last-Updated": "2024-02-02", "authors": ["Ada", "Bo"]}
    assert origin_of_fields("front_matter", fields) == ("2024-02-02", "front_matter", "Ada, Bo")
    assert origin_of_fields("properties", {"date": ["1999-05-05", "2000"]}).date == "1999-05-05"
    assert origin("mail", ["never", "2024-01-01"]) == ("2024-01-01", "mail", "")
    assert origin("page", [None], "Ada") == ("", "loaded", "Ada")


def test_the_time_of_the_file_counts_if_the_file_states_none():
    stated = UNSTATED._replace(author="Ada")
    assert filed(stated, "2024-05-01T10:00:00Z") == ("2024-05-01T10:00:00+00:00", "file", "Ada")
    dated = origin("mail", ["2020-01-01"])
    assert filed(dated, "2024-05-01") == dated and filed(stated, "") == stated == filed(stated, "lately")
    assert moment(1_714_557_600) == "2024-05-01T10:00:00+00:00" and moment(1e20) == "" == moment(0)[:0]
