"""Parts of Word files: styles, numbers of lists, formulas, drawings, and the text that uses them."""
