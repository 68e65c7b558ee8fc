"""Hostile requests made from the description of all endpoints (`/openapi.json`): each value in each parameter and in
each field of each body, one at a time. A new endpoint or field is tried without a change here."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"
DEEP = "[" * 3000 + "]" * 3000
TEXTS = (
    *(
        "a\0b",
        "a\ud800b",
        "\udfff",
        "",
        "   ",
        "_" * 20,
        "👩‍👩‍👧‍👦\u202e\u200b",
        "a\u2028b\u2029c\x85",
        "\ufeff",
        "\x7f\x80\x9f",
    ),
    *("a'; drop table turn; --", "%_%\\", '<script>alert(1)</script>"><img src=x onerror=alert(1)>', "\\ud800"),
    *('a\r\nSet-Cookie: x=1\r\ndata: {"x":1}\n\n', "(((((a+)+)+)+)+)$" + "a" * 60 + "!", "a & | ! <-> ( :* '"),
    *("%s%n{0}${x}{{x}}", "é" * 4000, "x" * 200_000, "a" + " " * 2000 + "c?"),
    *(
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59-23:59",
        "275760-09-13T00:00:00Z",
        "2026-01-01T00:00:00[Europe/Berlin]",
    ),
    *("00000000-0000-0000-0000-000000000000", "{F0000000-0000-0000-0000-000000000000}", "infinity"),
    *("٣", "1_000", "1e3", "9" * 23),
)
OTHERS = (
    *("1e400", "-1e400", "1" + "0" * 400, "1" + "0" * 5000, "NaN", "-Infinity", "-1", "0", "1.5", "1e-400"),
    *(str(2**31), str(2**63), str(2**64), str(-(2**63) - 1), "true", "null"),
    *(
        "[]",
        "{}",
        "[[[]]]",
        "[null]",
        '{"":null}',
        '{"$gt":""}',
        DEEP,
        '{"a":' * 900 + "1" + "}" * 900,
        '{"a":' * 245 + "1" + "}" * 245,
    ),
)
"""In JSON's spelling, or in one that only some parsers read."""
VALUES = (*map(json.dumps, TEXTS), *OTHERS)
IN_ADDRESSES = (
    *(quote(text[:6000].encode("utf-8", "surrogatepass"), safe="") for text in TEXTS),
    *map(quote, OTHERS[:16]),
)
ODD_SEGMENTS = ("%ff%fe%c0%80", "a%2fb", "..%2f..%2fetc%2fpasswd", ".", "..;", "%25", "%zz")
BODIES = (
    *(b"", b"{", b"[]", b'"x"', b"null", DEEP.encode(), b"[" * 100_000, b'{"question":"\xff\xfe"}', b"\0" * 100),
    *(b"\xef\xbb\xbf{}", "{}".encode("utf-16"), "{}".encode("utf-32"), b"{}}", b'{"a\\u0000":"b"}', b'{"\\ud800":"b"}'),
    *(b'{"question":"a","question":{"x":1}}', b'{"question":"' + b"x" * 300_000 + b'"}'),
    b"{" + b",".join(b'"k%d":1' % number for number in range(15_000)) + b"}",
)
KINDS = (
    *(
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-16",
        'application/json;charset="x',
    ),
    *("", "multipart/form-data", "multipart/form-data; boundary=", "application/json, text/html"),
)


@dataclass(frozen=True)
class Sent:
    """One request. `content` is None if it has no body."""

    method: str
    target: str
    content: bytes | None = None
    headers: dict[str, bytes] = field(default_factory=dict)


