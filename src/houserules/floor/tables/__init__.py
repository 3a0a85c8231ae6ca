"""A table on the floor: load, decide, append, show; the automatic dealer and the clocks."""
