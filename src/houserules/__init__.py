"""The rulebook you can run: four casino rulebooks as one exact, auditable system."""

__version__ = "0.3.0"
