"""Catalogs as DocC wants them: with their pictures inside, and with links to other catalogs that survive it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

#: The address of links that the site resolves itself; DocC passes it on.
INTERNAL = "https://tilekit.invalid/"

#: An invisible character at the end of headings that are also the names of articles.
MARK = "\u2060"

#: The documents of the whole project, in the order in which they are listed: file, title on the site.
PROJECT = {
    "README.md": "TileKit at a glance",
    "ARCHITECTURE.md": "Architecture",
    "SECURITY.md": "Security",
    "CONTRIBUTING.md": "Contributing",
    "CHANGELOG.md": "Changes",
    "SampleImages/README.md": "Sample images",
}

_link = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_fence = re.compile(r"^(?P<fence>```+)[^\n]*\n.*?^(?P=fence)`*$", re.MULTILINE | re.DOTALL)


@dataclass
class Article:
    """A page of Markdown: where it is in the repository, and in the documentation."""

    module: str
    name: str
    text: str

    @property
    def path(self) -> str:
        """The path of the page below the root of the documentation, as DocC makes it."""
        folder = f"documentation/{self.module.lower()}"
        return folder if self.name == self.module else f"{folder}/{self.name.lower()}"

    @property
    def title(self) -> str:
        """The heading of the page."""
        return self.text.split("\n", 1)[0].lstrip("# ").replace("``", "")


@dataclass
class Catalogs:
    """The catalogs of all modules, copied to a folder."""

    root: Path
    folder: Path
    articles: list[Article] = field(default_factory=list)
    #: The source files to which pages link, as paths from the root.
    sources: set[str] = field(default_factory=set)
    #: The labels of links to other sites, by their addresses.
    labels: dict[str, str] = field(default_factory=dict)

    def add(self, catalog: Path) -> None:
        """Copies a catalog of the package."""
        target = self.folder / catalog.name
        target.mkdir(parents=True)
        for file in sorted(catalog.rglob("*")):
            if file.suffix == ".md":
                self._add_page(file, catalog.stem, file.stem, file.read_text(), target)
            elif file.is_file():
                shutil.copy(file, target / file.name)

    def add_project(self) -> None:
        """Makes a catalog of the documents that belong to no module."""
        target = self.folder / "Project.docc"
        target.mkdir(parents=True)
        topics = ""
        for path, title in PROJECT.items():
            file = self.root / path
            text = re.sub(r"^# .*", f"# {title}", file.read_text(), count=1)
            name = project_name(path)
            self._add_page(file, "Project", name, text, target)
            topics += f"- <doc:{name}>\n"
        (target / "Project.md").write_text(
            "# The project\n\n@Metadata {\n  @TechnologyRoot\n}\n\n"
            "What TileKit is as a whole, how it is built, and what it promises.\n\n"
            f"## Topics\n\n### Documents\n\n{topics}")

    def _add_page(self, file: Path, module: str, name: str, text: str, target: Path) -> None:
        def replace(match: re.Match[str]) -> str:
            mark, label, address = match.groups()
            if urlsplit(address).scheme or address.startswith("#"):
                self.labels[address] = label
                return match.group(0)
            path = (file.parent / address.split("#")[0]).resolve()
            if mark:
                return f"![{label}]({self._add_picture(path, target)})"
            return f"[{label}]({INTERNAL}{self._destination(path)})"

        text = outside_fences(text, lambda part: _link.sub(replace, part))
        if name == module:
            # DocC does not know whether a link means an article or a section of this page that has its name.
            articles = "|".join(other.stem for other in file.parent.glob("*.md"))
            text = re.sub(rf"^(#+ (?:{articles}))$", rf"\1{MARK}", text, flags=re.MULTILINE)
        (target / f"{name}.md").write_text(text)
        self.articles.append(Article(module, name, text.replace(MARK, "")))

    def _add_picture(self, path: Path, target: Path) -> str:
        """Copies a picture into a catalog, whose pictures have names of their own."""
        name = re.sub(r"[^\w.-]", "-", f"{path.parent.name}-{path.name}".lower())
        shutil.copy(path, target / name)
        return name

    def _destination(self, path: Path) -> str:
        """The place on the site of a file of the repository."""
        if not path.exists() or not path.is_relative_to(self.root):
            raise SystemExit(f"docs: a page links to {path}, which does not exist.")
        relative = str(path.relative_to(self.root))
        if relative in PROJECT:
            return f"documentation/project/{project_name(relative).lower()}"
        if path.parent.suffix == ".docc":
            return Article(path.parent.stem, path.stem, "").path
        self.sources.add(relative)
        return f"source/{relative}"


def project_name(path: str) -> str:
    """The name of the page of a document of the project."""
    return Path(path).stem.capitalize() if "/" not in path else path.split("/")[0]


def outside_fences(text: str, change) -> str:
    """Changes a page of Markdown but for its listings."""
    parts: list[str] = []
    end = 0
    for match in _fence.finditer(text):
        parts += [change(text[end:match.start()]), match.group(0)]
        end = match.end()
    return "".join([*parts, change(text[end:])])
