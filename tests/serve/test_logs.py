"""Logs: both forms, and libraries that keep quiet."""

import io
import json
import logging

import pytest

from gateway.serve.logs import QUIET, start_logging
from gateway.settings import Settings


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
