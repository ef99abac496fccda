"""Colors of code listings, as simple as readers need: comments, strings, keywords, numbers and types."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

_swift = """
    actor any as associatedtype async await break case catch class continue default defer deinit do else enum extension
    fallthrough false fileprivate final for func get guard if import in indirect init inout internal is isolated lazy
    let mutating nil nonisolated open operator override package private protocol public repeat rethrows return self
    Self set some static struct subscript super switch throw throws true try typealias unowned var weak where while
"""
_shell = "case do done elif else esac export fi for function if in local return set then until while"
_python = """
    and as assert async await break class continue def del elif else except False finally for from global if import in
    is lambda None nonlocal not or pass raise return True try while with yield
"""
_script = """
    async await break case catch class const continue default delete do else export extends false finally for function
    if import in instanceof let new null of return static super switch this throw true try typeof undefined var while
    yield
"""

_strings = r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"'
_single = r"|'(?:\\.|[^'\\\n])*'"
_number = r"(?<![\w.])\d[\w.]*"


def _language(comment: str, strings: str, keywords: str, types: str = r"(?!)") -> re.Pattern[str]:
    words = "|".join(keywords.split()) or "(?!)"
    return re.compile(
        rf"(?P<comment>{comment})|(?P<string>{strings})|(?P<keyword>(?<![\w.#@-])(?:{words})(?![\w-]))"
        rf"|(?P<number>{_number})|(?P<type>{types})", re.MULTILINE)


_languages = {
    "swift": _language(r"//.*|/\*[\s\S]*?\*/", _strings, _swift, r"(?<![\w])[A-Z]\w*|[@#][A-Za-z]\w*"),
    "sh": _language(r"(?:^|(?<=\s))#.*", _strings + _single, _shell, r"(?<![\w-])--?[a-zA-Z][\w-]*"),
    "python": _language(r"#.*", _strings + _single, _python, r"(?<![\w])[A-Z]\w*|@\w+"),
    "javascript": _language(r"//.*|/\*[\s\S]*?\*/", _strings + _single + r"|`[^`]*`", _script, r"(?<![\w])[A-Z]\w*"),
    "json": _language(r"(?!)", _strings, "true false null"),
    "html": _language(r"<!--[\s\S]*?-->", _strings, "", r"</?[a-zA-Z][\w-]*|/?>"),
    "config": _language(r"(?:^|(?<=\s))#.*", _strings + _single, ""),
}
_names = {
    "bash": "sh", "shell": "sh", "console": "sh", "zsh": "sh", "py": "python", "js": "javascript", "xml": "html",
    "yaml": "config", "toml": "config", "nginx": "config", "ini": "config", "conf": "config", "apache": "config",
    "c": "javascript", "caddy": "config",
}


def highlighted(code: str, language: str | None, address: Callable[[str], str | None] | None = None) -> str:
    """A listing as HTML; types for which there is an address are links."""
    name = (language or "").lower()
    pattern = _languages.get(_names.get(name, name))
    if pattern is None:
        return escape(code, quote=False)
    parts: list[str] = []
    end = 0
    for match in pattern.finditer(code):
        parts.append(escape(code[end:match.start()], quote=False))
        text = escape(match.group(0), quote=False)
        if match.lastgroup == "type" and address is not None and (target := address(match.group(0))):
            text = f'<a href="{target}">{text}</a>'
        parts.append(f'<i class="{(match.lastgroup or "")[0]}">{text}</i>')
        end = match.end()
    return "".join([*parts, escape(code[end:], quote=False)])


def of_file(path: str) -> str:
    """The language of a file."""
    return {"swift": "swift", "py": "python", "js": "javascript", "json": "json", "html": "html"}.get(
        path.rsplit(".", 1)[-1], "sh" if "." not in path.rsplit("/", 1)[-1] else "")
