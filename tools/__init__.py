"""What writes and checks the generated parts of the documentation; run from the repository's root."""
