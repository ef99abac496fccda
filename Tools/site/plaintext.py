"""All articles as plain text, in the order in which they teach, and a list of them for language models."""

from __future__ import annotations

import re
from pathlib import Path

from catalogs import Article, INTERNAL, outside_fences
from guides import Guides
from library import Library, Page
from package import Package
from pages import plain

_rule = "=" * 78


def write_texts(site: Path, articles: list[Article], guides: Guides, library: Library, package: Package) -> None:
    """Writes `articles.txt` and `llms.txt`."""
    by_url = {article.path: article for article in articles}
    modules = [library.pages[f"documentation/{module.name.lower()}"] for module in package.modules]
    texts = [
        "TileKit: all articles, in an order in which each needs only those before it; then the modules.\n",
        *(f"{number}. {page.title}\n" for number, page in enumerate(guides.pages, 1)),
    ]
    for page in [*guides.pages, *modules]:
        article = by_url[page.url]
        texts.append(f"\n{_rule}\n{page.file}\n{_rule}\n\n{readable(article.text, library, article.module)}")
    (site / "articles.txt").write_text("".join(texts))

    lines = [
        "# TileKit", "",
        "> Cuts giant images into tile pyramids, shows them in a viewer that zooms like a map, and serves them over",
        "> HTTP. Tools for Linux, and the Swift library that they are made of.", "",
        "All articles in one file: [articles.txt](articles.txt)", "",
    ]
    for name, group in [*guides.groups.items(), ("Modules", modules)]:
        lines += [f"## {name}", "", *(_line(page) for page in group), ""]
    (site / "llms.txt").write_text("\n".join(lines))


def _line(page: Page) -> str:
    summary = plain(page.abstract, page)
    return f"- [{page.title}]({page.file})" + (f": {summary}" if summary else "")


def readable(text: str, library: Library, module: str) -> str:
    """An article in Markdown without the markup of DocC."""

    def change(part: str) -> str:
        def title(match: re.Match[str]) -> str:
            page = library.pages.get(Article(module, match.group(1), "").path)
            return page.title if page else match.group(1)

        part = re.sub(r"!\[((?:[^\[\]])*)\]\([^)]*\)", r"[Picture: \1]", part)
        part = re.sub(rf"\[([^\[\]]*)\]\({re.escape(INTERNAL)}[^)]*\)", r"\1", part)
        part = re.sub(r"<doc:([^>]+)>", title, part)
        return part.replace("``", "`")

    # The topics of a module are the list of its symbols, which is on the site.
    text = text.split("\n## Topics\n")[0]
    return outside_fences(text, change).rstrip() + "\n"
