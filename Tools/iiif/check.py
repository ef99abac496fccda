"""Serves images by tileserve, validates the documents that describe them, and follows these in Chromium.

    check.py PROGRAMS WORK

PROGRAMS is the folder of tilecut and tileserve, WORK an empty folder. Needs iiif-prezi3 and Pillow.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse
import urllib.request
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from iiif_prezi3 import Collection, Manifest
from PIL import Image

TOOLS = Path(__file__).resolve().parent.parent
ANSWER_SECONDS = 60
BROWSER_SECONDS = 120
COLORS = {"red": (250, 20, 20), "green": (20, 200, 20), "blue": (20, 20, 250)}


def fail(text: str) -> None:
    """Ends the test."""
    sys.exit(f"test-iiif: {text}")


def make_images(folder: Path) -> dict[str, list[tuple[tuple[int, int], tuple[int, int, int]]]]:
    """Writes images of one color; returns the sizes and colors of their pages by the ends of manifests' addresses."""
    (folder / "old maps" / "1910").mkdir(parents=True)

    def page(name: str, size: tuple[int, int]) -> Image.Image:
        return Image.new("RGB", size, COLORS[name])

    exif = Image.Exif()
    exif[0x013B] = "A. Photographer"
    exif[0x8298] = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"
    page("red", (700, 500)).save(folder / "photo.jpg", quality=95, exif=exif)
    page("green", (90, 300)).save(folder / "old maps" / "1910" / "é & <b>.png")
    pages = [page("red", (600, 400)), page("green", (300, 500)), page("blue", (90, 60))]
    pages[0].save(folder / "old maps" / "book.tif", save_all=True, append_images=pages[1:])
    pages[1].save(folder / "paper.pdf", save_all=True, append_images=[pages[2]], resolution=300)
    return {
        "photo/manifest.json": [((700, 500), COLORS["red"])],
        "old%20maps%2F1910%2F%C3%A9%20%26%20%3Cb%3E/manifest.json": [((90, 300), COLORS["green"])],
        "old%20maps%2Fbook/manifest.json": [
            ((600, 400), COLORS["red"]), ((300, 500), COLORS["green"]), ((90, 60), COLORS["blue"]),
        ],
        "paper/manifest.json": [((300, 500), COLORS["green"]), ((90, 60), COLORS["blue"])],
    }


class Pages(ThreadingHTTPServer):
    """Serves a folder, the page of the client, and receives its result."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results: Queue[dict[str, Any]] = Queue()
        super().__init__(("127.0.0.1", 0), PageHandler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class PageHandler(SimpleHTTPRequestHandler):
    """Answers with files, and with the page of the client."""

    server: Pages

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments, directory=str(arguments[2].folder))

    def do_GET(self) -> None:
        if urllib.parse.urlsplit(self.path).path != "/client.html":
            super().do_GET()
            return
        page = (TOOLS / "iiif" / "client.html").read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.results.put(json.loads(body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Prints nothing."""


def read(address: str) -> Any:
    """Returns the JSON at an address."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, timeout=ANSWER_SECONDS) as answer:
        return json.load(answer)


def validate(address: str, seen: dict[str, Any]) -> None:
    """Validates a document and those that it names, and collects manifests by their addresses."""
    document = read(address)
    if document["id"] != address:
        fail(f"{address} says that it is {document['id']}.")
    if document["type"] == "Collection":
        Collection(**document)
        for item in document["items"]:
            validate(item["id"], seen)
        return
    Manifest(**document)
    identifiers = [canvas["id"] for canvas in document["items"]]
    if len(set(identifiers)) != len(identifiers):
        fail(f"{address} has two canvases of one address.")
    for canvas in document["items"]:
        annotation = canvas["items"][0]["items"][0]
        if annotation["target"] != canvas["id"]:
            fail(f"{address} paints on {annotation['target']} and not on {canvas['id']}.")
    seen[address] = document


def browse(pages: Pages, addresses: list[str], work: Path) -> list[dict[str, Any]]:
    """Lets Chromium follow documents, and returns what it has found."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        fail("there is no Chromium. Install the package chromium.")
    query = urllib.parse.urlencode([("address", address) for address in addresses])
    command = [
        chromium, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={work / 'chromium'}",
        f"{pages.address}/client.html?{query}",
    ]
    if os.geteuid() == 0:
        command.insert(1, "--no-sandbox")
    # Chromium ends when its debugging port is closed; without one it would end as soon as the page is loaded.
    command.insert(1, "--remote-debugging-port=0")
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        result = pages.results.get(timeout=BROWSER_SECONDS)
    except Empty:
        fail(f"Chromium has found nothing within {BROWSER_SECONDS} s.")
    finally:
        browser.terminate()
        browser.wait(timeout=ANSWER_SECONDS)
    if "error" in result:
        fail(f"Chromium says: {result['error']}")
    return result["found"]


