"""Turns the content of DocC's pages into HTML."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from urllib.parse import unquote

from catalogs import INTERNAL
from highlight import highlighted
from library import Library, Node, Page, anchor_of, relative


@dataclass
class Content:
    """The content of one page."""

    library: Library
    page: Page
    #: The folder of the archives, from which pictures come.
    archives: Path
    #: The folder of the site, to which pictures are copied.
    site: Path
    #: The headings: level, anchor, text.
    headings: list[tuple[int, str, str]] = field(default_factory=list)

    # Blocks

    def blocks(self, nodes: list[Node]) -> str:
        return "\n".join(self.block(node) for node in nodes)

    def block(self, node: Node) -> str:
        kind = node["type"]
        match kind:
            case "paragraph":
                return self._paragraph(node["inlineContent"])
            case "heading":
                return self.heading(node["level"], node["text"], node.get("anchor"))
            case "codeListing":
                is_swift = node.get("syntax") == "swift"
                return listing("\n".join(node["code"]), node.get("syntax"), self._type if is_swift else None)
            case "aside":
                name = escape(node.get("name") or node["style"].capitalize())
                return f'<aside class="{escape(node["style"])}"><b>{name}</b>{self.blocks(node["content"])}</aside>'
            case "unorderedList" | "orderedList":
                tag = kind[0] + "l"
                start = f' start="{node["start"]}"' if node.get("start", 1) != 1 else ""
                items = "".join(f"<li>{self._item(item['content'])}</li>" for item in node["items"])
                return f"<{tag}{start}>{items}</{tag}>"
            case "termList":
                return "<dl>" + "".join(
                    f"<dt>{self.inline(item['term']['inlineContent'])}</dt>"
                    f"<dd>{self.blocks(item['definition']['content'])}</dd>" for item in node["items"]) + "</dl>"
            case "table":
                return self._table(node)
            case "thematicBreak":
                return "<hr>"
        raise SystemExit(f"docs: {self.page.url} has content of the unknown kind {kind}.")

    def heading(self, level: int, text: str, anchor: str | None = None) -> str:
        """A heading, which "On this page" lists."""
        name = unique = anchor_of(anchor or text)
        number = 1
        while any(unique == known for _, known, _ in self.headings):
            number += 1
            unique = f"{name}-{number}"
        self.headings.append((level, unique, text))
        return f'<h{level} id="{unique}"><a href="#{unique}">{escape(text, quote=False)}</a></h{level}>'

    def _paragraph(self, nodes: list[Node]) -> str:
        if len(nodes) == 1 and nodes[0]["type"] == "image":
            return f"<figure>{self.inline(nodes)}<figcaption>{escape(self._alt(nodes[0]))}</figcaption></figure>"
        return f"<p>{self.inline(nodes)}</p>"

    def _item(self, nodes: list[Node]) -> str:
        """The content of a list item, without a paragraph if it is the only one."""
        if len(nodes) == 1 and nodes[0]["type"] == "paragraph":
            return self.inline(nodes[0]["inlineContent"])
        return self.blocks(nodes)

    def _table(self, node: Node) -> str:
        aligned = {"left": "", "unset": "", "center": ' class="center"', "right": ' class="right"'}
        alignments = [aligned[name] for name in node.get("alignments") or []]
        rows = []
        for row, cells in enumerate(node["rows"]):
            tag = "th" if row == 0 and node.get("header") == "row" else "td"
            rows.append("<tr>" + "".join(
                f"<{tag}{alignments[column] if alignments else ''}>{self._item(cell)}</{tag}>"
                for column, cell in enumerate(cells)) + "</tr>")
        return f'<div class="table"><table>{"".join(rows)}</table></div>'

    # Inline content

    def inline(self, nodes: list[Node]) -> str:
        return "".join(self._inline(node) for node in nodes)

    def _inline(self, node: Node) -> str:
        kind = node["type"]
        match kind:
            case "text":
                return escape(node["text"], quote=False)
            case "codeVoice":
                return code(node["code"])
            case "strong" | "emphasis" | "strikethrough":
                tag = {"strong": "strong", "emphasis": "em", "strikethrough": "s"}[kind]
                return f"<{tag}>{self.inline(node['inlineContent'])}</{tag}>"
            case "reference":
                return self._reference(node)
            case "link":
                return f'<a href="{escape(node["destination"])}">{escape(node["title"])}</a>'
            case "image":
                return self._image(node)
        raise SystemExit(f"docs: {self.page.url} has text of the unknown kind {kind}.")

    def _reference(self, node: Node) -> str:
        found = self.page.data["references"][node["identifier"]]
        content = node.get("overridingTitleInlineContent") or found.get("titleInlineContent")
        label = self.inline(content) if content else escape(found["title"])
        if found["type"] == "link":
            return f'<a href="{escape(self.address(found["url"]))}">{label}</a>'
        if found.get("kind") == "symbol" and not content:
            label = code(found["title"])
        if found["type"] != "topic":
            return label
        return f'<a href="{escape(self.address(found["url"]))}">{label}</a>'

    def address(self, url: str) -> str:
        """The address of a link: that of a page or a file of the site is relative."""
        if url.startswith("#"):
            return f"#{anchor_of(unquote(url[1:]))}"
        if url.startswith(INTERNAL):
            url = url.removeprefix(INTERNAL)
            if url.startswith("source/"):
                return relative(f"{url}.html", self.page.file)
        elif not url.startswith("/"):
            return url
        path, mark, fragment = url.strip("/").partition("#")
        target = self.library.pages.get(path)
        if target is None:
            raise SystemExit(f"docs: {self.page.url} links to {path}, which does not exist.")
        return relative(target.file, self.page.file) + (f"#{anchor_of(fragment)}" if mark else "")

    def _type(self, name: str) -> str | None:
        """The address of a public type or module that a listing names."""
        page = self.library.pages.get(f"documentation/{name.lower()}") or self.library.named(name, self.page.module)
        return relative(page.file, self.page.file) if page and page.title == name else None

    def _alt(self, node: Node) -> str:
        return self.page.data["references"][node["identifier"]].get("alt") or ""

    def _image(self, node: Node) -> str:
        found = self.page.data["references"][node["identifier"]]
        url = found["variants"][0]["url"].strip("/")
        bytes_ = (self.archives / f"{self.page.module}.doccarchive" / url).read_bytes()
        name = f"pictures/{self.page.module.lower()}/{Path(url).name}"
        (self.site / name).parent.mkdir(parents=True, exist_ok=True)
        (self.site / name).write_bytes(bytes_)
        width, height = picture_size(bytes_)
        return (f'<img src="{relative(name, self.page.file)}" alt="{escape(self._alt(node))}"'
                f' width="{width}" height="{height}" loading="lazy">')


def listing(code: str, language: str | None, address: Callable[[str], str | None] | None = None) -> str:
    """A code listing."""
    return f'<pre tabindex="0"><code>{highlighted(code.rstrip(), language, address)}</code></pre>'


def code(text: str) -> str:
    """Code in a sentence; short code is not broken."""
    return f"<code>{escape(text, quote=False)}</code>" if len(text) < 24 \
        else f'<code class="long">{breakable(text)}</code>'


def breakable(name: str) -> str:
    """A name that may be broken after punctuation, so that long ones fit narrow columns."""
    text = escape(name, quote=False)
    if len(name) < 24 or " " in name:
        return text
    return text.replace("(", "(<wbr>").replace(":", ":<wbr>").replace(".", ".<wbr>").replace("/", "/<wbr>")


def picture_size(data: bytes) -> tuple[int, int]:
    """The width and height that the header of a PNG or JPEG says."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return struct.unpack(">II", data[16:24])
    position = 2
    while position + 9 < len(data):
        marker, length = struct.unpack(">xBH", data[position:position + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[position + 5:position + 9])
            return width, height
        position += 2 + length
    raise SystemExit("docs: a picture is neither PNG nor JPEG.")
