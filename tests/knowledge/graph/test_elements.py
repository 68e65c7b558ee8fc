"""Lines of a graph file, and what a model wrote: what becomes an element, and why the rest does not."""

import json

import pytest

from gateway.knowledge.graph.elements import (
    LONGEST_DESCRIPTION,
    LONGEST_LINE,
    MOST_ALIASES,
    Edge,
    Vertex,
    WrongLine,
    edge_id_of,
    read_extract,
    read_line,
)
from gateway.knowledge.graph.entity_names import key
from tests.support.every import every

VERTEX = {"type": "vertex", "id": "v1", "label": "room", "name": "C 114"}
EDGE = {"type": "edge", "label": "part of", "startId": "v1", "endId": "v2"}


def line(element, **fields):
    return json.dumps({**element, **fields}, ensure_ascii=False).encode()


def test_a_vertex_with_everything():
    said = line(VERTEX, description="A  room.\nSmall.", aliases=["room 114"], metadata={"floor": 1}, source="plan.md")
    assert read_line(said) == Vertex("v1", "room", "C 114", "A room. Small.", ("room 114",), {"floor": 1}, "plan.md")


def test_a_vertex_is_known_by_all_its_names():
    vertex = read_line(line(VERTEX, aliases=["room 114", "c  114"]))
    assert vertex.names == {key("C 114"): "C 114", key("room 114"): "room 114"}


def test_an_edge_without_id_or_weight_has_both_and_the_same_relation_is_the_same_edge():
    edge = read_line(line(EDGE))
    assert edge == Edge(edge_id_of("v1", "part of", "v2"), "part of", "v1", "v2")
    assert read_line(line(EDGE, weight=3)).edge_id == edge.edge_id
    assert read_line(line(EDGE, endId="v3")).edge_id != edge.edge_id


def test_unknown_fields_null_fields_and_a_byte_order_mark_are_no_reason_to_complain():
    assert read_line(b"\xef\xbb\xbf" + line(VERTEX, colour="red", description=None, metadata=None)).name == "C 114"


@every(
    ("said", "why"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 5000, "not JSON"),
        (b"[1]", "not a JSON object"),
        (line({**VERTEX, "type": "node"}), '"type"'),
        (line({**VERTEX, "type": ["vertex"]}), '"type"'),
        (line(VERTEX, name=None), 'no "name"'),
        (line(VERTEX, id=""), 'no "id"'),
        (line(VERTEX, id=7), '"id" that is not a text'),
        (line(VERTEX, name="x" * 201), "1 to 200 characters"),
        (line(VERTEX, name="   "), "1 to 200 characters"),
        (line(VERTEX, name="…"), "without letters"),
        (line(VERTEX, name="evil\u202etxt.exe"), "direction"),
        (line(VERTEX, name="a\nb"), "control"),
        (line(VERTEX, label="a\u0000b"), "control"),
        (line(VERTEX, aliases="x"), '"aliases"'),
        (line(VERTEX, aliases=["x"] * (MOST_ALIASES + 1)), '"aliases"'),
        (line(VERTEX, aliases=[{"x": 1}]), '"aliases"'),
        (line(VERTEX, description="x" * (LONGEST_DESCRIPTION + 1)), '"description"'),
        (line(VERTEX, metadata=[1]), '"metadata"'),
        (line(VERTEX, metadata={"x": "y" * 5000}), '"metadata"'),
        (line(VERTEX, metadata={"x": "\u0000"}), "NUL"),
        (b'{"type":"vertex","id":"v","label":"l","name":"n","metadata":{"x":"\\ud800"}}', "cannot be stored"),
        (b'{"type":"vertex","id":"v","label":"l","name":"\\ud800n"}', "control"),
        (line(VERTEX, description="x" * LONGEST_LINE), "longer than"),
        (line(EDGE, startId=None), 'no "startId"'),
        (line(EDGE, weight="heavy"), '"weight"'),
        (line(EDGE, weight=True), '"weight"'),
        (line(EDGE, weight=-1), '"weight"'),
        (b'{"type":"edge","label":"l","startId":"a","endId":"b","weight":NaN}', '"weight"'),
        (line(EDGE, source=3), '"source"'),
    ],
)
def test_a_wrong_line_says_what_is_wrong_with_it(said, why):
    with pytest.raises(WrongLine, match=why):
        read_line(said)


def test_a_description_loses_what_could_hide_something():
    assert read_line(line(VERTEX, description="a\u202eb\u0007c\u2028d")).description == "a b c d"


ENTITIES = [
    {"name": "Hooch", "label": "liquid", "description": "Hooch is harmless.", "aliases": []},
    {"name": "starter", "label": "culture", "description": "", "aliases": ["leaven"]},
]
RELATIONS = [{"source": "HOOCH", "target": "starters", "label": "stands on", "description": "It stands on top."}]


def test_what_a_model_found_refers_to_entities_by_their_folded_names():
    got = read_extract(f"Sure! ```json\n{json.dumps({'entities': ENTITIES, 'relations': RELATIONS})}\n```")
    assert [vertex.name for vertex in got.vertices] == ["Hooch", "starter"]
    [edge] = got.edges
    assert (edge.start_id, edge.end_id) == tuple(vertex.vertex_id for vertex in got.vertices)


def test_the_same_folded_name_and_label_is_the_same_vertex_everywhere():
    one, other = (
        read_extract(json.dumps({"entities": [{"name": name, "label": label, "description": "", "aliases": []}]}))
        for name, label in (("Médiathèque", "lieu"), ("mediatheques", "Lieu"))
    )
    assert one.vertices[0].vertex_id == other.vertices[0].vertex_id


@pytest.mark.parametrize("text", ["", "No entities here.", "{", '{"entities":"none"}', "[1]", "{" * 4000])
def test_text_without_the_object_asked_for_is_unusable(text):
    assert read_extract(text) is None


def test_entries_that_break_a_rule_are_left_out_and_the_rest_stands():
    entities = [*ENTITIES, "x", {"name": 3}, {"name": "a\u202eb", "label": "l"}, None]
    relations = [*RELATIONS, {"source": "Hooch", "target": "nobody", "label": "l"}, {"source": 1}, None, "x"]
    got = read_extract(json.dumps({"entities": entities, "relations": relations}))
    assert (len(got.vertices), len(got.edges)) == (2, 1)
    assert read_extract(json.dumps({"entities": ENTITIES, "relations": 5})).edges == ()