class Description:
    """What `/openapi.json` says, and ids that exist, by the name of a path's parameter."""

    def __init__(self, document: dict[str, Any], ids: dict[str, str]) -> None:
        self._document, self._ids = document, ids

    def requests(self, skipped: frozenset[str] = frozenset()) -> Iterator[Sent]:
        """Yields every request, without those of the paths that are skipped."""
        for path, item in self._document["paths"].items():
            for method in METHODS if path not in skipped else ():
                if method in item:
                    yield from self._of(method.upper(), path, item[method])

    def _of(self, method: str, path: str, operation: dict[str, Any]) -> Iterator[Sent]:
        ids = {} if method == "DELETE" else self._ids
        address = re.sub(r"{(\w+)}", lambda found: ids.get(found[1], "a1"), path)
        media = self._resolved(operation.get("requestBody", {})).get("content", {}).get(JSON)
        example = self._example(media) if media else None
        usual = None if example is None else _spelled(example).encode()
        kind = {} if example is None else {"Content-Type": JSON.encode()}
        yield Sent(method, address, usual, kind)
        for parameter in map(self._resolved, operation.get("parameters", ())):
            for target, headers in _hostile_addresses(path, address, parameter):
                yield Sent(method, target, usual, {**kind, **headers})
        if media is None or usual is None:
            return
        for body in self._bodies(example, media.get("schema", {})):
            yield Sent(method, address, body.encode("utf-8", "surrogatepass"), kind)
        for body in BODIES:
            yield Sent(method, address, body, kind)
        for odd in KINDS:
            yield Sent(method, address, usual, {"Content-Type": odd.encode()})

    def _bodies(self, example: Any, schema: dict[str, Any]) -> Iterator[str]:
        """Yields the example with each value at each of its places and in each field that it does not have."""
        fields = self._properties(schema)
        whole = {**{name: self.sample(one) for name, one in fields.items()}, **example}
        for place in _places(whole):
            base = example if place[0] in example else {**example, place[0]: whole[place[0]]}
            for value in VALUES:
                yield _spelled(_put(base, place, _Raw(value)))

    def _example(self, media: dict[str, Any]) -> Any:
        found = media.get("example")
        if found is None:
            found = self.sample(media.get("schema", {}))
        return found if isinstance(found, dict) else {}

    def _properties(self, schema: dict[str, Any]) -> dict[str, Any]:
        schema = self._resolved(schema)
        parts = [self._properties(part) for name in ("allOf", "anyOf", "oneOf") for part in schema.get(name, ())]
        return {name: one for part in (*parts, schema.get("properties", {})) for name, one in part.items()}

    def sample(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """Returns a value that the schema allows, as far as that is told by its type."""
        schema = self._resolved(schema)
        for name in ("example", "default", "const"):
            if name in schema:
                return schema[name]
        if "enum" in schema:
            return schema["enum"][0]
        kinds = schema.get("type", "object" if self._properties(schema) else "string")
        kind = next((one for one in [kinds] if isinstance(one, str)), None) or next(
            one for one in kinds if one != "null"
        )
        if depth > 6 or kind == "object":
            return (
                {name: self.sample(one, depth + 1) for name, one in self._properties(schema).items()}
                if depth < 7
                else {}
            )
        if kind == "array":
            return [self.sample(schema.get("items", {}), depth + 1)]
        for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
            return self.sample(choice, depth + 1)
        return {"integer": schema.get("minimum", 1), "number": 0.5, "boolean": True}.get(kind, "a1")

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            found: Any = self._document
            for part in schema["$ref"].split("/")[1:]:
                found = found[part]
            schema = found
        return schema


def _hostile_addresses(path: str, address: str, parameter: dict[str, Any]) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Yields addresses and headers with each value for one parameter."""
    name, place = parameter["name"], parameter["in"]
    if place == "path":
        before, _, behind = path.partition(f"{{{name}}}")
        for value in filter(None, (*IN_ADDRESSES, *ODD_SEGMENTS)):
            yield re.sub(r"{\w+}", "a1", before) + value + re.sub(r"{\w+}", "a1", behind), {}
    elif place == "query":
        for value in (*IN_ADDRESSES, "%ff%fe%c0%80", f"1&{name}=2", f"&{name}[]=1&{name}[a]=2"):
            yield f"{address}?{name}={value}", {}
    elif place == "header":
        for text in TEXTS:
            sent = text[:6000].encode("utf-8", "surrogatepass")
            yield address, {name: re.sub(rb"[\0\r\n]", b" ", sent).strip()}


class _Raw(str):
    """A value in its spelling."""


def _spelled(value: Any) -> str:
    if isinstance(value, _Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{_spelled(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_spelled, value)) + "]"
    return json.dumps(value)


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the way to everything inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*at, key)
        yield from _places(part, (*at, key))


def _put(value: Any, at: tuple[Any, ...], new: Any) -> Any:
    changed = copy.deepcopy(value)
    inside = changed
    for key in at[:-1]:
        inside = inside[key]
    inside[at[-1]] = new
    return changed
