"""What writes and checks generated documentation and goldens; run from the repository's root."""
