"""The index of the search, a script that works from the disk, too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from library import Library, Page
from pages import plain


def write_index(site: Path, library: Library) -> None:
    """Writes all pages: title, module, kind, file, summary, and the words of articles.

    The file is a call with the list as its argument, because scripts of pages on the disk may not read other files.
    """
    entries: list[list[str]] = []
    for page in library.pages.values():
        words = ""
        if page.is_article or page.is_landing:
            found = re.findall(r"[\w-]{3,}", " ".join(texts(page.data.get("primaryContentSections", []), page)).lower())
            words = " ".join(sorted(set(found)))
        owner = [library.pages[url].title for url in page.parents if url in library.pages]
        entries.append([
            page.title, ".".join(owner) if page.is_symbol else page.module, page.heading, page.file,
            plain(page.abstract, page), words,
        ])
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    (site / "search-index.js").write_text(f"tilekitSearch({text});\n")


def texts(node: Any, page: Page) -> list[str]:
    """All words of a page's content, those of listings included."""
    if isinstance(node, list):
        return [text for item in node for text in texts(item, page)]
    if not isinstance(node, dict):
        return []
    match node.get("type"):
        case "text":
            return [node["text"]]
        case "codeVoice":
            return [node["code"]]
        case "codeListing":
            return node["code"]
        case "reference":
            return [plain([node], page)]
        case "heading":
            return [node["text"]]
    return [text for key, item in node.items() if key != "references" for text in texts(item, page)]
