"""The floor over HTTP and WebSocket: an open API, and the pages that are built on it."""
