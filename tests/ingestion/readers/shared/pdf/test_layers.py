"""Text of layers that are switched off."""

from __future__ import annotations

from gateway.ingestion.readers.pdf import read
from gateway.knowledge.documents.omissions import Omissions
from tests.support.printed import page, text_at

LAYERS = "/OCProperties<</OCGs[7 0 R 8 0 R]/D<</Order[7 0 R 8 0 R]/ON[7 0 R]/OFF[8 0 R]>>>>"
CONTENT = (
    text_at(72, 700, "Plain text.")
    + f"/OC /On BDC {text_at(72, 650, 'Layer on.')}EMC "
    + f"/OC /Off BDC {text_at(72, 600, 'Layer off.')}EMC"
)


def test_a_layer_that_is_off_is_hidden() -> None:
    omissions = Omissions()
    assert read(page(CONTENT, catalog=LAYERS), omissions).text == "Plain text.\n\nLayer on."
    assert [(entry["kind"], entry["count"]) for entry in omissions.left_out] == [("hidden_text", 1)]
    assert "Layer off." in read(page(CONTENT, catalog=LAYERS), Omissions(read_hidden=True)).text


def test_layers_of_a_rotated_page() -> None:
    found = read(page(CONTENT, catalog=LAYERS, page_entries="/Rotate 90/CropBox[50 50 550 750]"), Omissions()).text
    assert found == "Plain text.\n\nLayer on."
