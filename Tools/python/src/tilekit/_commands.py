"""The functions that run tilecut."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Literal

from ._errors import InternalError
from ._results import ConvertResult, CutResult, Info, Progress, Verification
from ._running import AnyPath, path_argument, run

Layout = Literal["deepzoom", "zoomify", "iiif", "iiif2", "xyz", "tms", "google", "flat"]
Container = Literal["folder", "zip", "szi", "mbtiles", "gpkg", "pmtiles", "tiff"]
TileFormat = Literal["jpg", "png", "webp", "avif", "jxl", "jp2", "jpng", "ktx2", "auto", "mixed"]
ProgressFunction = Callable[[Progress], object]


def _options(values: dict[str, object], options: Sequence[str]) -> list[str]:
    """Return the options of the command line for the arguments that are given."""
    words: list[str] = []
    for name, value in values.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return [*words, *options]


def cut(
    source: AnyPath,
    output: AnyPath | None = None,
    *,
    layout: Layout | None = None,
    container: Container | None = None,
    format: TileFormat | None = None,
    quality: int | None = None,
    tile_size: int | None = None,
    overlap: int | None = None,
    threads: int | None = None,
    force: bool = False,
    resume: bool = False,
    options: Sequence[str] = (),
    progress: ProgressFunction | None = None,
    cancel: threading.Event | None = None,
) -> CutResult:
    """Cut an image into a pyramid.

    :param source: the image.
    :param output: the pyramid, whose extension names the container; by default beside the image.
    :param layout: the files and folders of tiles; by default Deep Zoom.
    :param quality: the quality of the tiles, from 1 to 100.
    :param force: replace a pyramid that exists.
    :param resume: finish the pyramid of an interrupted run.
    :param options: further options of ``tilecut``, such as ``["--chroma", "444"]``.
    :param progress: called with the progress, at most ten times a second and once at the end. An exception that it
        raises ends the run.
    :param cancel: an event that ends the run when it is set, with ``Cancelled``.
    """
    words = _options(
        {
            "output": None if output is None else path_argument(output),
            "layout": layout,
            "container": container,
            "format": format,
            "quality": quality,
            "tile_size": tile_size,
            "overlap": overlap,
            "threads": threads,
            "force": force,
            "resume": resume,
        },
        options,
    )
    result = run(
        ["cut", path_argument(source), *words, "--json", *_reporting(progress)], progress=progress, cancel=cancel
    )
    if result is None:
        # A pyramid that an earlier run has finished is left as it is.
        raise InternalError("tilecut has written no summary. With resume=True, the pyramid may be complete already.")
    return CutResult._from(result)


def convert(
    source: AnyPath,
    output: AnyPath,
    *,
    layout: Layout | None = None,
    container: Container | None = None,
    format: TileFormat | None = None,
    quality: int | None = None,
    tile_size: int | None = None,
    threads: int | None = None,
    force: bool = False,
    options: Sequence[str] = (),
    progress: ProgressFunction | None = None,
    cancel: threading.Event | None = None,
) -> ConvertResult:
    """Convert a pyramid to another format; tiles are copied where possible.

    The parameters are those of ``cut``.
    """
    words = _options(
        {
            "layout": layout,
            "container": container,
            "format": format,
            "quality": quality,
            "tile_size": tile_size,
            "threads": threads,
            "force": force,
        },
        options,
    )
    arguments = ["convert", path_argument(source), path_argument(output), *words, "--json", *_reporting(progress)]
    result = run(arguments, progress=progress, cancel=cancel)
    if result is None:
        raise InternalError("tilecut has written no summary.")
    return ConvertResult._from(result)


def verify(
    pyramid: AnyPath,
    *,
    source: AnyPath | None = None,
    threads: int | None = None,
    options: Sequence[str] = (),
    cancel: threading.Event | None = None,
) -> Verification:
    """Check every tile of a pyramid; a pyramid with issues is a result, and no exception.

    :param source: the image that the pyramid was cut from, to compare every pixel.
    """
    words = _options({"source": None if source is None else path_argument(source), "threads": threads}, options)
    arguments = ["verify", path_argument(pyramid), *words, "--json", "--quiet"]
    result = run(arguments, cancel=cancel, accepted=(0, 65))
    if result is None:
        raise InternalError("tilecut has written no report.")
    return Verification._from(result)


def info(path: AnyPath, *, options: Sequence[str] = ()) -> Info:
    """Describe a pyramid or an image; no tile and no pixel is read."""
    result = run(["info", path_argument(path), *options, "--json"])
    if result is None:
        raise InternalError("tilecut has written no description.")
    return Info._from(result)


def _reporting(progress: ProgressFunction | None) -> list[str]:
    return ["--quiet"] if progress is None else ["--json-progress"]
