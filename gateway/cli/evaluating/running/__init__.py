"""How a run asks the cases of a set, and what it keeps of each answer."""
