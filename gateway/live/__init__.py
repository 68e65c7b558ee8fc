"""Running answers: their producers, their readers, and what is taken over from processes that died."""
