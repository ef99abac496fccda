"""The pages that lead to all others: the start page, the guides, the modules and the live pages."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from html import escape
from pathlib import Path

from content import listing, picture_size
from frame import Frame
from guides import Guides
from library import Library, Page
from package import Package
from pages import plain

_floors = {
    "Basics": "Basics", "Imaging": "Images", "Pyramids": "Pyramids", "Layers": "Layers and windows",
    "Apps": "Tools and the viewer",
}

#: The pictures of the start page, from the sample images.
_pictures = ["tiles.jpg", "view.jpg", "map.jpg", "channels.png", "text.png", "gallery.png"]

#: The programs of the start page: a title, the language, and the listing.
_listings = {
    "Cut, view, serve": ("sh", """\
        tilecut big.jpg                 # big.dzi: Deep Zoom
        tilecut scan.tif -o scan.pmtiles
        tilecut *.tif --mosaic -o all.mbtiles
        tileview big.dzi                # pans and zooms
        tileserve big.dzi photo.jpg     # IIIF, map tiles, a page"""),
    "A map in an app": ("swift", """\
        try LayerWindow(title: "Map").run { window in
            let image = try await MapImage.open("alps.pmtiles")
            let map = MapView([image])
            map.fly(to: summit, zoom: 9, animated: false)
            window.add(map)
        }"""),
}


@dataclass
class LivePage:
    """A page that a tool has made, with a command that anyone can repeat."""

    title: str
    file: str
    picture: str
    text: str
    command: str


@dataclass
class Overviews:
    """Writes the pages that lead to all others."""

    package: Package
    library: Library
    guides: Guides
    frame: Frame
    live: list[LivePage]

    def write(self) -> None:
        for name in _pictures:
            target = self.frame.site / "pictures" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.package.root / "SampleImages" / name, target)
        template = (Path(__file__).parent / "start.html").read_text()
        body = template.format(
            live=self._cards(""), guides=self._guides(), listings=self._listings(), figures=self._figures(),
            hero=self.live[0].file if self.live else "pictures/tiles.jpg", floors=self._floors())
        summary = "Cuts giant images into tile pyramids, shows them in a viewer that zooms like a map, and serves them."
        self.frame.write("index.html", "TileKit", body, summary=summary, style="start")
        self.frame.write(
            "guides.html", "Guides",
            '<h1>Guides</h1><p class="abstract">From the first command to an app of your own, in an order in which'
            f" each article needs only those before it.</p>{self._guides(with_summaries=True)}",
            trail=[("TileKit", "index.html")], style="wide")
        self.frame.write(
            "modules.html", "Modules",
            '<h1>Modules</h1><p class="abstract">Everything public, by what it stands on: a module uses the ones'
            f" before it.</p>{self._floors(with_summaries=True)}",
            trail=[("TileKit", "index.html")], style="wide")
        if self.live:
            self.frame.write(
                "live/index.html", "Live pages",
                '<h1>Live pages</h1><p class="abstract">What the tools make of an image, in this browser. They are'
                " files, and work from any folder of any web server, or from the disk.</p>"
                f'<div class="cards">{self._cards("../", with_commands=True)}</div>',
                trail=[("TileKit", "index.html")], style="wide")

    def _guides(self, with_summaries: bool = False) -> str:
        parts: list[str] = []
        for name, group in self.guides.groups.items():
            items = "".join(self._entry(page, page.title, with_summaries) for page in group)
            parts.append(f"<section><h2>{escape(name)}</h2><ul>{items}</ul></section>")
        return f'<div class="guides{" long" if with_summaries else ""}">{"".join(parts)}</div>'

    def _floors(self, with_summaries: bool = False) -> str:
        parts: list[str] = []
        for floor, name in _floors.items():
            pages = [
                self.library.pages[f"documentation/{module.name.lower()}"] for module in self.package.modules
                if module.floor == floor
            ]
            items = "".join(self._entry(page, page.title, with_summaries) for page in pages)
            parts.append(f"<section><h2>{name}</h2><ul>{items}</ul></section>")
        return f'<div class="guides modules{" long" if with_summaries else ""}">{"".join(parts)}</div>'

    def _entry(self, page: Page, title: str, with_summary: bool) -> str:
        summary = f"<p>{escape(plain(page.abstract, page))}</p>" if with_summary else ""
        return f'<li><a href="{page.file}">{escape(title)}</a>{summary}</li>'

    def _cards(self, root: str, with_commands: bool = False) -> str:
        parts: list[str] = []
        for page in self.live:
            width, height = picture_size((self.frame.site / page.picture).read_bytes())
            command = listing(page.command, "sh") if with_commands else ""
            parts.append(
                f'<article><a href="{root}{page.file}"><img src="{root}{page.picture}" alt="" width="{width}"'
                f' height="{height}" loading="lazy"><h3>{escape(page.title)}</h3></a><p>{escape(page.text)}</p>'
                f"{command}</article>")
        return "".join(parts)

    def _figures(self) -> str:
        """The first row of the measurements in the README."""
        readme = (self.package.root / "README.md").read_text()
        found = re.search(
            r"image of (\d+ megapixels)[\s\S]*passed through \|[^|]*\|[^|]*\| ([\d.]+ ×) \| (\d+ MiB)", readme)
        if found is None:
            return ""
        size, ratio, memory = found.groups()
        return (f"<p><b>{ratio}</b> the time of <code>vips dzsave</code> for a JPEG of {size}, whose tiles are passed"
                f" through</p>\n<p><b>{memory}</b> of memory at most for it, and no more for a higher one</p>")

    def _listings(self) -> str:
        parts: list[str] = []
        for title, (language, code) in _listings.items():
            lines = [line.removeprefix(" " * 8) for line in code.splitlines()]
            parts.append(f'<figure>{listing(chr(10).join(lines), language)}<figcaption>{title}</figcaption></figure>')
        return "".join(parts)
