"""Makes the site of the documentation; `Tools/docs` calls it."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import time
from html import escape
from pathlib import Path

import highlight
from app import make_app
from catalogs import Catalogs
from compiler import Compiler
from content import listing
from frame import Frame
from guides import Guides
from library import Library
from live import make_live_pages
from overviews import Overviews
from package import Package
from pages import Pages
from plaintext import write_texts
from searching import write_index
from warnings_of_docc import broken_links


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("root", "build", "work", "site"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--tilecut", type=Path)
    parser.add_argument("--no-app", action="store_true")
    parser.add_argument("--processors", type=int, default=2)
    options = parser.parse_args()
    root: Path = options.root
    site: Path = options.site
    tools = Path(__file__).parent

    began = time.monotonic()
    package = Package(root)
    catalogs = Catalogs(root, options.work / "catalogs")
    for module in package.modules:
        catalogs.add(module.catalog)
    catalogs.add_project()
    compiler = Compiler(package, options.build, catalogs.folder, options.work, options.processors)
    compiler.run()
    say(f"DocC has compiled {len(package.modules)} modules in {time.monotonic() - began:.0f} s.")

    library = Library(catalogs.labels)
    for name in [*(module.name for module in package.modules), "Project"]:
        library.add(name, compiler.archive(name))
    library.finish(catalogs.articles)
    library.list_all()
    library.link()
    broken = broken_links((options.work / "warnings.txt").read_text(), library)
    (options.work / "broken-links.txt").write_text(broken)
    version = re.search(r'number = "(.*)"', (root / "Sources/Apps/ToolSupport/Version.swift").read_text())
    guides = Guides.read(tools / "guides.txt", library)
    live = make_live_pages(root, options.tilecut, site) if options.tilecut else []
    if not options.no_app:
        make_app(library, options.work / "archives", options.work, site)
    frame = Frame(site, version.group(1) if version else "", has_app=not options.no_app, has_live_pages=bool(live))
    for name in ("style.css", "search.js"):
        shutil.copy(tools / name, site / name)
    shutil.copy(root / "Tools/desktop/tileview.svg", site / "icon.svg")
    Pages(library, options.work / "archives", site, guides, frame).write()
    Overviews(package, library, guides, frame, live).write()
    for source in sorted(catalogs.sources):
        code = (root / source).read_text()
        name = Path(source).name
        body = f'<p class="kind">{escape(source)}</p><h1>{escape(name)}</h1>{listing(code, highlight.of_file(source))}'
        frame.write(f"source/{source}.html", name, body, trail=[("TileKit", "index.html")], style="wide")
    write_texts(site, catalogs.articles, guides, library, package)
    write_index(site, library)
    files = [file for file in site.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1e6
    say(f"{len(library.pages)} pages, {len(files)} files, {size:.0f} MB in {time.monotonic() - began:.0f} s.")


def say(text: str) -> None:
    print(f"docs: {text}", file=sys.stderr)


if __name__ == "__main__":
    main()
