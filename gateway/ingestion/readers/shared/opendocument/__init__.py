"""What texts, presentations and spreadsheets of OpenDocument share: styles, list numbers, the flow of text."""

from gateway.ingestion.readers.shared.opendocument.flow import Flow
from gateway.ingestion.readers.shared.opendocument.lengths import page_size
from gateway.ingestion.readers.shared.opendocument.pieces import opened_package
from gateway.ingestion.readers.shared.opendocument.text_styles import DocumentStyles, TextLook

__all__ = ["DocumentStyles", "Flow", "TextLook", "opened_package", "page_size"]
