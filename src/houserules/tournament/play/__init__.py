"""Tournament play across tables: seat draws, sessions, results, play-offs, stages (20.5, 20.10)."""
