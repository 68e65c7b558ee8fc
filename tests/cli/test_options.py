"""What every command takes: names on one line."""

import json

import pytest

from gateway.cli.options import LONGEST_NAME, is_name, say_table


@pytest.mark.parametrize(
    ("name", "good"),
    [("acme", True), ("Büro 2", True), ("x" * LONGEST_NAME, True), ("x" * (LONGEST_NAME + 1), False), ("a\nb", False)],
)
def test_a_name_is_short_and_on_one_line(name, good):
    assert is_name(name) is good


def test_columns_of_a_table_are_as_wide_as_their_widest_cell(capsys):
    say_table([("name", "of"), ("a longer one", "x"), ("b", "")])
    assert capsys.readouterr().out == "name          of\na longer one  x\nb\n"


def test_with_json_logs_a_remark_is_an_entry_of_the_log(citestream):
    settings = {"GATEWAY_LOG_FORMAT": "json", "GATEWAY_LOGLEVEL": "DEBUG"}
    told = [json.loads(line) for line in citestream("migrate", "--check", **settings).stderr.splitlines()]
    assert [(entry["level"], "GATEWAY_LOG_LEVEL" in entry["message"]) for entry in told] == [("WARNING", True)]


def test_a_removed_setting_stops_a_command_with_one_line(citestream):
    done = citestream("migrate", "--check", GATEWAY_RETRIES="0", GATEWAY_FETCH_URLS="on")
    assert done.returncode == 2 and done.stderr == (
        "citestream: GATEWAY_FETCH_URLS was removed: use GATEWAY_FETCH_ALLOWED=public. "
        "GATEWAY_RETRIES was removed: it is now always 2; unset it.\n"
    )


def test_a_removed_name_that_other_programs_share_is_one_line_of_the_log(citestream):
    done = citestream("migrate", "--check", AWS_REGION="eu-west-3", GATEWAY_LOG_LEVEL="INFO")
    assert done.returncode == 0 and done.stderr.count("AWS_REGION is no longer a setting") == 1
    assert citestream("migrate", "--check", AWS_REGION="eu-west-3").stderr == ""
