"""The pages that DocC has made, as one library: addresses, names, and links between modules."""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from catalogs import Article, MARK

Node = dict[str, Any]

_operators = {
    "=": "equals", "<": "less", ">": "greater", "+": "plus", "*": "times", "/": "over", "!": "not", "&": "and",
    "|": "or", "^": "power", "%": "percent", "~": "about",
}


@dataclass
class Page:
    """A page of the documentation: an article, a module or a symbol."""

    #: The path that DocC gives the page, such as `documentation/layertree/layer`.
    url: str
    #: The module as DocC names it, or `Project`.
    module: str
    data: Node
    #: The file of the page on the site.
    file: str = ""
    #: Whether somebody has written the page as Markdown; DocC makes groups of symbols, too.
    is_article: bool = False

    @property
    def title(self) -> str:
        return self.data["metadata"]["title"]

    @property
    def is_symbol(self) -> bool:
        return self.data["kind"] == "symbol"

    @property
    def is_landing(self) -> bool:
        """Whether the page is that of a whole module."""
        return self.url.count("/") == 1

    @property
    def heading(self) -> str:
        """The kind of the page for readers, such as Structure."""
        if not self.is_symbol:
            return "Article" if self.is_article else "Group"
        return self.data["metadata"].get("roleHeading", "Module")

    @property
    def abstract(self) -> list[Node]:
        return self.data.get("abstract", [])

    @property
    def parents(self) -> list[str]:
        """The addresses of the pages above this one, the module first."""
        paths = self.data["hierarchy"].get("paths") or [[]]
        return [url_of(identifier) for identifier in paths[0]]


def url_of(identifier: str) -> str:
    """The path of a page whose identifier is given, such as `doc://tilekit.LayerTree/documentation/LayerTree/Layer`."""
    return re.sub(r"^doc://[^/]*/", "", identifier).lower()


def anchor_of(text: str) -> str:
    """The identifier of a heading in HTML."""
    return re.sub(r"[^\w.-]+", "-", text).strip("-").lower() or "section"


