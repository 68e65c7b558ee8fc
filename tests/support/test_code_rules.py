"""What the rules look for is found, and harmless code is not reported."""

import pytest

from tests.support.code_rules import (
    imports_of_tests,
    impurities,
    languages_spoken,
    names_that_say_nothing,
    siblings_imported,
    spins,
    too_long,
    too_many_parameters,
)


@pytest.mark.parametrize(
    "effect",
    [
        "async def f(): ...",
        "async def f():\n    return [x async for x in y]",
        "open('x')",
        "print('x')",
        "datetime.now()",
        "from time import monotonic",
        "import logging",
        "import os.path",
        "Path('x').read_text()",
    ],
)
def test_an_effect_in_a_pure_file_is_seen(effect):
    assert list(impurities(effect))


@pytest.mark.parametrize(
    "harmless", ["from gateway.words import fold", "x.opened()", "def timed(now): return now", "'print()'"]
)
def test_a_harmless_line_is_not_taken_for_an_effect(harmless):
    assert list(impurities(harmless)) == []


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("from gateway.models.providers import other", {"other"}),
        ("from gateway.models.providers.other import X", {"other"}),
        ("import gateway.models.providers.other", {"other"}),
        ("from gateway.models.providers._shared import X", set()),
        ("import other", set()),
    ],
)
def test_an_import_of_another_choice_is_seen(tmp_path, line, seen):
    for name in ("other.py", "_shared.py"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "one.py").write_text(line, encoding="utf-8")
    assert siblings_imported(tmp_path / "one.py", "gateway.models.providers") == seen


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(a, b, c, d, e, f, g): ...", []),
        ("def f(a, b, c, d, e, /, f, *, g, h): ...", ["f"]),
        ("class C:\n    def __init__(self, a, b, c, d, e, f, g, h): ...", []),
        ("class C:\n    def __init__(self, a, b, c, d, e, f, g, h, i): ...", ["__init__"]),
        ("def f(a: Annotated[int, typer.Option()], b, c, d, e, f, g, h): ...", []),
    ],
)
def test_parameters_are_counted_without_self_and_not_of_commands(source, found):
    assert too_many_parameters(source) == found


@pytest.mark.parametrize("source", ["x = 'fr'", "x = 'durée'", "f('时间')", "x = f'{y}月'"])
def test_a_language_in_a_file_is_heard(source):
    assert list(languages_spoken(source))


@pytest.mark.parametrize("source", ["x = 'en'", '"""Où est 时间?"""', "x = '。、·×'", "x = 'Afrique'"])
def test_what_is_no_language_is_not_heard(source):
    assert list(languages_spoken(source)) == []


@pytest.mark.parametrize("line", ["from tests.turn.test_ask import x", "import tests.turn.test_ask"])
def test_an_import_from_a_test_is_seen(line):
    assert list(imports_of_tests(line))
    assert not list(imports_of_tests(line.replace("test_ask", "questions")))


@pytest.mark.parametrize("loop", ["for _ in range(20)", "while not done"])
def test_a_loop_that_only_spins_is_seen(loop):
    assert list(spins(f"async def f():\n    {loop}:\n        await asyncio.sleep(0)"))
    assert not list(spins(f"async def f():\n    {loop}:\n        work()\n        await asyncio.sleep(0)"))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = 1\n" * 320, []),
        ("x = 1\n" * 321, ["321 code lines"]),
        ("# why\n" * 400, []),
        ("def f():\n" + "    x = 1\n" * 59, []),
        ("def f():\n" + "    x = 1\n" * 60, ["f has 61 code lines"]),
        ("async def f():\n" + "    x = 1\n\n" * 59, []),
    ],
    ids=["a file", "a long file", "comments", "a function", "a long function", "empty lines"],
)
def test_a_file_or_a_function_that_is_too_long_is_seen(source, found):
    assert list(too_long(source)) == found


def test_a_name_that_says_nothing_is_seen():
    assert len(names_that_say_nothing("def f(one):\n    self._kept = [said for said in one]")) == 3
