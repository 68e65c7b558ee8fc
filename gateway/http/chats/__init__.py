"""The doors of chat libraries, whose pages come back to a chat by its id: the AI SDK's and AG-UI's."""
