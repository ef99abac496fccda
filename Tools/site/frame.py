"""What all pages of the site have around their content."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from library import relative

#: The pages above a page: title and file.
Trail = list[tuple[str, str]]

_sections = [("Guides", "guides.html"), ("Modules", "modules.html"), ("Live", "live/index.html"),
             ("Project", "documentation/project/index.html")]


@dataclass
class Frame:
    """The frame of all pages, and the folder to which they are written."""

    site: Path
    version: str
    has_app: bool = False
    has_live_pages: bool = True

    def write(
        self, file: str, title: str, body: str, *, trail: Trail | None = None, side: str = "",
        headings: list[tuple[int, str, str]] | None = None, summary: str = "", document: str = "", style: str = "",
    ) -> None:
        """Writes a page."""

        def to(target: str) -> str:
            return relative(target, file)

        navigation = "".join(
            f'<a href="{to(target)}"{self._here(target, file)}>{name}</a>' for name, target in _sections
            if self.has_live_pages or name != "Live")
        full_title = title if title == "TileKit" else f"{title} · TileKit"
        description = f'<meta name="description" content="{escape(summary)}">\n' if summary else ""
        crumbs = "".join(f'<a href="{to(target)}">{escape(name)}</a>' for name, target in trail or [])
        crumbs = f'<nav class="trail" aria-label="Breadcrumbs">{crumbs}</nav>' if crumbs else ""
        aside = f'<nav class="side" aria-label="Pages">{side}</nav>' if side else ""
        other = f' · <a href="{to(f"app/{document}/index.html").replace(":", "%3A")}">This page in DocC’s app</a>' \
            if document and self.has_app else ""
        page = (
            f'<!doctype html>\n<html lang="en" data-root="{to(".")}/">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{escape(full_title)}</title>\n"
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{description}'
            f'<link rel="icon" href="{to("icon.svg")}">\n<link rel="stylesheet" href="{to("style.css")}">\n'
            f'<script src="{to("search.js")}" defer></script>\n</head>\n<body{f" class={style}" if style else ""}>\n'
            f'<a class="skip" href="#content">Skip to the content</a>\n'
            f'<header><a class="name" href="{to("index.html")}"><img src="{to("icon.svg")}" alt="" width="22"'
            f' height="22">TileKit</a><nav aria-label="Sections">{navigation}</nav></header>\n'
            f'<div class="columns">{aside}\n<main id="content">{crumbs}\n{body}\n</main>'
            f"{self._contents(headings)}</div>\n"
            f'<footer>TileKit {escape(self.version)} · <a href="{to("articles.txt")}">All articles as text</a>'
            f"{other}</footer>\n</body>\n</html>\n")
        target = self.site / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page)

    def _here(self, target: str, file: str) -> str:
        return ' aria-current="page"' if target == file else ""

    def _contents(self, headings: list[tuple[int, str, str]] | None) -> str:
        """The list of headings beside a page with several."""
        shown = [entry for entry in headings or [] if entry[0] <= 3]
        if len(shown) < 2:
            return ""
        if len(shown) > 24:
            shown = [entry for entry in shown if entry[0] == 2] or shown
        links = "".join(
            f'<li class="h{level}"><a href="#{anchor}">{escape(text)}</a></li>' for level, anchor, text in shown)
        return f'\n<nav class="contents" aria-label="On this page"><p>On this page</p><ul>{links}</ul></nav>'
