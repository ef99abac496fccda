"""Opens the site in Chromium, below a path of a server and from the disk; `Tools/test-docs` calls it."""

from __future__ import annotations

import functools
import http.server
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlsplit

from browser import Browser

#: Pages of each kind.
_pages = [
    "index.html", "guides.html", "modules.html", "live/index.html", "documentation/project/readme.html",
    "documentation/project/index.html", "documentation/layertree/index.html", "documentation/layertree/layer.html",
    "documentation/maplayers/showamapinyourapp.html", "documentation/cutcommand/cuttingimages.html",
]
#: Pages that show tiles, which they request one by one.
_live = ["pyramid", "map", "iiif"]


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the browser reports what fails."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Fails, but for the icon that a browser looks for at the root of each server."""
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().send_error(code, message, explain)


def main() -> int:
    site = Path(sys.argv[1]).resolve()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        # The site is below a path with a space, so that no address of it can be absolute.
        (Path(folder) / "some path").mkdir()
        (Path(folder) / "some path" / "docs").symlink_to(site)
        server = _Server(("127.0.0.1", 0), functools.partial(_Handler, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/some%20path/docs"
        browser = Browser()
        try:
            count = _check(browser, site, f"file://{site}", faults)
            count += _check(browser, site, address, faults)
            count += _check_app(browser, site, address, faults)
        finally:
            browser.close()
            server.shutdown()
    for fault in faults:
        print(f"test-docs: {fault}", file=sys.stderr)
    if not faults:
        print(f"test-docs: Chromium shows {count} pages, from the disk and below a path of a server, without an error.")
    return 1 if faults else 0


def _visit(browser: Browser, address: str, faults: list[str]) -> list[str]:
    """Opens a page, and returns what it has requested."""
    visit = browser.open(address)
    faults += [f"{address}: {fault}" for fault in dict.fromkeys(visit.faults)]
    host = urlsplit(address).netloc
    for request in visit.requests:
        parts = urlsplit(request)
        if parts.scheme in ("http", "https", "file") and parts.netloc != host:
            faults.append(f"{address}: requests {request}, which is elsewhere")
    return visit.requests


def _check(browser: Browser, site: Path, root: str, faults: list[str]) -> int:
    source = next(iter(sorted((site / "source").rglob("*.html")))).relative_to(site).as_posix()
    member = "documentation/maplayers/mapview/zoom.html"
    pages = [*_pages, source, member]
    for page in pages:
        _visit(browser, f"{root}/{page}", faults)
        if browser.value("document.querySelectorAll('h1').length") != 1:
            faults.append(f"{root}/{page}: there is no heading")
        for width in (360, 1280):
            browser.set_width(width)
            if (wider := browser.value("document.documentElement.scrollWidth")) > width:
                faults.append(f"{root}/{page}: is {wider} pixels wide in a window of {width}")
        broken = browser.value("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)[0]")
        if broken:
            faults.append(f"{root}/{page}: {broken} is not a picture")

    # The search finds a type by the first letters of its name, and by its capitals.
    for query, file in (("mapvi", "maplayers/mapview.html"), ("mapview zoom", "maplayers/mapview/zoom.html"),
                        ("cutting images", "cutcommand/cuttingimages.html")):
        _visit(browser, f"{root}/{member}", faults)
        browser.value("(f => { f.focus(); f.value = '" + query + "'; f.dispatchEvent(new Event('input')); })"
                      "(document.querySelector('header input'))")
        browser.wait_for("document.querySelectorAll('#results li').length > 0")
        found = browser.value("[...document.querySelectorAll('#results a')].map(a => a.href).slice(0, 5)")
        if f"{root}/documentation/{file}" not in found:
            faults.append(f"{root}: a search for {query} does not find {file}: {found}")

    # Everything is there without scripts.
    browser.set_scripts(False)
    for page in (*_pages[:3], member):
        _visit(browser, f"{root}/{page}", faults)
    browser.set_scripts(True)

    for name in _live:
        page = sorted((site / "live" / name).rglob("*.html"))[0].relative_to(site).as_posix()
        requests = _visit(browser, f"{root}/{page}", faults)
        if not any(request.endswith(".jpg") for request in requests):
            faults.append(f"{root}/{page}: no tile is requested")
    return len(pages) + len(_live)


def _check_app(browser: Browser, site: Path, root: str, faults: list[str]) -> int:
    """DocC's app, which reads its pages from a server."""
    if not (site / "app").exists():
        return 0
    pages = {
        "documentation": "TileKit", "documentation/layertree/layer": "Layer",
        "documentation/maplayers/showamapinyourapp": "Show a map in your app",
    }

    def check_title(page: str, title: str) -> None:
        if not browser.wait_for(f"[...document.querySelectorAll('h1')].some(h => h.textContent.trim() === '{title}')"):
            faults.append(f"{root}/app/{page}: shows {browser.value('document.body.innerText')[:200]}")

    for page, title in pages.items():
        _visit(browser, f"{root}/app/{page}/index.html", faults)
        check_title(page, title)
    # A link to another module, and the address to which it leads.
    page = "documentation/tileviewing/maplayers/mapimage/open(_:options:)"
    link = f"document.querySelector('main a[href*=\"/{page}\"]')"
    if browser.wait_for(f"{link} !== null"):
        browser.value(f"{link}.click()")
        check_title(page, "open(_:options:)")
        _visit(browser, browser.value("location.href") + "/", faults)
        check_title(page, "open(_:options:)")
    else:
        faults.append(f"{root}/app: there is no link to {page}")
    return len(pages) + 1


if __name__ == "__main__":
    sys.exit(main())
