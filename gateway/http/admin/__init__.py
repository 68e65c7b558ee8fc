"""Who may do what, and what was done: endpoints for administrators."""
