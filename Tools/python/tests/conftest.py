"""Images for the tests: drawn with Pillow, so that their pixels are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import tilekit

WIDTH, HEIGHT = 700, 450


def pattern(width: int = WIDTH, height: int = HEIGHT) -> NDArray[np.uint8]:
    """Return pixels that differ from place to place: RGB."""
    y, x = np.mgrid[0:height, 0:width]
    return np.stack([x % 256, y % 256, (x * 7 + y * 13) % 256], axis=2).astype(np.uint8)


@pytest.fixture
def pixels() -> NDArray[np.uint8]:
    """The pixels of ``image``."""
    return pattern()


@pytest.fixture
def image(tmp_path: Path, pixels: NDArray[np.uint8]) -> Path:
    """A PNG."""
    path = tmp_path / "image.png"
    Image.fromarray(pixels).save(path)
    return path


@pytest.fixture
def pyramid(image: Path, tmp_path: Path) -> Path:
    """A Deep Zoom pyramid with tiles that lose nothing."""
    return Path(tilekit.cut(image, tmp_path / "pyramid.dzi", format="png", overlap=1).output)
