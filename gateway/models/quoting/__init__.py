"""Answers without a model: which sentences of the candidates answer a question. Pure."""
