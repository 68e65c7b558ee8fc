"""What dialects share: what an encoder is, one JSON spelling, one event-stream frame, text that stays."""
