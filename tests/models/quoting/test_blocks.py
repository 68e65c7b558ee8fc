from __future__ import annotations

from gateway.models.quoting.blocks import LONGEST_CODE, Unit, code_lines, units


def kinds(text: str) -> list[tuple[str, str]]:
    return [(unit.kind, unit.text) for unit in units(text)]


def only(kind: str, text: str) -> list[Unit]:
    return [unit for unit in units(text) if unit.kind == kind]


def test_sentences_come_whole_and_without_soft_line_breaks() -> None:
    assert kinds("One is\nhere. Two, e.g. this\none, too!\n\nThree?") == [
        ("sentence", "One is here."),
        ("sentence", "Two, e.g. this one, too!"),
        ("sentence", "Three?"),
    ]


def test_chinese_lines_are_joined_without_a_blank() -> None:
    assert kinds("引用是联系。它指向\n原文。") == [("sentence", "引用是联系。"), ("sentence", "它指向原文。")]


def test_headings_titles_rules_and_comments_are_not_quoted() -> None:
    text = "# Guide\n\nTea for beginners\n\n---\n<!-- note. -->\n\nBrewing\n-------\nTea is brewed.\n\nWhat is it?\n===========\n"
    assert kinds(text) == [("sentence", "Tea is brewed.")]


def test_a_rule_below_a_list_or_lines_of_prose_makes_no_heading_of_them() -> None:
    assert kinds("- Tea is brewed.\n- Then it is drunk.\n---\nEnough.") == [
        ("item", "Tea is brewed."),
        ("item", "Then it is drunk."),
        ("list", "- Tea is brewed.\n- Then it is drunk."),
        ("sentence", "Enough."),
    ]
    assert kinds("Tea is\nbrewed.\n---") == [("sentence", "Tea is brewed.")]


def test_the_heading_above_is_remembered() -> None:
    assert [unit.heading for unit in units("Before.\n\n## Brewing *tea* ##\n\nAfter.")] == ["", "Brewing *tea*"]


def test_a_piece_of_a_sentence_at_a_passages_edge_is_left_out() -> None:
    assert kinds("and so it ends here. A whole one. This one is cut in") == [("sentence", "A whole one.")]


def test_code_is_quoted_only_with_the_sentence_before_it() -> None:
    text = (
        "Run this command:\n\n```sh\nmake all. Really.\n```\n\nIt takes a minute.\n\n```\nlog\n```\n\n```\nalone\n```"
    )
    assert kinds(text) == [
        ("code", "Run this command:\n```sh\nmake all. Really.\n```"),
        ("sentence", "It takes a minute."),
        ("code", "It takes a minute.\n```\nlog\n```"),
    ]


def test_indented_code_is_fenced_when_quoted() -> None:
    assert kinds("Use pip::\n\n    pip install tea\n") == [("code", "Use pip:\n```\npip install tea\n```")]


def test_code_that_never_ends_swallows_the_rest_and_long_code_stays_away() -> None:
    assert kinds("See:\n```\na. b.\n\nc. d.") == [("code", "See:\n```\na. b.\n\nc. d.")]
    assert kinds(f"See:\n```\n{'x' * LONGEST_CODE}\n```") == []


def test_a_list_item_is_whole_and_a_list_comes_with_its_introduction() -> None:
    text = "Choose one:\n\n- Green tea. It is mild.\n- Black tea,\n  which is strong.\n- white tea"
    assert kinds(text) == [
        ("item", "Green tea. It is mild."),
        ("item", "Black tea, which is strong."),
        ("list", text.replace(":\n\n", ":\n")),
    ]
    assert [unit.lead for unit in only("item", text)] == ["Choose one:"] * 2


def test_a_sentence_with_a_full_stop_may_introduce_a_list() -> None:
    for lead in ("There are three ways.", "Voici les étapes.", "有三种方法。", "Do the following."):
        (found,) = only("list", f"{lead}\n\n- One.\n- Two.")
        assert found.sentence == lead


def test_what_introduces_a_list_may_begin_with_a_small_letter() -> None:
    (found,) = only("list", "kvcheck ends with one of these codes:\n\n- 0: sound\n- 3: damaged")
    assert found.sentence == "kvcheck ends with one of these codes:"
    assert kinds("and so it was.\n\nand so it is:") == [("loose", "and so it was.\nand so it is:")]


def test_numbered_steps_are_known_as_ordered() -> None:
    (steps,) = only("list", "1. Fill it.\n2. Boil it.\n\n3. Pour it.")
    assert steps.ordered
    assert steps.text == "1. Fill it.\n2. Boil it.\n3. Pour it."
    assert not only("list", "* a\n* b")[0].ordered


def test_an_item_with_a_list_or_code_inside_is_quoted_only_with_the_whole_list() -> None:
    text = "- One. More.\n  - inner.\n- Two:\n  ```\n  code.\n  ```\n- Three."
    assert [unit.text for unit in only("item", text)] == ["Three."]
    assert only("list", text)[0].text == text


def test_a_list_knows_its_items() -> None:
    text = "Choose:\n\n- Item 1 is long.\n  - inner\n- Item 2."
    (found,) = only("list", text)
    assert found.parts == ("- Item 1 is long.\n  - inner", "- Item 2.")
    assert found.text.endswith("\n".join(found.parts)) and found.sentence == "Choose:"


