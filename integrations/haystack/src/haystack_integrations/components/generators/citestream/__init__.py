"""A chat generator over a Citestream gateway."""

from haystack_integrations.components.generators.citestream.chat_generator import CitestreamChatGenerator

__all__ = ["CitestreamChatGenerator"]
