"""The version of this package; modules take it from here, so none of them imports the facade."""

__version__ = "0.4.0"
