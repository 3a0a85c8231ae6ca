"""Past rounds: find, replay, audit, correct, export."""
