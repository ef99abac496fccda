"""Completions of a program: subcommands, options, and the values, files or folders that an option takes."""

from __future__ import annotations

from bash import bash_completion
from commands import Command
from fish import fish_completion
from zsh import zsh_completion


def completions(root: Command) -> dict[str, str]:
    """The scripts by the names of their files."""
    return {
        f"{root.name}.bash": bash_completion(root),
        f"{root.name}.zsh": zsh_completion(root),
        f"{root.name}.fish": fish_completion(root),
    }
