"""Runs every Python listing of the article, and of the package's page, as a program of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import pattern
from PIL import Image

ROOT = Path(os.environ.get("TILEKIT_SOURCES", Path(__file__).resolve().parents[3]))
PAGES = [
    ROOT / "Sources/Apps/CutCommand/CutCommand.docc/UsingTileKitFromPython.md",
    ROOT / "Tools/python/README.md",
]
LISTINGS = [
    listing
    for page in PAGES
    for listing in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
]


def test_there_are_listings() -> None:
    assert len(LISTINGS) >= 7


@pytest.mark.parametrize("listing", LISTINGS)
def test_a_listing_runs(listing: str, tmp_path: Path) -> None:
    Image.fromarray(pattern(900, 600)).save(tmp_path / "big.jpg", quality=95)
    run = subprocess.run([sys.executable, "-c", listing], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout
