"""Labels that people give: what they agree on, and drafts of cases. Pure."""
