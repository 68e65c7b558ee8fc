"""What CSS says about the parts of a page."""
