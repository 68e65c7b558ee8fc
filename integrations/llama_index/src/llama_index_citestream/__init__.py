"""LlamaIndex's retriever and LLM over a Citestream gateway."""

from llama_index_citestream.llm import CitestreamLLM
from llama_index_citestream.retriever import CitestreamRetriever

__version__ = "0.4.0"
__all__ = ["CitestreamLLM", "CitestreamRetriever"]
