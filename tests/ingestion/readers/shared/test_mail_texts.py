"""Texts of mails: invitations and lines as programs write them."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers.shared.mail_texts import added, fuller, invitation, joined_lines, may_say_more


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            "SUMMARY:Tasting\nDTSTART:20240305T100000Z\nDTEND:20240305T113000Z",
            "## Tasting\n\n2024-03-05 10:00 UTC – 2024-03-05 11:30 UTC",
        ),
        ("SUMMARY;LANGUAGE=de:Probe\nDTSTART;VALUE=DATE:20240305", "## Probe\n\n2024-03-05"),
        ("DESCRIPTION:One\\n\\nTwo\\; three\n", "One\n\nTwo; three"),
        ("DTSTART:soon\nX-NAME:y", ""),
    ],
)
def test_an_event_is_written_without_names_of_fields(fields: str, text: str) -> None:
    assert invitation(f"BEGIN:VCALENDAR\nBEGIN:VEVENT\n{fields}\nEND:VEVENT\nEND:VCALENDAR") == text


def test_events_that_say_the_same_are_one() -> None:
    event = "BEGIN:VEVENT\nSUMMARY:Tasting\nEND:VEVENT\n"
    assert invitation(event * 3) == "## Tasting"
    assert invitation("no calendar") == ""


def test_lines_of_another_depth_do_not_flow_into_each_other() -> None:
    assert joined_lines("a \n> b \n> c\nd", without_space=False) == "a\n> b c\nd"
    assert joined_lines(" >no quote", without_space=False) == ">no quote"


def test_only_what_is_new_is_added() -> None:
    assert added("The cellar opens.", "Cellar\n\nIt closes at 5.") == "It closes at 5."


def test_a_page_that_says_the_same_need_not_be_converted() -> None:
    plain = "The cellar opens at nine and closes at five, on every day of the week but Monday. " * 9
    page = f"<style>p {{color: red}} /* {'x' * 999} */</style><p>{plain}</p><p>Caf&eacute;</p>"
    assert not may_say_more(page, plain)
    assert may_say_more(page + "<p>Corks are kept wet, and bottles lie down.</p>" * 9, plain)
    assert may_say_more("<p>Another text.</p>", plain) and may_say_more(page, "Short.")


def test_a_version_without_words_gives_way() -> None:
    assert fuller("https://example.org/a-long-address", "Short.") == "Short."
    assert fuller("Short.", "![](x)") == "Short."
