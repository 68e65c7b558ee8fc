"""What texts, presentations and spreadsheets of OpenDocument share: styles, list numbers, the flow of text."""

from gateway.ingestion.readers.shared.opendocument.flow import Flow
from gateway.ingestion.readers.shared.opendocument.lengths import page_size
from gateway.ingestion.readers.shared.opendocument.looks import Look, Styles
from gateway.ingestion.readers.shared.opendocument.pieces import opened_package

__all__ = ["Flow", "Look", "Styles", "opened_package", "page_size"]
