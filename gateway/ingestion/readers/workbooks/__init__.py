"""Parts of Excel workbooks: formats of cells, dates, strings, rows, comments and drawings."""
