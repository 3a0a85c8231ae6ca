"""The server that `houserules serve` starts: its settings and its process."""
