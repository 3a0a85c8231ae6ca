"""`houserules play`: a practice table in the terminal."""
