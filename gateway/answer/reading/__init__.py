"""Reading model text: which format it is in, and what each format says while it is still being written. Pure."""
