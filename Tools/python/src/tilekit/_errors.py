"""The exceptions: one for each exit status of the programs."""

from __future__ import annotations


class TileKitError(Exception):
    """A run that failed; ``str()`` names the file, the fault and the remedy."""

    def __init__(self, message: str, *, status: int = 70) -> None:
        super().__init__(message)
        self.message = message
        """The fault and the remedy, in one or two sentences."""
        self.status = status
        """The exit status of the program."""

    def __str__(self) -> str:
        return self.message


class UsageError(TileKitError, ValueError):
    """An argument or an option makes no sense (64)."""


class DamagedInputError(TileKitError, ValueError):
    """The image or the pyramid is damaged, truncated, or of an unknown format (65)."""


class InputNotFoundError(TileKitError, FileNotFoundError):
    """There is no such file, or it may not be read (66)."""


class UnavailableError(TileKitError, OSError):
    """The system refuses what the program needs, such as threads (69)."""


class InternalError(TileKitError, RuntimeError):
    """An internal error, or a program that ended unexpectedly (70)."""


class OutputError(TileKitError, OSError):
    """The output exists already, or cannot be made (73)."""


class ReadWriteError(TileKitError, OSError):
    """Reading or writing failed, or the disk is full (74)."""


class Cancelled(TileKitError):
    """The run was cancelled; ``resume=True`` finishes a folder that it has left."""


class MissingLibraryError(TileKitError, ImportError):
    """A library of the system is missing; the message names its package."""


_KINDS: dict[int, type[TileKitError]] = {
    64: UsageError,
    65: DamagedInputError,
    66: InputNotFoundError,
    69: UnavailableError,
    70: InternalError,
    73: OutputError,
    74: ReadWriteError,
    130: Cancelled,
    143: Cancelled,
}


def error(status: int, message: str) -> TileKitError:
    """Return the exception for an exit status."""
    return _KINDS.get(status, InternalError)(message, status=status)
