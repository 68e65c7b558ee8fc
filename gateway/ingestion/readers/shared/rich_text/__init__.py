"""Rich text (RTF): its tokens and letters, lists, and the story of paragraphs and tables that it tells."""

from gateway.ingestion.readers.shared.rich_text.interpreter import Interpreter
from gateway.ingestion.readers.shared.rich_text.letters import encoding_of
from gateway.ingestion.readers.shared.rich_text.machine import SizeLimits

__all__ = ["Interpreter", "SizeLimits", "encoding_of"]
