"""Asks a Citestream gateway and reads its answers as they are written, with the citations of each paragraph."""

from citestream_client.answer import Answer, Citation, Paragraph, Reference, Update
from citestream_client.client import Citestream
from citestream_client.errors import AnswerFailed, CitestreamError, NotReached, Refused, TimedOut
from citestream_client.messages import message

__version__ = "0.4.0"
__all__ = [
    "Answer",
    "AnswerFailed",
    "Citation",
    "Citestream",
    "CitestreamError",
    "NotReached",
    "Paragraph",
    "Reference",
    "Refused",
    "TimedOut",
    "Update",
    "message",
]
