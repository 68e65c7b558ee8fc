"""Renders the description as a page: plain HTML without scripts, readable under the strictest policy. It has no
effects: a document goes in, text comes out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from shlex import quote
from typing import Any

Schema = Mapping[str, Any]
ADDRESS = "http://127.0.0.1:8000"
"""The address in the curl lines, which is that of `citestream serve`."""
CODE_SPAN = "`"


def page(document: Schema) -> str:
    """Returns the whole page."""
    info = document["info"]
    calls = [
        (operation["tags"][0], method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    order = [tag["name"] for tag in document["tags"]]
    calls.sort(key=lambda call: order.index(call[0]))
    descriptions = {tag["name"]: tag["description"] for tag in document["tags"]}
    groups = [(tag, list(found)) for tag, found in groupby(calls, key=lambda call: call[0])]
    menu = "".join(_menu(tag, found) for tag, found in groups)
    body = "".join(
        f"<section><h2>{escape(tag)}</h2><p>{prose(descriptions[tag])}</p>{_calls(found)}</section>"
        for tag, found in groups
    )
    named = "".join(_named(name, schema) for name, schema in document["components"]["schemas"].items())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Citestream: interfaces</title>
<link rel="icon" href="/favicon.ico" sizes="48x48">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><h1>Citestream</h1><p>{prose(info["summary"])} Version {escape(info["version"])}.
<a href="/openapi.json">OpenAPI {escape(document["openapi"])}</a> · <a href="/">Ask</a></p></header>
<nav aria-label="Contents">{menu}<h2><a href="#schemas">Schemas</a></h2></nav>
<main>{body}<section id="schemas"><h2>Schemas</h2>{named}</section></main>
</body>
</html>
"""


def prose(text: str) -> str:
    """Returns a text in which backquotes mark code."""
    parts = escape(text).split(CODE_SPAN)
    return "".join(f"<code>{part}</code>" if index % 2 else part for index, part in enumerate(parts))


def _menu(tag: str, calls: list[tuple[str, str, str, Schema]]) -> str:
    items = "".join(
        f'<li><a href="#{call["operationId"]}"><b>{method}</b> {escape(path)}</a></li>'
        for _, method, path, call in calls
    )
    return f"<h2>{escape(tag)}</h2><ul>{items}</ul>"


def _calls(calls: list[tuple[str, str, str, Schema]]) -> str:
    return "".join(_call(method, path, call) for _, method, path, call in calls)


def _call(method: str, path: str, call: Schema) -> str:
    """Returns one operation."""
    heading = f'<h3><b>{method}</b> <code>{escape(path)}</code> <a href="#{call["operationId"]}">¶</a></h3>'
    text = " ".join(part for part in (f"{call['summary'].rstrip('.?')}.", call.get("description", "")) if part)
    parts = [heading, f"<p>{prose(text)}</p>", _parameters(call.get("parameters", []))]
    for kind, content in call.get("requestBody", {}).get("content", {}).items():
        parts.append(f"<h4>Body: <code>{escape(kind)}</code></h4><p>{_type(content['schema'])}</p>")
    parts += [f"<h4>Try it</h4><pre>{escape(curl(method, path, call))}</pre>", "<h4>Answers</h4>", _answers(call)]
    return f'<article id="{call["operationId"]}">{"".join(parts)}</article>'


def _parameters(parameters: list[Schema]) -> str:
    rows = (
        (f"<code>{escape(each['name'])}</code>", _position(each), _type(each["schema"]), prose(each["description"]))
        for each in parameters
    )
    return _table(("parameter", "where", "type", "meaning"), rows)


def _position(parameter: Schema) -> str:
    return f"{parameter['in']}{', required' if parameter['required'] else ''}"


def _answers(call: Schema) -> str:
    rows = (
        (f"<code>{status}</code>", prose(answer["description"]), "<br>".join(_contents(answer.get("content", {}))))
        for status, answer in call["responses"].items()
    )
    return _table(("status", "meaning", "content"), rows)


def _contents(content: Mapping[str, Schema]) -> Iterator[str]:
    for kind, media in content.items():
        schema = media.get("itemSchema") or media.get("schema")
        many = "a stream of " if "itemSchema" in media else ""
        yield f"<code>{escape(kind)}</code>{f': {many}{_type(schema)}' if schema else ''}"


