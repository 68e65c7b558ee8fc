"""Parts of Excel workbooks: styles, strings, cells, comments and drawings."""
