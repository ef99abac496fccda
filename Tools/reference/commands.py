"""The commands of a program, as its argument parser declares them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import dataclass, field


@dataclass
class Argument:
    """An option, a flag or a positional argument."""

    kind: str
    long_names: list[str]
    short_names: list[str]
    value: str
    values: list[str]
    files: list[str] | None
    takes_folder: bool
    is_repeating: bool
    is_value_optional: bool
    section: str
    text: str
    default: str
    all_values: list[str]

    @property
    def spellings(self) -> list[str]:
        """All names as they are typed, the short ones first."""
        return [f"-{name}" for name in self.short_names] + [f"--{name}" for name in self.long_names]

    @property
    def summary(self) -> str:
        """The first sentence of the description, without its period."""
        return re.split(r"(?<=[^.])\.(?:\s|$)|: |; ", self.text)[0].strip()


@dataclass
class Command:
    """A program or one of its subcommands."""

    words: list[str]
    abstract: str
    discussion: str
    usages: list[str]
    arguments: list[Argument] = field(default_factory=list)
    subcommands: list[Command] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The last word: that of the subcommand."""
        return self.words[-1]

    @property
    def options(self) -> list[Argument]:
        """The arguments that have a name."""
        return [argument for argument in self.arguments if argument.kind != "positional"]

    @property
    def positionals(self) -> list[Argument]:
        """The arguments without a name, in their order."""
        return [argument for argument in self.arguments if argument.kind == "positional"]


def output_of(program: str, *arguments: str) -> str:
    """Runs a program and returns what it prints."""
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def parse_argument(entry: dict, help_text: str) -> Argument:
    """Reads an argument of the parser's description."""
    names = entry.get("names", [])
    completion = entry.get("completionKind") or {}
    long_names = [name["name"] for name in names if name["kind"] == "long"]
    return Argument(
        kind=entry["kind"],
        long_names=long_names,
        short_names=[name["name"] for name in names if name["kind"] == "short"],
        value=entry.get("valueName", ""),
        values=completion.get("list", {}).get("values", []),
        files=completion["file"]["extensions"] if "file" in completion else None,
        takes_folder="directory" in completion,
        is_repeating=entry["isRepeating"],
        # Only the help says it, by brackets.
        is_value_optional=any(f"--{name} [<" in help_text for name in long_names),
        section=entry.get("sectionTitle", ""),
        text=entry.get("abstract", ""),
        default=entry.get("defaultValue", ""),
        all_values=entry.get("allValues", []),
    )


def usages_of(text: str, program: str) -> list[str]:
    """The usages of a help; each begins with the name of the program, and may be broken into lines."""
    usages: list[str] = []
    for line in text.split("\n"):
        if not usages or line.strip().startswith(program + " "):
            usages.append(line.strip())
        else:
            usages[-1] += " " + line.strip()
    return usages


def parse_command(program: str, entry: dict, parents: list[str]) -> Command:
    """Reads a command of the parser's description, and its usage from its help."""
    words = [*parents, entry["commandName"]]
    help_text = output_of(program, *words[1:], "--help")
    usage = re.search(r"^USAGE: (.*?)\n\n", help_text, re.MULTILINE | re.DOTALL)
    command = Command(
        words=words,
        abstract=entry.get("abstract", ""),
        discussion=entry.get("discussion", ""),
        usages=usages_of(usage.group(1), words[0]) if usage else [" ".join(words)],
    )
    for argument in entry.get("arguments", []):
        if argument["shouldDisplay"]:
            command.arguments.append(parse_argument(argument, help_text))
    for subcommand in entry.get("subcommands", []):
        # The parser's own `help`; the programs read it as --help.
        if subcommand["commandName"] != "help" and subcommand["shouldDisplay"]:
            command.subcommands.append(parse_command(program, subcommand, words))
    return command


def read_command(program: str) -> Command:
    """Asks a program for the description of its commands."""
    entry = json.loads(output_of(program, "--experimental-dump-help"))["command"]
    return parse_command(os.path.abspath(program), entry, [])
