"""The Model Context Protocol: tools and resources for agents."""
