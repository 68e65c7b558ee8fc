"""Sessions as rows: their messages, their workflow, their rounds."""
