"""Services that compute with text: language models, embedders, rerankers and verifiers."""
