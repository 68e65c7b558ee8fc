"""Tables that cover several languages, one subject each. Pure data."""
