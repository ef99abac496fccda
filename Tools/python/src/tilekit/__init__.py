"""Cut giant images into tile pyramids, and read regions of pyramids as arrays.

The functions run the programs of TileKit, which come with the package. ``read_region`` and ``get_tile`` need NumPy;
nothing else does.
"""

from ._commands import convert, cut, info, verify
from ._errors import (
    Cancelled,
    DamagedInputError,
    InputNotFoundError,
    InternalError,
    MissingLibraryError,
    OutputError,
    ReadWriteError,
    TileKitError,
    UnavailableError,
    UsageError,
)
from ._pyramid import Pyramid, open
from ._results import (
    ConvertResult,
    CutResult,
    Info,
    Issue,
    Level,
    Progress,
    Similarity,
    Verification,
)
from ._version import __version__

__all__ = [
    "Cancelled",
    "ConvertResult",
    "CutResult",
    "DamagedInputError",
    "Info",
    "InputNotFoundError",
    "InternalError",
    "Issue",
    "Level",
    "MissingLibraryError",
    "OutputError",
    "Progress",
    "Pyramid",
    "ReadWriteError",
    "Similarity",
    "TileKitError",
    "UnavailableError",
    "UsageError",
    "Verification",
    "__version__",
    "convert",
    "cut",
    "info",
    "open",
    "verify",
]
