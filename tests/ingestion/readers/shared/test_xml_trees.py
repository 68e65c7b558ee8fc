"""XML as trees: namespaces stay, entities are never replaced, depth has an end."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers.shared.xml_trees import DEEPEST, BrokenXml, attribute, local, tree
from tests.support.hostile_documents import LAUGHS, OUTSIDE


def test_names_have_their_namespace() -> None:
    root = tree(b'<a xmlns="n" xmlns:m="o"><m:b m:c="1" d="2">x<e/>y</m:b></a>')
    assert (root.tag, root[0].tag, root[0].attrib) == ("{n}a", "{o}b", {"{o}c": "1", "d": "2"})
    assert local(root[0]) == "b" and attribute(root[0], "c") == "1" and attribute(root[0], "z") == ""
    assert root[0].text == "x" and root[0][0].tail == "y"


def test_a_document_type_alone_does_no_harm() -> None:
    assert tree(b'<!DOCTYPE html PUBLIC "a" "b"><x>&amp;</x>').text == "&"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<a>",
        b"<a></b>",
        LAUGHS + b"<x>&a9;</x>",
        OUTSIDE + b"<x>&a;</x>",
        b"<a>" * (DEEPEST + 1) + b"</a>" * (DEEPEST + 1),
        b"\xff",
    ],
    ids=["empty", "open", "crossed", "laughs", "outside", "deep", "no letters"],
)
def test_what_is_broken_or_means_harm_is_refused(data: bytes) -> None:
    with pytest.raises(BrokenXml):
        tree(data)
