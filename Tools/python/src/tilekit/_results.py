"""What the functions return: the JSON lines of the programs, with types.

Each result has the object itself in ``json``: later versions of the programs may tell more.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]


def _path(json: Json, name: str) -> str:
    """A path of an object; its bytes are beside it where it is not UTF-8."""
    encoded = json.get(name + "Bytes")
    return os.fsdecode(base64.b64decode(encoded)) if encoded else str(json.get(name, ""))


@dataclass(frozen=True)
class Progress:
    """The progress of a run."""

    finished_tiles: int
    """All tiles are finished only when the pyramid is complete and in place."""
    total_tiles: int

    @property
    def fraction(self) -> float:
        """The part that is done, from 0 to 1."""
        return self.finished_tiles / self.total_tiles if self.total_tiles else 0.0


@dataclass(frozen=True)
class Level:
    """A level of a pyramid, with the numbers of the programs: level 0 is the smallest."""

    level: int
    width: int
    height: int
    columns: int
    rows: int

    @classmethod
    def _from(cls, json: Json) -> Level:
        return cls(json["level"], json["width"], json["height"], json["columns"], json["rows"])


def _levels(json: Json) -> tuple[Level, ...]:
    return tuple(Level._from(level) for level in json.get("levels", ()))


@dataclass(frozen=True)
class CutResult:
    """The pyramid that was cut."""

    output: str
    """The path of the pyramid."""
    width: int
    height: int
    format: str
    """The format of the tiles."""
    levels: tuple[Level, ...]
    tiles: int
    bytes: int
    seconds: float
    warnings: tuple[str, ...]
    json: Json = field(repr=False)

    @classmethod
    def _from(cls, json: Json) -> CutResult:
        return cls(
            output=_path(json, "output"),
            width=json["source"]["width"],
            height=json["source"]["height"],
            format=json["format"],
            levels=_levels(json),
            tiles=json.get("tiles", json.get("chunks", 0)),
            bytes=json.get("bytes", json.get("estimatedBytes", 0)),
            seconds=json.get("seconds", 0.0),
            warnings=tuple(json.get("warnings", ())),
            json=json,
        )


@dataclass(frozen=True)
class ConvertResult:
    """The pyramid that a conversion made."""

    output: str
    """The path of the pyramid."""
    tiles: int
    copied_tiles: int
    """Tiles that were copied byte for byte."""
    bytes: int
    seconds: float
    reasons: tuple[str, ...]
    """Why the others could not be copied."""
    json: Json = field(repr=False)

    @classmethod
    def _from(cls, json: Json) -> ConvertResult:
        return cls(
            output=_path(json, "output"),
            tiles=json.get("tiles", json.get("chunks", 0)),
            copied_tiles=json.get("copiedTiles", 0),
            bytes=json.get("bytes", 0),
            seconds=json.get("seconds", 0.0),
            reasons=tuple(json.get("reasons", ())),
            json=json,
        )


@dataclass(frozen=True)
class Info:
    """The description of a pyramid, an image, a shard or a list of images."""

    path: str
    kind: str
    """The format of a pyramid, such as "Deep Zoom", or "image", "values", "mosaic" or "shard"."""
    width: int
    height: int
    format: str | None
    """The format of the tiles; None for what is not a pyramid of pictures."""
    levels: tuple[Level, ...]
    tiles: int | None
    """The tiles that exist; None for what has none, and for pyramids whose tiles are not counted."""
    missing: int | None
    bytes: int | None
    properties: Mapping[str, str]
    """The metadata of the files."""
    warnings: tuple[str, ...]
    json: Json = field(repr=False)

    @classmethod
    def _from(cls, json: Json) -> Info:
        return cls(
            path=_path(json, "path"),
            kind=json["kind"],
            width=json["width"],
            height=json["height"],
            format=json.get("format"),
            levels=_levels(json),
            tiles=json.get("tiles"),
            missing=json.get("missing"),
            bytes=json.get("bytes"),
            properties={item["name"]: item["value"] for item in json.get("properties") or ()},
            warnings=tuple(json.get("warnings", ())),
            json=json,
        )


@dataclass(frozen=True)
class Issue:
    """A defect of a pyramid."""

    location: str
    """The file, or the part of one."""
    message: str
    tile: tuple[int, int, int] | None
    """Level, column and row of the tile, if the issue is about one."""

    @classmethod
    def _from(cls, json: Json) -> Issue:
        tile = json.get("tile")
        address = (tile["level"], tile["column"], tile["row"]) if tile else None
        return cls(json["location"], json["message"], address)


@dataclass(frozen=True)
class Similarity:
    """The similarity of a level to that of a new cut of the image."""

    level: int
    psnr: float | None
    """The peak signal-to-noise ratio in decibels; None if both are equal."""


@dataclass(frozen=True)
class Verification:
    """The report on a pyramid whose tiles were checked; true if it is valid."""

    valid: bool
    issues: tuple[Issue, ...]
    """The first issues; ``issue_count`` counts all."""
    issue_count: int
    checked_tiles: int
    similarities: tuple[Similarity, ...]
    info: Info
    json: Json = field(repr=False)

    def __bool__(self) -> bool:
        return self.valid

    @classmethod
    def _from(cls, json: Json) -> Verification:
        return cls(
            valid=json["valid"],
            issues=tuple(Issue._from(issue) for issue in json["issues"]),
            issue_count=json["issueCount"],
            checked_tiles=json.get("checkedTiles", json.get("checkedChunks", 0)),
            similarities=tuple(Similarity(item["level"], item["psnr"]) for item in json.get("similarities", ())),
            info=Info._from(json),
            json=json,
        )
