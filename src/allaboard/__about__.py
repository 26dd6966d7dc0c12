"""The version of the package, stated once: the build and the command read it here."""

__version__ = "0.1.0"
