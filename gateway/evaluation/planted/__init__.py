"""Labels that cost nothing: answers and questions that are changed so that the right reaction is known."""
