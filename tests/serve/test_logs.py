"""Logs: both forms, and libraries that keep quiet."""

import contextvars
import io
import json
import logging

import pytest

from gateway.serve.logs import QUIET, start_lines, start_logging
from gateway.settings import Settings
from gateway.telemetry.tracing import request_context


@pytest.fixture(autouse=True)
def untouched():
    """The root logger as it was."""
    root = logging.getLogger()
    handlers, level, levels = root.handlers[:], root.level, {name: logging.getLogger(name).level for name in QUIET}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, was in levels.items():
        logging.getLogger(name).setLevel(was)


def logged(form, *, level="INFO"):
    out = io.StringIO()
    start_logging(Settings(_env_file=None, log_format=form, log_level=level), out)
    return out


def test_text_is_one_line_with_level_and_origin():
    out = logged("text")
    logging.getLogger("gateway.live.producers").warning("the %s", "journal")
    assert out.getvalue() == "WARNING gateway.live.producers: the journal\n"


def test_json_is_one_object_a_line_with_the_trace_inside():
    out = logged("json")
    try:
        raise ValueError("bad\nvalue")
    except ValueError:
        logging.getLogger("gateway").exception("it failed: 引用")
    (line,) = out.getvalue().splitlines()
    entry = json.loads(line)
    assert (entry["level"], entry["logger"], entry["message"]) == ("ERROR", "gateway", "it failed: 引用")
    assert "ValueError" in entry["error"] and entry["time"].endswith("+00:00")


def test_libraries_say_only_what_went_wrong():
    out = logged("text", level="DEBUG")
    logging.getLogger("uvicorn.error").info("Started server process")
    logging.getLogger("uvicorn.error").warning("odd")
    assert out.getvalue() == "WARNING uvicorn.error: odd\n"


def test_the_level_is_the_setting():
    out = logged("text", level="ERROR")
    logging.getLogger("gateway").warning("not said")
    assert out.getvalue() == ""


def test_fields_stand_beside_the_message_in_both_forms():
    fields = {"tenant": "a", "none": None, "hostile": 'two words\nINFO x: "y"', "citations": {"ok": 1}, "ms": 4}
    for form in ("json", "text"):
        out = logged(form)
        logging.getLogger("gateway").info("turn", extra={"fields": fields})
        (line,) = out.getvalue().splitlines()
        if form == "json":
            assert {name: json.loads(line)[name] for name in fields} == fields
        else:
            hostile = json.dumps(fields["hostile"])
            assert line == f'INFO gateway: turn tenant=a hostile={hostile} citations={{"ok":1}} ms=4'


def test_lines_of_one_request_have_its_ids():
    def work():
        request_context.enter({"x-request-id": "r-1", "traceparent": f"00-{'a' * 32}-{'b' * 16}-01"})
        logging.getLogger("gateway").info("working")

    out = logged("json")
    contextvars.copy_context().run(work)
    entry = json.loads(out.getvalue())
    assert (entry["request_id"], entry["trace_id"]) == ("r-1", "a" * 32)


def test_the_lines_of_a_start_have_the_chosen_form():
    lines = []
    start_lines(Settings(_env_file=None), lines.append)("model      none: answers are quoted")
    assert lines == ["model      none: answers are quoted"]
    out = logged("json", level="ERROR")
    settings = Settings(_env_file=None, log_format="json", log_level="ERROR")
    start_lines(settings, lines.append)("model      none: answers are quoted")
    entry = json.loads(out.getvalue())
    assert (entry["message"], entry["is"]) == ("model", "none: answers are quoted") and len(lines) == 1
