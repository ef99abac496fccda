"""The links of the documentation that lead nowhere, from what DocC says."""

from __future__ import annotations

import re

from library import Library

_warning = re.compile(r"^(?:warning|error): (?P<text>.*)\n +--> (?P<file>.+?):(?P<line>\d+):(?P<column>\d+)\S*\n"
                      r"(?P<lines>(?:.+\n)*)", re.MULTILINE)
_place = re.compile(r"^'(.*)' .* at '/(\w+)")


def broken_links(output: str, library: Library) -> str:
    """The warnings of DocC without those of links that the site knows: to modules that a module does not use."""
    broken: list[str] = []
    for match in _warning.finditer(output):
        place = _place.search(match["text"])
        if place:
            # Where a source is newer than its module, the line is another one.
            link = _link_at(match["lines"], int(match["line"]), int(match["column"])) or place.group(1)
            if library.named(link, place.group(2)) is not None:
                continue
        file = re.sub(r"^.*?(?=(?:Sources|catalogs)/)", "", match["file"])
        text = f"{file}:{match['line']}: {match['text']}"
        if text not in broken:
            broken.append(text)
    return "".join(f"{text}\n" for text in broken)


def _link_at(lines: str, number: int, column: int) -> str | None:
    """The whole link of which DocC names a part, from the line that it shows."""
    for line in lines.splitlines():
        shown = re.match(rf" *{number} +\+ (.*)", line)
        if shown is None:
            continue
        for link in re.finditer(r"``([^`]+)``", shown.group(1)):
            if link.start() < column <= link.end():
                return link.group(1)
    return None
