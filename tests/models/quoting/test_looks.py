from __future__ import annotations

import pytest

from gateway.models.quoting.looks import (
    entry_name,
    is_contents,
    is_entry,
    is_leader,
    is_menu,
    is_navigation,
    is_record,
    is_rights,
    is_wrapped,
    without_boilerplate,
    without_cues,
)

CHANGES = """2024-03-01  Ada Example  <ada@example.org>

\tLids close again.
\t* src/lid.c (close_lid): Ask first. Closes #4711.
"""


@pytest.mark.parametrize(
    "text",
    [
        CHANGES,
        "tea (2.1-3) unstable; urgency=low\n\n  * New upstream release. (Closes: #4711)\n  * Fix lids, see CVE-2024-1234.",
        "## 3.1.4\n\n- Lids close (#311, 4f2a9c1b)\n- Kettles whistle (#308)",
        "## 3.1.4（2024年）\n\n- 修复盖子 (#311)\n- 水壶 (#308)",
    ],
)
def test_a_record_of_changes_is_known_by_its_references(text: str) -> None:
    assert is_record(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tea is brewed for three minutes. The kettle was built in 1998 and weighs 2.5 kg.",
        "Opening hours: 2024-05-01 closed, 2024-05-09 closed, 2024-05-20 closed from noon.",
        "Write to ada@example.org about lids, and to bob@example.org about kettles.",
        "Version 2.1.4 of the kettle whistles. " + "It also keeps the water hot for as long as anybody wants tea. " * 8,
    ],
)
def test_prose_and_lists_of_one_kind_of_reference_are_no_record(text: str) -> None:
    assert not is_record(text)


def test_an_entry_is_a_name_over_what_is_said_about_it() -> None:
    assert is_entry("```\n   -l, --lid\n          close the lid;\n          and wait\n```") and is_entry(
        "lid\n  It closes."
    )
    for text in ("$ close lid\n$ wait", "The lid is closed.\n  It waits.", "  lid\n  is closed", "-l, --lid", ""):
        assert not is_entry(text)


def test_a_line_of_contents_leads_to_its_page() -> None:
    assert is_leader("2 Closing the lid ........ 14") and is_leader("盖子………… 3") and is_leader("Lids . . . . . 7")
    assert not is_leader("Close the lid ... and wait 3 minutes") and not is_leader("Then it waits...")


def test_a_menu_is_a_list_of_links() -> None:
    assert is_navigation(["- [Lids](#lids)", "- [Kettles](kettles.html)"])
    assert not is_navigation(["- [Lids](#lids) are closed", "- [Kettles](kettles.html)"])


def test_lines_of_a_menu_are_shorter_than_those_of_a_text() -> None:
    assert is_wrapped(["Whoever wants to drink it cold pours it over", "ice"]) and not is_wrapped(["Lids", "Kettles"])


def test_an_entry_in_markdown_begins_with_its_name_in_code_or_bold_letters() -> None:
    assert (
        is_entry("`-l`, `--lid`: close the lid")
        and is_entry("**Lid**: it closes the kettle")
        and is_entry("`盖`：盖子")
    )
    assert not is_entry("`-l`: ") and not is_entry("Use `-l`: it closes") and not is_entry("`-l` closes: the lid")
    assert entry_name("`-l`, `--lid`: close it. Wait.").startswith("`-l`, `--lid`:")
    assert entry_name("   lid\n      It closes.").strip() == "lid" and entry_name("The lid closes.") == ""


def test_rights_are_named_by_a_sign_or_a_year() -> None:
    assert is_rights("© Ada Roe") and is_rights("(c) 2020 Ada") and is_rights("Copyright Ada Roe and others, 2001-2019")
    assert not is_rights("Copyright protects works.") and not is_rights("Item (c) is free.")


def test_rights_mottos_and_contents_at_the_beginning_are_skipped_if_something_follows() -> None:
    assert without_boilerplate("© 2020 Ada\n\n“Tea.” — Ada\n\nLoans 3\nFees 17\n\nBooks are lent.") == "Books are lent."
    assert without_boilerplate("© 2020 Ada") == "© 2020 Ada"


def test_contents_have_pages_that_grow_or_name_headings() -> None:
    assert is_contents(["Loans 3", "Fees 17"], set()) and is_contents(["1. Loans", "2 Fees", "Rest"], {"loans", "fees"})
    assert not is_contents(["| Adults | 12 |", "| Children | 4 |"], set()) and not is_contents(["Loans 3"], {"loans"})


def test_subtitles_lose_the_times_of_their_cues() -> None:
    assert without_cues("1\n00:01:02,000 --> 00:01:04,500\nwelcome").strip() == "welcome"
    assert without_cues("00:01.000 --> 00:04.000 align:left\nwelcome").strip() == "welcome"
    assert without_cues("a --> b") == "a --> b"


def test_lines_that_begin_with_capitals_and_have_no_value_are_a_menu() -> None:
    assert is_menu(["Brewing", "- Prices", ""]) and not is_menu(["Default: 3"]) and not is_menu(["brewing", "Prices"])
