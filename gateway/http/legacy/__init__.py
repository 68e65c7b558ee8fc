"""The older system's endpoints: its chat, its conversations and its references, in its own envelope."""
