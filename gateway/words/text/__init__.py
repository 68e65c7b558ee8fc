"""Characters and markup: folding, sentences, Markdown, patterns. Pure."""
