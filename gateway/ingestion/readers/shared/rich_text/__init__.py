"""Rich text (RTF): its tokens and letters, lists, and the story of paragraphs and tables that it tells."""
