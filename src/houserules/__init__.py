"""The rulebook you can run: four casino rulebooks as one exact, auditable system."""

from houserules.version import __version__ as __version__