def _named(name: str, schema: Schema) -> str:
    """Returns one named schema with its fields, and the kinds of a union one after another."""
    description = f"<p>{prose(schema['description'])}</p>" if "description" in schema else ""
    kinds = schema.get("anyOf") or schema.get("oneOf") or []
    unions = "".join(_kind(kind) for kind in kinds if "$ref" not in kind)
    alternatives = " or ".join(_type(kind) for kind in kinds if "$ref" in kind)
    more = f"<p>{alternatives}</p>" if alternatives else ""
    return f'<article id="schema-{name}"><h3>{escape(name)}</h3>{description}{_fields(schema)}{more}{unions}</article>'


def _kind(kind: Schema) -> str:
    fields = kind.get("properties", {})
    event = fields.get("event") or fields.get("type")
    title = event.get("const") if isinstance(event, Mapping) else ("text" if "data" in fields else None)
    if title is None:
        return ""
    description = f"<p>{prose(kind['description'])}</p>" if "description" in kind else ""
    data = fields.get("data", {})
    inner = data.get("contentSchema", data)
    shown = _fields(inner) or f"<p>Data: {_type(inner)}. {prose(inner.get('description', ''))}</p>"
    return f"<h4><code>{escape(str(title))}</code></h4>{description}{shown}"


def _fields(schema: Schema) -> str:
    required = set(schema.get("required", ()))
    rows = (
        (f"<code>{escape(name)}</code>{'' if name in required else '?'}", _type(field), prose(_meaning(field)))
        for name, field in schema.get("properties", {}).items()
        if field is not False
    )
    return _table(("field", "type", "meaning"), rows)


def _meaning(field: Schema) -> str:
    default = field.get("default")
    usual = f"Usually {json.dumps(default, ensure_ascii=False)}." if default not in (None, "", [], {}) else ""
    return " ".join(part for part in (field.get("description", ""), usual) if part)


def _table(names: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    head = "".join(f"<th>{name}</th>" for name in names)
    return f"<div><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>" if body else ""


def _type(schema: Any) -> str:
    """Returns a type in a few words."""
    match schema:
        case {"$ref": str(ref)}:
            name = escape(ref.rpartition("/")[2])
            return f'<a href="#schema-{name}">{name}</a>'
        case {"const": value}:
            return f"<code>{escape(json.dumps(value, ensure_ascii=False))}</code>"
        case {"enum": list(values)}:
            return " | ".join(f"<code>{escape(str(value))}</code>" for value in values)
        case {"anyOf": list(kinds)} | {"oneOf": list(kinds)}:
            return " or ".join(dict.fromkeys(filter(None, map(_type, kinds))))
        case {"allOf": list(kinds)}:
            return " with ".join(dict.fromkeys(filter(None, map(_type, kinds))))
        case {"type": "array", "items": items}:
            return f"list of {_type(items)}"
        case {"contentSchema": inner}:
            return f"JSON: {_type(inner)}"
        case {"type": "object", "properties": dict(fields)}:
            return "{" + ", ".join(f"<code>{escape(name)}</code>" for name in fields) + "}"
        case {"type": kind}:
            return f"{kind}{_bounds(schema)}"
    return ""


def _bounds(schema: Schema) -> str:
    low = schema.get("minimum", schema.get("minLength"))
    high = schema.get("maximum", schema.get("maxLength"))
    limits = [
        f"from {low}" if low is not None else "",
        f"to {high}" if high is not None else "",
        schema.get("format", ""),
    ]
    bounds = " ".join(part for part in limits if part)
    return f" ({escape(bounds)})" if bounds else ""


def curl(method: str, path: str, call: Schema) -> str:
    """Returns a line to copy into a shell."""
    words = ["curl", *(["-N"] if "text/event-stream" in str(call["responses"].get("200")) else [])]
    words += [] if method == "GET" else ["-X", method]
    for parameter in call.get("parameters", []):
        if parameter["in"] == "path":
            example = parameter["schema"].get("examples", [f"<{parameter['name']}>"])[0]
            path = path.replace(f"{{{parameter['name']}}}", example)
    asked = "&".join(
        f"{parameter['name']}=<{parameter['name']}>" for parameter in call.get("parameters", []) if _is_asked(parameter)
    )
    words.append(quote(f"{ADDRESS}{path}{f'?{asked}' if asked else ''}"))
    content = call.get("requestBody", {}).get("content", {})
    for kind, media in content.items():
        if "example" in media:
            body = json.dumps(media["example"], ensure_ascii=False)
            words += ["-H", quote(f"Content-Type: {kind}"), "-d", quote(body)]
    return " ".join(words)


def _is_asked(parameter: Schema) -> bool:
    return bool(parameter["in"] == "query" and parameter["required"])
