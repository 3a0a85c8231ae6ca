"""A table on the floor: loaded, decided, appended, shown; the automatic dealer and the clocks."""