def test_a_term_is_quoted_with_its_definition() -> None:
    text = (
        "Words:\nStatic head\n: The height. It has no losses.\nPriming\n: starting it\n: Filling the pump\nwith water."
    )
    assert [(unit.text, unit.heading) for unit in units(text)] == [
        ("Static head: The height.", "Static head"),
        ("It has no losses.", "Static head"),
        ("Priming: starting it Filling the pump with water.", "Priming"),
    ]
    blocks = [unit.block for unit in units(text)]
    assert blocks[0] == blocks[1] != blocks[2], "one entry does not read on from another"
    assert kinds("Prose that ends.\nTerm\n: Meaning of it.") == [
        ("sentence", "Prose that ends."),
        ("sentence", "Term: Meaning of it."),
    ]


def test_a_table_gives_every_row_under_its_head_and_a_short_one_itself() -> None:
    table = "| name | value |\n|---|---|\n| a | 1 |\n| b | 2 |"
    assert kinds(f"Two settings:\n\n{table}") == [
        ("row", "| name | value |\n|---|---|\n| a | 1 |"),
        ("row", "| name | value |\n|---|---|\n| b | 2 |"),
        ("table", f"Two settings:\n{table}"),
    ]
    rows = [f"| name {number} | {'value ' * 5}|" for number in range(40)]
    text = "\n".join(["| name | value |", "|---|---|", *rows])
    (long,) = only("table", f"The values are the following.\n\n{text}")
    assert (long.sentence, list(long.parts)) == ("The values are the following.", rows)
    assert [unit.text.split("\n")[2] for unit in only("row", text)] == rows
    assert only("row", text)[0].sentence == "name 0 value value value value value"


def test_links_become_their_words_and_images_vanish() -> None:
    text = 'See [the guide](javascript:alert(1) "x") and `the site <https://example.org>`__ now. ![chart](c.png)Done.'
    assert kinds("See [the guide](guide.md) and ![chart](c.png)`the site <https://example.org>`__ now.") == [
        ("sentence", "See the guide and the site now.")
    ]
    assert "](" not in "".join(said for _, said in kinds(text))


def test_emphasis_at_the_start_of_a_line_is_no_list() -> None:
    assert kinds("*Tea* is good.\n-5 °C is cold.") == [("sentence", "*Tea* is good."), ("sentence", "-5 °C is cold.")]


def test_a_blank_text_gives_nothing() -> None:
    assert units(" \n\n\t") == []


def test_source_code_is_quoted_line_by_line():
    lines = code_lines("import time\n\nMAX_TRIES = 7\nwhile True:\n    {\n    print(f`x`)\n}")
    assert [one.text for one in lines] == ["`import time`", "`MAX_TRIES = 7`", "`while True:`", "`` print(f`x`) ``"]


MANUAL = "OPTIONS\n\n    -w, --ignore-all-space\n        ignore all white space\n\n    -q, --brief\n        report only differences"


def test_what_a_plain_text_sets_off_is_quoted_as_it_is_set():
    space, brief = (unit for unit in units(MANUAL, plain=True) if unit.kind == "excerpt")
    assert space.text == "```\n-w, --ignore-all-space\n    ignore all white space\n```"
    assert space.sentence == "-w, --ignore-all-space\n    ignore all white space"
    assert brief.heading == "OPTIONS" and brief.block != space.block


def test_in_markdown_indented_lines_are_code_and_need_a_sentence():
    assert not units(MANUAL)
    assert not units(f"    {'long ' * 500}", plain=True)


def test_the_last_sentence_of_a_paragraph_may_lack_its_full_stop_where_it_is_no_caption() -> None:
    unended = "Whoever wants to drink it cold pours it over ice after three minutes"
    assert kinds(f"Tea is brewed. {unended}") == [("sentence", "Tea is brewed."), ("sentence", unended)]
    assert kinds(f"{unended}\nTea is brewed. Fig. 3") == [("sentence", f"{unended} Tea is brewed.")]


def test_a_long_line_is_no_title_though_no_full_stop_ends_it() -> None:
    line = "whoever wants to drink tea cold pours it over ice, " * 3
    assert kinds(f"For {line.strip(' ,')}") == [("sentence", f"For {line.strip(' ,')}")]


def test_a_short_first_line_over_a_long_one_is_a_title() -> None:
    text = "Oolong\nOolong is a tea that is partly oxidised. It comes from Fujian."
    assert units(text)[0].text == "Oolong is a tea that is partly oxidised." and units(text)[0].heading == "Oolong"
    assert units("Oolong is a tea that is\nPartly oxidised.")[0].text == "Oolong is a tea that is Partly oxidised."
    assert units("Oolong is\npartly oxidised, as everybody knows here.")[0].heading == ""


def test_sentences_that_stand_together_without_a_blank_are_two() -> None:
    rest = "it is brewed for three minutes in water that does not boil, " * 4
    assert [unit.text for unit in units(f"Yes.But {rest}as said.")] == ["Yes.", f"But {rest}as said."]


def test_contents_and_menus_are_not_quoted() -> None:
    assert kinds("1 Introduction ........ 3\n2 Brewing tea and other drinks without milk ........ 5") == []
    assert kinds("- [Introduction](#introduction)\n- [Brewing](#brewing)") == []
    assert kinds("Brewing\nPrices and delivery conditions\nContact\nLegal notice and privacy of customers") == []


def test_an_entry_of_a_list_needs_no_full_stop() -> None:
    assert [unit.text for unit in only("item", "- `-l, --lid`: close the lid\n- wait\n- `-w`: wait a minute")] == [
        "`-l, --lid`: close the lid",
        "`-w`: wait a minute",
    ]
