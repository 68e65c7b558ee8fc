"""From files, folders and texts to stored documents and graph elements."""
