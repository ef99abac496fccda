"""Live pages: the sample image as tilecut makes it for the web."""

from __future__ import annotations

import subprocess
from pathlib import Path

from overviews import LivePage

#: The bounds of the sample map: whole tiles of zoom 5, as `Tools/mapdemo` has them.
_bounds = "-33.75,-21.943046,33.75,21.943046"

#: Title, folder, further options, picture, text.
_pages = [
    ("A pyramid", "pyramid", [], "pictures/view.jpg",
     "24 megapixels in the Deep Zoom format. The browser loads the tiles that it shows, and no others."),
    ("A map", "map", ["--layout", "xyz", "--bounds", _bounds, "--zoom", "3-7"], "pictures/map.jpg",
     "Map tiles in Web Mercator, of a land that does not exist, for Leaflet, MapLibre and OpenLayers."),
    ("An IIIF image", "iiif", ["--layout", "iiif"], "pictures/tiles.jpg",
     "The IIIF Image API, level 0, without any program on the server, for OpenSeadragon. Cut with --id and the address of "
     "its folder, it has a manifest for Mirador, too; these pages may lie at any address, and have none."),
]


def make_live_pages(root: Path, tilecut: Path, site: Path) -> list[LivePage]:
    """Cuts the sample image in several ways, each with a page."""
    image = root / "SampleImages/terrain.jpg"
    pages: list[LivePage] = []
    for title, name, options, picture, text in _pages:
        folder = site / "live" / name
        folder.mkdir(parents=True)
        result = subprocess.run(
            [str(tilecut), "cut", str(image), "--output", f"{folder}/", "--html", *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = sorted(folder.rglob("*.html"))
        if result.returncode or not found:
            raise SystemExit(f"docs: {tilecut} has made no live page.\n{result.stdout}")
        # An IIIF image has whole pictures, too: the largest shows what is there.
        whole = sorted(folder.rglob("full/*/0/default.jpg"), key=lambda file: file.stat().st_size)
        if whole:
            picture = str(whole[-1].relative_to(site))
        command = " ".join(["tilecut", image.name, "-o", f"{name}/", "--html", *options])
        pages.append(LivePage(title, str(found[0].relative_to(site)), picture, text, command))
    return pages
