"""Follows every link of every page of the site; `Tools/test-docs` calls it with the folder of the site."""

from __future__ import annotations

import posixpath
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: The attributes that name other files, by the elements that load them with a page.
_loaded = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}


@dataclass
class Links(HTMLParser):
    """The links and the anchors of a page."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    headings: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if name := values.get("id"):
            if name in self.anchors:
                self.links.append(f"#twice-{name}")
            self.anchors.add(name)
        if tag == "a" and (address := values.get("href")) is not None:
            self.links.append(address)
        elif tag in _loaded and (address := values.get(_loaded[tag])) is not None:
            self.loaded.append(address)
        self.headings += tag == "h1"


def main() -> int:
    site = Path(sys.argv[1])
    # The pages of DocC's app and those of tilecut are opened by the browser's test; they consist of scripts.
    pages = {
        path.relative_to(site).as_posix(): Links() for path in sorted(site.rglob("*.html"))
        if path.relative_to(site).parts[0] != "app" and (path.name == "index.html" or "live" not in path.parts)
        and path.relative_to(site).parts[:2] not in {("live", name) for name in ("pyramid", "map", "iiif")}
    }
    for name, page in pages.items():
        page.feed((site / name).read_text())
    faults: list[str] = []
    reached = {"index.html"}
    waiting = ["index.html"]
    count = 0
    while waiting:
        name = waiting.pop()
        page = pages[name]
        if page.headings != 1:
            faults.append(f"{name}: there are {page.headings} headings of the first level")
        for address in [*page.links, *page.loaded]:
            parts = urlsplit(address)
            if parts.scheme in ("https", "http", "mailto") and address in page.links:
                continue
            if parts.scheme or parts.netloc or parts.path.startswith("/"):
                faults.append(f"{name}: {address} is not relative")
                continue
            count += 1
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) \
                if parts.path else name
            if not (site / target).is_file():
                faults.append(f"{name}: {address} does not exist")
            elif target in pages:
                if parts.fragment and unquote(parts.fragment) not in pages[target].anchors:
                    faults.append(f"{name}: {address} has no such anchor")
                if target not in reached:
                    reached.add(target)
                    waiting.append(target)
    faults += [f"{name}: no page links to it" for name in pages if name not in reached]
    for fault in faults[:40]:
        print(f"test-docs: {fault}", file=sys.stderr)
    if faults:
        print(f"test-docs: {len(faults)} links are at fault.", file=sys.stderr)
        return 1
    print(f"test-docs: {count} links of {len(pages)} pages lead to files and anchors that exist.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
