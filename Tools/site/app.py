"""DocC's own app beside the static pages, so that it works below any path of a server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape
from pathlib import Path
from typing import Any

from catalogs import INTERNAL
from library import Library, relative

#: The path of the page with all modules, which DocC makes.
_root = "documentation"


def make_app(library: Library, archives: Path, work: Path, site: Path) -> None:
    """Writes the app: the pages with their links to other modules, and a page for each address.

    DocC writes the path of the server into each page. Here a page knows how deep it is, and its script makes the path
    of that.
    """
    merged = work / "merged"
    subprocess.run(
        ["docc", "merge", *map(str, sorted(archives.glob("*.doccarchive"))), "--output-path", str(merged),
         "--synthesized-landing-page-name", "TileKit"],
        check=True, stdout=subprocess.DEVNULL)
    app = site / "app"
    for name in ("css", "js", "img", "images", "index"):
        shutil.copytree(merged / name, app / name)
    for name in ("favicon.ico", "favicon.svg"):
        shutil.copy(merged / name, app / name)
    # The app asks for settings, and complains where there are none.
    (app / "theme-settings.json").write_text("{}\n")
    template = (merged / "index.html").read_text()

    _write_page(app, _root, (merged / "data" / f"{_root}.json").read_text(), template, "TileKit", "modules.html")
    for page in library.pages.values():
        text = json.dumps(_linked(page.data), ensure_ascii=False, separators=(",", ":"))
        _write_page(app, page.url, text, template, page.title, page.file)
    (app / "index.html").write_text(
        f'<!doctype html>\n<meta charset="utf-8">\n<title>TileKit</title>\n'
        f'<meta http-equiv="refresh" content="0; url={_root}/">\n<a href="{_root}/">TileKit</a>\n')


def _write_page(app: Path, url: str, text: str, template: str, title: str, static: str) -> None:
    data = app / "data" / f"{url}.json"
    data.parent.mkdir(parents=True, exist_ok=True)
    data.write_text(text)
    page = app / url / "index.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(_html(template, url, title, static))


def _html(template: str, url: str, title: str, static: str) -> str:
    """The page of the app at an address: all that it loads is relative to the root of the app."""
    base = "../" * (url.count("/") + 1)
    static = relative(static, "app/index.html")
    # From the disk a browser lets no script read files, so the static page is shown.
    script = (
        f'<base href="{base}"><script>'
        f'if(location.protocol==="file:")location.replace(new URL("{static}",document.baseURI));'
        'if(location.pathname.endsWith("/index.html"))history.replaceState(null,"",location.pathname.slice(0,-10)'
        '+location.search+location.hash);var baseUrl=new URL(document.baseURI).pathname</script>')
    text = re.sub(r"<noscript>.*?</noscript>",
                  lambda _: f'<noscript><a href="{static}">{escape(title)}</a></noscript>', template, flags=re.DOTALL)
    text = text.replace('<script>var baseUrl = "/"</script>', "")
    text = text.replace("<title>Documentation", f"<title>{escape(title)}")
    text = text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">{script}', 1)
    text = re.sub(r'(href|src)="/(?!/)', r'\1="', text)
    if "/index.html" not in text or "baseUrl=" not in text or 'src="/' in text:
        raise SystemExit("docs: the pages of this DocC's app are made in another way. Use --no-app.")
    return text


def _linked(node: Any) -> Any:
    """The data of a page, whose links to other pages and to files are those of the app."""
    if isinstance(node, dict):
        return {key: _linked(item) for key, item in node.items()}
    if isinstance(node, list):
        return [_linked(item) for item in node]
    if isinstance(node, str) and node.startswith(INTERNAL):
        path = node.removeprefix(INTERNAL)
        return f"../{path}.html" if path.startswith("source/") else f"/{path}"
    return node
