"""Pyramids that are opened to read regions."""

from __future__ import annotations

import contextlib
import fcntl
import json
import mmap
import os
import socket
import subprocess
import threading
import weakref
from collections.abc import Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any

from ._errors import InternalError, TileKitError, UsageError, error
from ._programs import environment, missing_library, program
from ._running import AnyPath, path_argument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BYTES_PER_PIXEL = 4
_STRIP_PIXELS = 1 << 22
"""About the most pixels that are reduced at a time."""
_LINE_LIMIT = 64 << 20
"""The most bytes of an answer: a description with all properties."""


class _Connection:
    """A program that decodes regions, and the socket to it; it ends with the socket."""

    def __init__(self, path: str, options: Sequence[str]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            # In a session of its own: Ctrl-C ends a call, not the program.
            self.process = subprocess.Popen(
                [program("tilecut"), "serve-pixels", path, *options],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=environment(),
                start_new_session=True,
            )
        self.socket = ours
        self.owner = os.getpid()
        self.is_open = True
        self._rest = b""

    def line(self) -> dict[str, Any]:
        """Receive an answer."""
        while b"\n" not in self._rest:
            chunk = self.socket.recv(1 << 16)
            if not chunk or len(self._rest) > _LINE_LIMIT:
                raise self._ended()
            self._rest += chunk
        line, self._rest = self._rest.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        if "status" in answer:
            text = f"{answer['file']}: {answer['message']}" if answer["file"] else answer["message"]
            raise error(answer["status"], text)
        return answer

    def request(self, values: Mapping[str, int], memory: int) -> None:
        """Request a region, and send the memory for it."""
        try:
            # A program that has refused the request and ended says so in its answer.
            with contextlib.suppress(ConnectionError):
                self.socket.sendall(json.dumps(values).encode() + b"\n")
                socket.send_fds(self.socket, [b"\0"], [memory])
            self.line()
        except UsageError:
            # The program ends after a request that it cannot read; the next one goes to another.
            self.close()
            raise
        except TileKitError:
            raise
        except OSError as fault:
            raise self._ended() from fault
        except BaseException:
            # The answer is still to come, and would be taken for that of the next request.
            self.close()
            raise

    def _ended(self) -> Exception:
        self.close()
        messages = "" if self.process.stderr is None else self.process.stderr.read().decode("utf-8", "replace")
        return missing_library(messages) or InternalError(
            f"the program that reads the pyramid has ended unexpectedly. {messages.strip()}".strip()
        )

    def close(self) -> None:
        """Close the socket, and wait for the program, which ends then."""
        self.is_open = False
        self.socket.close()
        if self.owner == os.getpid():
            self.process.wait()


def _finish(connection: _Connection) -> None:
    connection.close()
    if connection.process.stderr is not None:
        connection.process.stderr.close()


class Pyramid:
    """An opened pyramid, with the names that users of OpenSlide know.

    Level 0 is full size, everywhere in this class; the last level is the smallest. Several threads may use a pyramid,
    and take turns. Processes that are forked get a connection of their own.
    """

    def __init__(self, path: AnyPath, *, options: Sequence[str] = ()) -> None:
        self._path = path_argument(path)
        self._options = tuple(options)
        self._closed = False
        self._lock = threading.Lock()
        self._connect()

    def _connect(self) -> None:
        connection = _Connection(self._path, self._options)
        try:
            self._description = connection.line()
        except BaseException:
            _finish(connection)
            raise
        self._connection = connection
        self._finalizer = weakref.finalize(self, _finish, connection)
        self._levels: list[dict[str, Any]] = self._description["levels"]

    def __repr__(self) -> str:
        return f"<tilekit.Pyramid {self._path!r}: {self.dimensions[0]} × {self.dimensions[1]} pixels>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (self._path, self._options)

    def __enter__(self) -> Pyramid:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program that reads the pyramid; arrays stay valid."""
        self._closed = True
        self._finalizer()

    # What it is.

    @property
    def path(self) -> str:
        """The path, as it was given."""
        return self._path

    @property
    def kind(self) -> str:
        """The format of the pyramid, such as "Deep Zoom"."""
        return str(self._description["kind"])

    @property
    def format(self) -> str:
        """The format of the tiles, such as "jpg"."""
        return str(self._description["format"])

    @property
    def level_count(self) -> int:
        """The number of levels."""
        return len(self._levels)

    @property
    def dimensions(self) -> tuple[int, int]:
        """The width and height in pixels."""
        return self.level_dimensions[0]

    @property
    def level_dimensions(self) -> tuple[tuple[int, int], ...]:
        """The width and height of each level, from full size on."""
        return tuple((level["width"], level["height"]) for level in self._levels)

    @property
    def level_downsamples(self) -> tuple[float, ...]:
        """The pixels of full size for each pixel of a level: 1, 2, 4 and so on."""
        return tuple(float(level["downsample"]) for level in self._levels)

    @property
    def level_tiles(self) -> tuple[tuple[int, int], ...]:
        """The columns and rows of tiles of each level."""
        return tuple((level["columns"], level["rows"]) for level in self._levels)

    @property
    def properties(self) -> Mapping[str, str]:
        """The metadata of the files."""
        return MappingProxyType({item["name"]: item["value"] for item in self._description["properties"]})

    @property
    def warnings(self) -> tuple[str, ...]:
        """Statements of the files that the tiles contradict."""
        return tuple(self._description["warnings"])

    def get_best_level_for_downsample(self, downsample: float) -> int:
        """Return the level to read for a factor: the smallest that has enough pixels."""
        fitting = [level for level, factor in enumerate(self.level_downsamples) if factor <= downsample]
        return fitting[-1] if fitting else 0

    # Pixels.

    def read_region(
        self, location: tuple[int, int], level: int, size: tuple[int, int]
    ) -> NDArray[np.uint8]:
        """Return a region as an array of ``height`` × ``width`` × 4: red, green, blue and straight alpha.

        The program writes into the memory of the array, so that nothing is copied. Pixels beyond the image, and those
        of absent tiles, are transparent.

        :param location: the left and upper edge in pixels of full size; rounded down to a pixel of the level.
        :param level: the level; 0 is full size.
        :param size: the width and height in pixels of the level.
        """
        factor = self._level(level)["downsample"]
        return self._read(level, int(location[0] // factor), int(location[1] // factor), *size)

    def get_tile(self, level: int, address: tuple[int, int]) -> NDArray[np.uint8]:
        """Return the pixels of a tile, without overlap and padding, as ``read_region`` does.

        :param level: the level; 0 is full size, unlike in OpenSlide's DeepZoomGenerator.
        :param address: the column and the row.
        """
        described = self._level(level)
        column, row = address
        if not (0 <= column < described["columns"] and 0 <= row < described["rows"]):
            tiles = f"{described['columns']} × {described['rows']} tiles"
            raise ValueError(f"level {level} has {tiles}, and none at {address}.")
        left = described["gridX"] + column * described["tileWidth"]
        top = described["gridY"] + row * described["tileHeight"]
        right = min(left + described["tileWidth"], described["width"])
        bottom = min(top + described["tileHeight"], described["height"])
        left, top = max(left, 0), max(top, 0)
        return self._read(level, left, top, right - left, bottom - top)

    def get_thumbnail(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Return the whole image, no larger than a size: means of the pixels of the next larger level."""
        width, height = self.dimensions
        factor = max(width / size[0], height / size[1], 1.0)
        shown = max(1, min(size[0], round(width / factor))), max(1, min(size[1], round(height / factor)))
        level = self.get_best_level_for_downsample(factor)
        # A level whose size was rounded may be a pixel smaller than the thumbnail.
        while level > 0 and any(have < want for have, want in zip(self.level_dimensions[level], shown)):
            level -= 1
        return self._reduced(level, shown)

    def _reduced(self, level: int, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Return a level reduced to a size, from strips of it."""
        import numpy as np

        width, height = self.level_dimensions[level]
        columns = np.arange(size[0]) * width // size[0]
        edges = [row * height // size[1] for row in range(size[1] + 1)]
        result = np.empty((size[1], size[0], _BYTES_PER_PIXEL), dtype=np.uint8)
        step = max(1, _STRIP_PIXELS // width * size[1] // height)
        for first in range(0, size[1], step):
            last = min(first + step, size[1])
            top, bottom = edges[first], edges[last]
            pixels = self._read(level, 0, top, width, bottom - top)
            rows = np.array(edges[first:last]) - top
            result[first:last] = _means(pixels, rows, columns)
        return result

    def _level(self, level: int) -> dict[str, Any]:
        if not 0 <= level < len(self._levels):
            raise ValueError(f"there are levels from 0 to {len(self._levels) - 1}, and no level {level}.")
        return self._levels[level]

    def _read(self, level: int, x: int, y: int, width: int, height: int) -> NDArray[np.uint8]:
        import numpy as np

        if width < 1 or height < 1:
            raise ValueError(f"a region has at least one pixel, not {width} × {height}.")
        if self._closed:
            raise ValueError("the pyramid is closed.")
        byte_count = width * height * _BYTES_PER_PIXEL
        memory = os.memfd_create("tilekit", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            os.ftruncate(memory, byte_count)
            # The program refuses memory that may shrink: touching what was cut off would end it.
            fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
            with self._lock:
                if not self._connection.is_open or self._connection.owner != os.getpid():
                    self._finalizer()
                    self._connect()
                request = {
                    "level": self._level(level)["level"], "x": x, "y": y, "width": width, "height": height,
                }
                self._connection.request(request, memory)
            pixels = mmap.mmap(memory, byte_count)
        finally:
            os.close(memory)
        # The array keeps the memory as long as it is used.
        return np.frombuffer(pixels, dtype=np.uint8).reshape(height, width, _BYTES_PER_PIXEL)


def open(path: AnyPath, *, options: Sequence[str] = ()) -> Pyramid:
    """Open a pyramid, at a path or an address, to read regions.

    :param options: options for addresses, such as ``["--netrc"]``.
    """
    return Pyramid(path, options=options)


def _reopen(path: str, options: Sequence[str]) -> Pyramid:
    return Pyramid(path, options=options)


def _means(pixels: NDArray[np.uint8], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return the means of the pixels between rows and columns; transparent ones do not count for the color."""
    import numpy as np

    height, width = pixels.shape[:2]
    counts = np.diff(np.append(rows, height))[:, None] * np.diff(np.append(columns, width))[None, :]
    alpha = pixels[..., 3:].astype(np.uint32)
    weighted = np.concatenate([pixels[..., :3] * alpha, alpha], axis=2).astype(np.uint64)
    sums = np.add.reduceat(np.add.reduceat(weighted, rows, axis=0), columns, axis=1).astype(np.int64)
    opacity = sums[..., 3:]
    result = np.empty((len(rows), len(columns), _BYTES_PER_PIXEL), dtype=np.uint8)
    result[..., :3] = (sums[..., :3] + opacity // 2) // np.maximum(opacity, 1)
    result[..., 3] = (sums[..., 3] + counts // 2) // counts
    return result
