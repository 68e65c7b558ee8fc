"""`citestream doctor`: lines with what to do, an exit code, JSON."""

import json


def test_where_nothing_is_wrong_the_exit_code_is_0(citestream):
    told = citestream("doctor", "--provider", "extractive")
    assert told.returncode == 0, told.stdout + told.stderr
    lines = told.stdout.splitlines()
    assert all(line.split()[0] in ("ok", "warn") for line in lines)
    assert [line.split()[1] for line in lines][:3] == ["settings", "access", "database"]


def test_where_something_fails_it_is_1_and_json_says_the_same(citestream):
    settings = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_MODEL": "m"}
    told = citestream("doctor", "--json", "--url", "http://127.0.0.1:9", **settings)
    found = json.loads(told.stdout)
    assert told.returncode == 1 and found["ok"] is False
    levels = {each["subject"]: each["level"] for each in found["found"]}
    assert (levels["model"], levels["stream"], levels["database"]) == ("fail", "fail", "ok")
    assert all(each["advice"] for each in found["found"] if each["level"] == "fail")


def test_a_setting_that_cannot_be_read_and_a_name_that_means_nothing_are_told(citestream):
    wrong = citestream("doctor", GATEWAY_PORT="many")
    assert wrong.returncode == 1 and wrong.stdout.startswith("fail  settings    GATEWAY_PORT")
    slip = citestream("doctor", GATEWAY_LOGLEVEL="DEBUG")
    assert slip.returncode == 0 and "warn  settings" in slip.stdout and "GATEWAY_LOG_LEVEL" in slip.stdout
