"""LangChain's chat model and retriever over a Citestream gateway."""

from langchain_citestream.chat_models import ChatCitestream
from langchain_citestream.retrievers import CitestreamRetriever

__version__ = "0.4.0"
__all__ = ["ChatCitestream", "CitestreamRetriever"]
