"""A table over a WebSocket: a snapshot, then numbered updates, and commands with their answers."""
