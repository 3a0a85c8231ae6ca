"""What Numba compiles: drawing cards, playing boxes, settling and counting rounds."""
