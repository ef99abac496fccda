"""The version of the package, which ``Tools/python-wheel`` writes."""

__version__ = "0"
