"""Parts of PowerPoint files: text with its list numbers, shapes, charts, diagrams, comments."""
