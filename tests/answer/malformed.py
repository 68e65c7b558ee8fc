"""Answers as models really break them, with what must come out of each.

`paragraphs`: (text, ids) or (text, ids, degraded). `text` alone, without paragraphs, is mode `answer`. `dropped` counts
ids that were ignored. Candidates are E1, E2, E3; the finish reason is `stop` unless given.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Case(NamedTuple):
    name: str
    model: str
    paragraphs: list[tuple[Any, ...]]
    reason: str | None = None
    dropped: int = 0
    text: str | None = None
    finish: str | None = "stop"
    complete: bool = True


A, B, C = ("one a", ["E1"]), ("two b", ["E2"]), ("three c", [])
P1 = '{"citationIds":["E1"],"text":"one a"}'
P2 = '{"citationIds":["E2"],"text":"two b"}'


def wrong(name: str, model: str, *paragraphs: tuple[Any, ...], **facts: Any) -> Case:
    return Case(name, model, list(paragraphs), **facts)


CASES = [
    # Around the document
    wrong("as asked", f'{{"paragraphs":[{P1},{P2}]}}', A, B),
    wrong("pretty-printed", '{\n  "paragraphs": [\n    {\n      "citationIds": [\n        "E1"\n      ],\n      "text": "one a"\n    }\n  ]\n}\n', A),
    wrong("a fence", f'```json\n{{"paragraphs":[{P1}]}}\n```', A),
    wrong("a fence without a language", f'```\n{{"paragraphs":[{P1}]}}\n```\n', A),
    wrong("a preamble line", f'Here is the answer:\n\n{{"paragraphs":[{P1}]}}', A),
    wrong("a preamble on the same line", f'Sure! {{"paragraphs":[{P1}]}}', A),
    wrong("a preamble and a fence", f'Voici la réponse :\n```json\n{{"paragraphs":[{P1}]}}\n```', A),
    wrong("prose behind it", f'{{"paragraphs":[{P1}]}}\n\nI hope this helps!', A),
    wrong("a byte order mark", f'\ufeff{{"paragraphs":[{P1}]}}', A),
    wrong("blank lines first", f'\n\n  \n{{"paragraphs":[{P1}]}}', A),
    wrong("a thought first", f'<think>E1 fits.</think>\n{{"paragraphs":[{P1}]}}', A),
    wrong("a thought without its start", f'E1 fits.</think>{{"paragraphs":[{P1}]}}', A),
    wrong("CRLF line ends", f'{{"paragraphs":\r\n[{P1},\r\n{P2}]}}\r\n', A, B),
    wrong("extra closers", f'{{"paragraphs":[{P1}]}}}}}}]', A),
    wrong("two documents", f'{{"paragraphs":[{P1}]}}{{"paragraphs":[{P2}]}}', A, B),
    wrong("one object a line", f"{P1}\n{P2}\n", A, B),
    wrong("a top-level array", f"[{P1},{P2}]", A, B),
    wrong("a single object", P1, A),
    wrong("a document in a string", '"{\\"paragraphs\\":[{\\"citationIds\\":[\\"E1\\"],\\"text\\":\\"one a\\"}]}"', A),
    wrong("a wrapper object", f'{{"response":{{"paragraphs":[{P1}]}}}}', A),
    # Keys and types
    wrong("text first", '{"paragraphs":[{"text":"one a","citationIds":["E1"]},{"text":"two b","citationIds":["E2"]}]}', A, B),
    wrong("snake case", '{"paragraphs":[{"citation_ids":["E1"],"text":"one a"}]}', A),
    wrong("citations and content", '{"paragraphs":[{"citations":["E1"],"content":"one a"}]}', A),
    wrong("paragraph as the key of the text", '{"paragraphs":[{"citationIds":["E1"],"paragraph":"one a"}]}', A),
    wrong("upper case keys", '{"Paragraphs":[{"CitationIds":["E1"],"Text":"one a"}]}', A),
    wrong("one id as a string", '{"paragraphs":[{"citationIds":"E1","text":"one a"}]}', A),
    wrong("a comma list of ids", '{"paragraphs":[{"citationIds":"E1, E2","text":"one a"}]}', ("one a", ["E1", "E2"])),
    wrong("ids as objects", '{"paragraphs":[{"citations":[{"id":"E1","quote":"x y"}],"text":"one a"}]}', A),
    wrong("null for ids", '{"paragraphs":[{"citationIds":null,"text":"one a"}]}', ("one a", [])),
    wrong("no ids at all", '{"paragraphs":[{"text":"one a"}]}', ("one a", [])),
    wrong("null for text", '{"paragraphs":[{"citationIds":["E1"],"text":null},' + P2 + "]}", B),
    wrong("an empty text", '{"paragraphs":[{"citationIds":["E1"],"text":""},' + P2 + "]}", B),
    wrong("a text of blanks", '{"paragraphs":[{"citationIds":["E1"],"text":" \\n "},' + P2 + "]}", B),
    wrong("a text as a list", '{"paragraphs":[{"citationIds":["E1"],"text":["one","a"]}]}', ("one\n\na", ["E1"])),
    wrong("plain strings for paragraphs", '{"paragraphs":["one a","two b"]}', ("one a", []), ("two b", [])),
    wrong("one string for all", '{"paragraphs":"one a"}', ("one a", [])),
    wrong("a single paragraph object", f'{{"paragraphs":{P1}}}', A),
    wrong("an unknown key behind the text", '{"paragraphs":[{"citationIds":["E1"],"text":"one a","confidence":0.9},' + P2 + "]}", A, B),
    wrong("unknown keys before", '{"title":"x","n":[1,{"a":null}],"paragraphs":[' + P1 + "]}", A),
    wrong("the text twice", '{"paragraphs":[{"citationIds":["E1"],"text":"one","text":"a"}]}', ("one\n\na", ["E1"])),
    wrong("the ids twice", '{"paragraphs":[{"citationIds":["E1"],"citationIds":["E2"],"text":"one a"}]}', ("one a", ["E1", "E2"])),
    wrong("NaN", '{"score":NaN,"paragraphs":[' + P1 + "]}", A),
    wrong("Python literals", '{"final":True,"x":None,"paragraphs":[' + P1 + "]}", A),
    # Syntax of the shell
    wrong("a trailing comma in the ids", '{"paragraphs":[{"citationIds":["E1",],"text":"one a"},' + P2 + "]}", A, B),
    wrong("a trailing comma in the object", '{"paragraphs":[{"citationIds":["E1"],"text":"one a",},' + P2 + "]}", A, B),
    wrong("a trailing comma in the list", f'{{"paragraphs":[{P1},{P2},]}}', A, B),
    wrong("no comma between paragraphs", f'{{"paragraphs":[{P1} {P2}]}}', A, B),
    wrong("no comma between keys", '{"paragraphs":[{"citationIds":["E1"] "text":"one a"},' + P2 + "]}", A, B),
    wrong("ids not closed", '{"paragraphs":[{"citationIds":["E1","text":"one a, and more"},' + P2 + "]}", ("one a, and more", ["E1"]), B),
    wrong("a bracket for a brace", '{"paragraphs":[{"citationIds":["E1"],"text":"one a"],' + P2 + "]}", A, B),
    wrong("no brace between paragraphs", '{"paragraphs":[{"citationIds":["E1"],"text":"one a",' + P2 + "]}", A, B),
    wrong("a semicolon for a colon", '{"paragraphs":[{"citationIds":["E1"],"text";"one a, and more"},' + P2 + "]}", ("one a, and more", ["E1"]), B),
    wrong("line comments", f'{{"paragraphs":[ // first\n{P1}, // second\n{P2}]}}', A, B),
    wrong("block comments", f'{{/* answer */"paragraphs":[{P1},/* , {{ */{P2}]}}', A, B),
    wrong("bare keys and ids", '{paragraphs:[{citationIds:[E1],text:"one a"},{citationIds:[E2],text:"two b"}]}', A, B),
    wrong("single quotes", "{'paragraphs': [{'citationIds': ['E1'], 'text': 'it's a'}, {'citationIds': ['E2'], 'text': 'two b'}]}", ("it's a", ["E1"]), B),
    wrong("typographic quotes", "{“paragraphs”:[{“citationIds”:[“E1”],“text”:“one a”}]}", A),
    wrong("nested too deep", '{"x":' + "[" * 50 + "]" * 50 + ',"paragraphs":[' + P1 + "]}", A),
    # Inside the text
    wrong("bare quotes", '{"paragraphs":[{"citationIds":["E1"],"text":"he said "no" to it"},' + P2 + "]}", ('he said "no" to it', ["E1"]), B),
    wrong("a bare quote at the start", '{"paragraphs":[{"citationIds":["E1"],"text":""no" he said"},' + P2 + "]}", ('"no" he said', ["E1"]), B),
    wrong("a bare quote at the end", '{"paragraphs":[{"citationIds":["E1"],"text":"he said "no""},' + P2 + "]}", ('he said "no"', ["E1"]), B),
    wrong("JSON unescaped in the text", '{"paragraphs":[{"citationIds":["E1"],"text":"use {"a":"b","c":[1]} here"},' + P2 + "]}", ('use {"a":"b","c":[1]} here', ["E1"]), B),
    wrong("an unknown key behind a damaged text", '{"paragraphs":[{"citationIds":["E1"],"text":"a "b" c","n":1},' + P2 + "]}", ('a "b" c', ["E1"]), B),
    wrong("raw newlines", '{"paragraphs":[{"citationIds":["E1"],"text":"one\n\na"}]}', ("one\n\na", ["E1"])),
    wrong("no closing quote", '{"paragraphs":[{"citationIds":["E1"],"text":"one a},' + P2 + "]}", A, B),
    wrong("no closing quote at the end", '{"paragraphs":[{"citationIds":["E1"],"text":"one a}]}', A),
    wrong("no opening quote", '{"paragraphs":[{"citationIds":["E1"],"text": one a"},' + P2 + "]}", A, B),
    wrong("invalid escapes", '{"paragraphs":[{"citationIds":["E1"],"text":"C:\\dir \\alpha \\u12 \\\'"}]}', ("C:\\dir \\alpha \\u12 '", ["E1"])),
    wrong("LaTeX with single backslashes", '{"paragraphs":[{"citationIds":["E1"],"text":"$\\frac{a}{b} \\times \\beta$ \\text{x}"}]}', ("$\\frac{a}{b} \\times \\beta$ \\text{x}", ["E1"])),
    wrong("a tab that is a tab", '{"paragraphs":[{"citationIds":["E1"],"text":"a\\tb"}]}', ("a\tb", ["E1"])),
    wrong("NUL and controls", '{"paragraphs":[{"citationIds":["E1"],"text":"o\x00n\\u0000e\x07 a"}]}', A),
    wrong("lone surrogates", '{"paragraphs":[{"citationIds":["E1"],"text":"\\ud83d \\ude00 \\ud83d\\ude00"}]}', ("\ufffd \ufffd \U0001f600", ["E1"])),
    wrong("braces and brackets", '{"paragraphs":[{"citationIds":["E1"],"text":"a[0] }, ] {x} [2024]"}]}', ("a[0] }, ] {x} [2024]", ["E1"])),
    # Ids
    wrong("ids in other spellings", '{"paragraphs":[{"citationIds":["e1","E02","[E3]"],"text":"one a"}]}', ("one a", ["E1", "E2", "E3"])),
    wrong("an unknown id", '{"paragraphs":[{"citationIds":["E9","E1"],"text":"one a"}]}', A, dropped=1),
    wrong("bare numbers", '{"paragraphs":[{"citationIds":["1",2,"E1"],"text":"one a"}]}', A, dropped=1),
    wrong("duplicate ids", '{"paragraphs":[{"citationIds":["E1","E1","e1"],"text":"one a"}]}', A, dropped=2),
    wrong("only wrong ids", '{"paragraphs":[{"citationIds":["Z1","source"],"text":"one a"}]}', ("one a", []), dropped=2),
    # Cut
    wrong("cut in the text", f'{{"paragraphs":[{P1},{{"citationIds":["E2"],"text":"two', A, ("two", [], "truncated"), reason="truncated", complete=False, finish="length"),
    wrong("cut in an id", '{"paragraphs":[{"text":"one a","citationIds":["E1","E1', A, reason="truncated", complete=False, finish=None),
    wrong("cut before the ids", '{"paragraphs":[{"text":"one a",', ("one a", [], "truncated"), reason="truncated", complete=False, finish=None),
    wrong("cut between paragraphs", f'{{"paragraphs":[{P1},', A, reason="truncated", complete=False, finish=None),
    wrong("only the closers missing", f'{{"paragraphs":[{P1},{P2}', A, B),
    wrong("the last quote is the last character", '{"paragraphs":[{"citationIds":["E1"],"text":"one a"', A),
    wrong("closed though the limit was reached", f'{{"paragraphs":[{P1}]}}', A, finish="length"),
    wrong("filtered", '{"paragraphs":[{"citationIds":["E1"],"text":"one', ("one", [], "content_filter"), reason="content_filter", complete=False, finish="content_filter"),
    # Other formats
    wrong("plain text", "Plain answer.\n\n\nTwo.", reason="not_json", text="Plain answer.\n\n\nTwo."),
    wrong("plain text that looks like markers", "See [2024], x[1] and [E404].", reason="not_json", text="See [2024], x[1] and [E404]."),
    wrong("a set in braces", "{x | x > 0} is a set.", reason="not_json", text="{x | x > 0} is a set."),
    wrong("code", "```python\nprint('{')\n\n\nx[0]\n```", reason="not_json", text="```python\nprint('{')\n\n\nx[0]\n```"),
    wrong("inline markers", "One a [E1].\n\nTwo b 【E2】, and [E1, E3]", ("One a.", ["E1"]), ("Two b, and", ["E2", "E1", "E3"])),
    wrong("markers late", "Intro.\n\nOne a [E1].", ("Intro.", []), ("One a.", ["E1"])),
    wrong("tags", '<p c="E1">one a</p>\n<p c="E2,E3">two <b>b</b></p>', A, ("two <b>b</b>", ["E2", "E3"])),
    wrong("a tag not closed", "<p c='E1'>one a\n<p c=E2>two b</p>", ("one a", ["E1"]), B),
    wrong("another shape of JSON", '{"result":"This is the answer.","n":1}', reason="bad_shape", text="This is the answer."),
    wrong("an error object", '{"error":{"message":"too many requests, slow down"}}'),
    wrong("nothing", ""),
    wrong("an empty list", '{"paragraphs":[]}'),
    wrong("prose before JSON", "This is a first sentence that goes on.\nAnd a second line.\n" + f'{{"paragraphs":[{P1}]}}', ("This is a first sentence that goes on.\nAnd a second line.", [], "not_json"), A, reason="not_json"),
    wrong("prose in mid-answer", f'{{"paragraphs":[{P1}, and so on.\n\nMore words', A, ("and so on.", [], "not_json"), ("More words", [], "not_json"), reason="not_json"),
    wrong("prose instead of a list", '{"paragraphs": Sorry, nothing found.', reason="not_json", text="Sorry, nothing found."),
]  # fmt: skip
