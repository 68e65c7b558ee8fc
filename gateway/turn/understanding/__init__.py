"""What a question means in its conversation."""