def check_pixels(found: list[dict[str, Any]], expected: dict[str, list[Any]]) -> None:
    """Compares what a browser has found with the pages of images."""
    rest = {name: list(pages) for name, pages in expected.items()}
    for item in found:
        name = next((name for name in rest if item["manifest"].endswith(f"/{name}")), None)
        if name is None or not rest[name]:
            fail(f"{item['manifest']} has a canvas that was not expected.")
        (width, height), color = rest[name].pop(0)
        if (item["width"], item["height"]) != (width, height):
            fail(f"{item['canvas']} has {item['width']}×{item['height']} pixels, and not {width}×{height}.")
        for kind in ["body", "tile", "thumbnail"]:
            center = item[kind]["center"][:3]
            if any(abs(a - b) > 8 for a, b in zip(center, color)):
                fail(f"{item[kind]['address']} is {center} in its middle, and not {color}.")
    if any(rest.values()):
        fail(f"the browser has not found {rest}.")


def main() -> None:
    """Runs the test."""
    programs, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    images = work / "images"
    images.mkdir()
    expected = make_images(images)
    pages = Pages(work / "static")

    # A pyramid of files, as any server of files has it.
    static = work / "static"
    static.mkdir()
    for layout in ["iiif", "iiif2"]:
        subprocess.run(
            [
                programs / "tilecut", images / "photo.jpg", "--quiet", "--layout", layout,
                "--id", f"{pages.address}/{layout}", "-o", static / layout,
            ], check=True)
        subprocess.run([programs / "tilecut", "verify", static / layout], check=True, stdout=subprocess.DEVNULL)
        expected[f"{layout}/manifest.json"] = expected["photo/manifest.json"]
        validate(f"{pages.address}/{layout}/manifest.json", {})

    server = subprocess.Popen(
        [programs / "tileserve", images, "--port", "0", "--cors", "*"], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    try:
        assert server.stdout is not None
        said = ""
        address = None
        for line in server.stdout:
            said += line
            if match := re.search(r"http://[^\s/]+", line):
                address = match[0]
                break
        if address is None:
            fail(f"tileserve has ended: {said}")
        threading.Thread(target=server.stdout.read, daemon=True).start()
        collection = f"{address}/iiif/collection.json"
        manifests: dict[str, Any] = {}
        validate(collection, manifests)
        if len(manifests) != 4:
            fail(f"the collection has {len(manifests)} manifests, and not 4.")
        photo = manifests[f"{address}/iiif/photo/manifest.json"]
        if photo.get("rights") != "http://creativecommons.org/licenses/by/4.0/":
            fail(f"the rights to the photo are {photo.get('rights')}.")
        addresses = [collection] + [f"{pages.address}/{layout}/manifest.json" for layout in ["iiif", "iiif2"]]
        check_pixels(browse(pages, addresses, work), expected)
    finally:
        server.terminate()
        server.wait(timeout=ANSWER_SECONDS)
    print(
        f"test-iiif: iiif-prezi3 accepts {len(manifests) + 2} manifests and their collections, and Chromium got from "
        f"them to the pixels of {sum(map(len, expected.values()))} canvases.")


if __name__ == "__main__":
    main()
