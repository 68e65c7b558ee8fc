"""A retriever over a Citestream gateway."""

from haystack_integrations.components.retrievers.citestream.retriever import CitestreamRetriever

__all__ = ["CitestreamRetriever"]