class Library:
    """All pages, by their addresses."""

    def __init__(self, labels: dict[str, str]) -> None:
        self.pages: dict[str, Page] = {}
        self._labels = labels
        #: The pages of symbols by the names that people write, such as `MapView.fly(to:zoom:)`.
        self._names: dict[str, list[Page]] = {}

    def add(self, module: str, archive: Path) -> None:
        """Adds the pages of an archive."""
        data = archive / "data"
        for file in sorted((data / "documentation").rglob("*.json")):
            url = file.relative_to(data).with_suffix("").as_posix()
            text = file.read_text().replace(MARK, "").replace(quote(MARK), "")
            self.pages[url] = Page(url, module, json.loads(text))

    def finish(self, articles: list[Article]) -> None:
        """Gives each page its file, and knows symbols by their names."""
        for article in articles:
            page = self.pages[article.path]
            page.is_article = not page.is_landing
        for page in self.pages.values():
            # DocC forgets the labels of links in summaries.
            for node in page.abstract:
                if node["type"] == "reference" and (address := node["identifier"]) not in page.data["references"]:
                    page.data["references"][address] = {
                        "type": "link", "identifier": address, "url": address,
                        "title": self._labels.get(address, address),
                    }
        taken: set[str] = set()
        for url in sorted(self.pages):
            page = self.pages[url]
            parts = [file_name(part) for part in url.split("/")]
            stem = "/".join([*parts, "index"] if page.is_landing else parts)
            number = 1
            while (name := f"{stem}.html" if number == 1 else f"{stem}-{number}.html") in taken:
                number += 1
            taken.add(name)
            page.file = name
            if page.is_symbol and not page.is_landing and not page.heading.startswith("Extended"):
                path = page.data["identifier"]["url"].split("/documentation/", 1)[-1].split("/")[1:]
                # Where several symbols have a name, DocC adds a hash to it, which nobody writes.
                path = [re.sub(r"-[0-9a-z]{4,5}$|-swift\.\w+(\.\w+)?$", "", part) for part in path]
                # Extensions of other modules' types are below those modules.
                if len(path) > 1 and f"documentation/{path[0].lower()}" in self.pages:
                    path = path[1:]
                self._names.setdefault("/".join(path), []).append(page)

    def named(self, name: str, module: str) -> Page | None:
        """The symbol of a name, in this module or else in any that has the only one."""
        first, _, rest = dotted(name).partition("/")
        if rest and f"documentation/{first.lower()}" in self.pages:
            return self.named(rest, first)
        found = self._names.get(dotted(name), [])
        own = [page for page in found if page.module == module]
        return own[0] if len(own) == 1 else found[0] if len(found) == 1 else None

    def list_all(self) -> None:
        """Lists each page on another one; DocC leaves out some implementations of protocols."""
        listed = {
            url_of(identifier) for page in self.pages.values()
            for key in ("topicSections", "defaultImplementationsSections") for section in page.data.get(key, [])
            for identifier in section["identifiers"]
        }
        for page in self.pages.values():
            if page.url in listed or page.is_landing or not page.parents:
                continue
            owner = self.pages[page.parents[-1]]
            identifier = page.data["identifier"]["url"]
            sections = owner.data.setdefault("topicSections", [])
            if not sections or sections[-1].get("title") != "Others":
                sections.append({"title": "Others", "identifiers": []})
            sections[-1]["identifiers"].append(identifier)
            owner.data["references"].setdefault(identifier, reference(page))

    def link(self) -> None:
        """Turns code that is the name of a type, or of its member, into a link to it.

        DocC links only to modules that a module depends on, and only from links with the name of the module.
        """
        for page in self.pages.values():
            self._link(page.data.get("abstract", []), page)
            self._link(page.data.get("primaryContentSections", []), page)

    def _link(self, node: Any, page: Page) -> None:
        if isinstance(node, list):
            for item in node:
                self._link(item, page)
        elif isinstance(node, dict):
            if node.get("type") == "codeVoice":
                target = self._type_or_member(node["code"], page.module)
                if target is not None and target is not page:
                    identifier = target.data["identifier"]["url"]
                    page.data["references"].setdefault(identifier, reference(target))
                    text = self._shown(node["code"])
                    node.clear()
                    node.update(
                        type="reference", identifier=identifier, isActive=True, overridingTitle=text,
                        overridingTitleInlineContent=[{"type": "codeVoice", "code": text}])
            else:
                for key, item in node.items():
                    if key not in ("references", "tokens"):
                        self._link(item, page)

    def _shown(self, code: str) -> str:
        """The name of a symbol as people write it, without its module."""
        first, _, rest = code.partition("/")
        return dotted(rest if rest and f"documentation/{first.lower()}" in self.pages else code).replace("/", ".")

    def _type_or_member(self, code: str, module: str) -> Page | None:
        """The symbol that code names: a type, or a member with the name of its type."""
        if not re.match(r"[A-Z]\w+([./][\w().:/]+)?$", code):
            return None
        return self.named(code, module)


def dotted(name: str) -> str:
    """A name with slashes between types and members, as `Type.Inner.method(a:b:)` has periods."""
    head, parenthesis, tail = name.partition("(")
    return head.replace(".", "/") + parenthesis + tail


def reference(page: Page) -> Node:
    """The reference to a page as DocC writes it."""
    metadata = page.data["metadata"]
    return {
        "type": "topic", "kind": "symbol", "role": metadata.get("role", "symbol"), "title": page.title,
        "identifier": page.data["identifier"]["url"], "url": f"/{page.url}", "abstract": page.abstract,
        "fragments": metadata.get("fragments", []),
    }


def file_name(part: str) -> str:
    """A part of an address as a name that each file system and server takes."""
    part = part.replace("(", "-").replace(":", "-").replace(")", "")
    part = re.sub(r"[^\w.-]", lambda match: _operators.get(match.group(0), "-"), part, flags=re.ASCII)
    return part.strip("-.") or "symbol"


def relative(target: str, page: str) -> str:
    """The address of a file of the site as it is written in another one."""
    path, mark, fragment = target.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + fragment
