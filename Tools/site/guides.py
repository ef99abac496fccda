"""The order in which articles teach, from `guides.txt`."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from catalogs import Article
from library import Library, Page, relative


@dataclass
class Guides:
    """Groups of articles, each article in one of them."""

    groups: dict[str, list[Page]] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path, library: Library) -> Guides:
        """Reads a list of groups; articles that it lacks follow the last of their module."""
        guides = cls()
        group: list[Page] = []
        for line in file.read_text().splitlines():
            if line.startswith("# "):
                group = guides.groups.setdefault(line[2:], [])
            elif line.strip():
                module, _, name = line.strip().partition("/")
                page = library.pages.get(Article(module, name, "").path)
                if page is None:
                    raise SystemExit(f"docs: {file.name} lists {line}, which does not exist.")
                group.append(page)
        for page in library.pages.values():
            if page.is_article and guides.group_of(page) is None:
                guides._home_of(page).append(page)
        return guides

    def _home_of(self, page: Page) -> list[Page]:
        fitting = [group for group in self.groups.values() if any(other.module == page.module for other in group)]
        return fitting[-1] if fitting else self.groups.setdefault("More", [])

    @property
    def pages(self) -> list[Page]:
        """All articles in their order."""
        return [page for group in self.groups.values() for page in group]

    def group_of(self, page: Page) -> str | None:
        """The group of an article."""
        return next((name for name, group in self.groups.items() if page in group), None)

    def after(self, page: Page) -> Page | None:
        """The article that follows one in its group."""
        group = self.groups.get(self.group_of(page) or "", [])
        following = group.index(page) + 1 if page in group else 0
        return group[following] if 0 < following < len(group) else None

    def navigation(self, page: Page) -> str:
        """The list of all guides, with the group of the page open."""
        parts = [f'<p><a href="{relative("guides.html", page.file)}">Guides</a></p>']
        for name, group in self.groups.items():
            links = "".join(
                f'<li><a href="{relative(other.file, page.file)}"{here(other, page)}>{escape(other.title)}</a></li>'
                for other in group)
            is_open = " open" if page in group else ""
            parts.append(f"<details{is_open}><summary>{escape(name)}</summary><ul>{links}</ul></details>")
        return "".join(parts)


def here(link: Page, page: Page) -> str:
    """The attribute of a link to the page that has it."""
    return ' aria-current="page"' if link is page else ""
