"""The static page of each article and symbol."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from content import Content, breakable
from frame import Frame, Trail
from library import Library, Node, Page, relative, url_of
from guides import Guides


@dataclass
class Pages:
    """Writes the pages of a library."""

    library: Library
    archives: Path
    site: Path
    guides: Guides
    frame: Frame

    def write(self) -> None:
        for page in self.library.pages.values():
            self._write(page)

    def _write(self, page: Page) -> None:
        content = Content(self.library, page, self.archives, self.site)
        parts = [self._head(page, content)]
        # What mentions a symbol comes after what is said of it.
        sections = page.data.get("primaryContentSections", [])
        for section in sorted(sections, key=lambda section: section["kind"] == "mentions"):
            parts.append(self._section(section, content))
        for key, style in (
            ("topicSections", "topics"), ("defaultImplementationsSections", "topics"),
            ("relationshipsSections", "related"), ("seeAlsoSections", "related"),
        ):
            # What is near an article is in the navigation beside it.
            if (sections := page.data.get(key)) and not (page.is_article and key == "seeAlsoSections"):
                parts.append(self._lists(key, style, sections, content))
        if following := self.guides.after(page):
            title = escape(following.title)
            parts.append(f'<p class="next">Next: <a href="{relative(following.file, page.file)}">{title}</a></p>')
        self.frame.write(
            page.file, page.title, "\n".join(parts), trail=self._trail(page), side=self._side(page),
            headings=content.headings, summary=plain(page.abstract, page), document=page.url)

    # The parts of a page

    def _head(self, page: Page, content: Content) -> str:
        heading = "" if page.is_article else f'<p class="kind">{escape(page.heading)}</p>'
        title = breakable(page.title) if page.is_symbol else escape(page.title)
        style = ' class="symbol"' if page.is_symbol and not page.is_landing else ""
        abstract = f'<p class="abstract">{content.inline(page.abstract)}</p>' if page.abstract else ""
        return f"{heading}<h1{style}>{title}</h1>{abstract}"

    def _section(self, section: Node, content: Content) -> str:
        match section["kind"]:
            case "declarations":
                return "".join(self._declaration(entry["tokens"], content) for entry in section["declarations"])
            case "parameters":
                entries = "".join(
                    f"<dt><code>{escape(entry['name'])}</code></dt><dd>{content.blocks(entry['content'])}</dd>"
                    for entry in section["parameters"])
                return f'{content.heading(2, "Parameters")}<dl class="parameters">{entries}</dl>'
            case "content":
                blocks = section["content"]
                # DocC begins each article with this heading.
                if content.page.is_article and blocks and blocks[0].get("anchor") == "overview":
                    blocks = blocks[1:]
                return content.blocks(blocks)
            case "mentions":
                items = self._items(section["mentions"], content)
                return f'{content.heading(2, "Mentioned in")}<ul class="links">{items}</ul>'
        raise SystemExit(f"docs: {content.page.url} has a section of the unknown kind {section['kind']}.")

    def _declaration(self, tokens: list[Node], content: Content) -> str:
        length = sum(len(token["text"]) for token in tokens)
        wraps = length > 76 and any(token["kind"] == "externalParam" for token in tokens)
        parts: list[str] = []
        for token in tokens:
            text = escape(token["text"], quote=False)
            match token["kind"]:
                case "keyword" | "attribute":
                    text = f'<i class="k">{text}</i>'
                case "typeIdentifier":
                    found = content.page.data["references"].get(token.get("identifier") or "")
                    if found and found["type"] == "topic":
                        text = f'<a href="{content.address(found["url"])}">{text}</a>'
                case "number" | "string":
                    text = f'<i class="{token["kind"][0]}">{text}</i>'
                case "externalParam" if wraps:
                    text = f"\n    {text}"
                    if parts:
                        parts[-1] = parts[-1].rstrip(" ")
                case "text" if wraps and ")" in text and parts:
                    # The parenthesis that closes the parameters follows the last of them.
                    index = text.rfind(")")
                    if token is self._closing(tokens):
                        text = f"{text[:index]}\n{text[index:]}"
            parts.append(text)
        return f'<pre class="declaration" tabindex="0"><code>{"".join(parts)}</code></pre>'

    def _closing(self, tokens: list[Node]) -> Node | None:
        """The token with the parenthesis that closes the parameters."""
        depth = 0
        for token in tokens:
            if token["kind"] != "text":
                continue
            for character in token["text"]:
                depth += (character == "(") - (character == ")")
                if character == ")" and depth == 0:
                    return token
        return None

    def _lists(self, key: str, style: str, sections: list[Node], content: Content) -> str:
        names = {
            "topicSections": "Topics", "defaultImplementationsSections": "Default implementations",
            "relationshipsSections": "Relationships", "seeAlsoSections": "See also",
        }
        parts = [content.heading(2, names[key])]
        for section in sections:
            heading = content.heading(3, section["title"]) if section.get("title") else ""
            items = self._items(section["identifiers"], content, summaries=style == "topics")
            tag = "dl" if style == "topics" else "ul"
            listing = f'<{tag} class="{"topics" if tag == "dl" else "links"}">{items}</{tag}>'
            parts.append(f"<section>{heading}{listing}</section>")
        return f'<div class="{style}">{"".join(parts)}</div>'

    def _items(self, identifiers: list[str], content: Content, summaries: bool = False) -> str:
        parts: list[str] = []
        for identifier in identifiers:
            found = content.page.data["references"].get(identifier)
            if found is None:
                continue
            title = escape(found["title"])
            if found.get("kind") == "symbol" or found["type"] == "unresolvable":
                title = f"<code>{self._fragments(found)}</code>"
            if found["type"] == "topic":
                title = f'<a href="{content.address(found["url"])}">{title}</a>'
            if summaries:
                inner = Content(content.library, Page("", content.page.module, content.page.data, content.page.file),
                                content.archives, content.site)
                parts.append(f"<dt>{title}</dt><dd>{inner.inline(found.get('abstract') or [])}</dd>")
            else:
                parts.append(f"<li>{title}</li>")
        return "".join(parts)

    def _fragments(self, found: Node) -> str:
        """A symbol in a list: types by their names, members by short declarations."""
        fragments: list[dict[str, Any]] = found.get("fragments") or []
        if not fragments or len(fragments) <= 3:
            return breakable(found["title"])
        parts = []
        for fragment in fragments:
            text = breakable(fragment["text"])
            parts.append(f"<b>{text}</b>" if fragment["kind"] == "identifier" else text)
        return "".join(parts)

    # Ways to other pages

    def _trail(self, page: Page) -> Trail:
        if page.module == "Project":
            return [("Project", "documentation/project/index.html")] if not page.is_landing else []
        trail: Trail = [("Modules", "modules.html")]
        for url in page.parents:
            parent = self.library.pages.get(url)
            if parent is not None and parent is not page:
                trail.append((parent.title, parent.file))
        return trail

    def _side(self, page: Page) -> str:
        """The navigation beside a page: of the guides, of the module, or of the type."""
        if page.is_article:
            return self.guides.navigation(page)
        parents = [self.library.pages[url] for url in page.parents if url in self.library.pages]
        owner = parents[-1] if parents else page
        if owner.module == "Project" and not owner.data.get("topicSections"):
            return ""
        title = escape(owner.title)
        here = ' aria-current="page"' if owner is page else ""
        parts = [f'<p><a href="{relative(owner.file, page.file)}"{here}>{title}</a></p>']
        for section in owner.data.get("topicSections", []):
            urls = [url_of(identifier) for identifier in section["identifiers"]]
            links = [self._side_link(self.library.pages[url], page) for url in urls if url in self.library.pages]
            is_open = " open" if page.url in urls or len(owner.data["topicSections"]) < 8 else ""
            parts.append(f'<details{is_open}><summary>{escape(section.get("title") or "")}</summary>'
                         f'<ul>{"".join(links)}</ul></details>')
        return "".join(parts)

    def _side_link(self, target: Page, page: Page) -> str:
        here = ' aria-current="page"' if target is page else ""
        return f'<li><a href="{relative(target.file, page.file)}"{here}>{breakable(target.title)}</a></li>'


def plain(nodes: list[Node], page: Page) -> str:
    """Inline content as text."""
    parts: list[str] = []
    for node in nodes:
        match node["type"]:
            case "text":
                parts.append(node["text"])
            case "codeVoice":
                parts.append(node["code"])
            case "reference":
                found = page.data["references"][node["identifier"]]
                parts.append(node.get("overridingTitle") or found["title"])
            case _:
                parts.append(plain(node.get("inlineContent", []), page))
    return "".join(parts)
