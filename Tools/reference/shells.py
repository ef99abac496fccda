"""What the completions of all shells have in common.

The first word of a command line may be a subcommand or, if the program itself takes files, a file: both are offered.
"""

from __future__ import annotations

from commands import Command


def quote(text: str) -> str:
    """A word in single quotes, as bash and zsh read it."""
    return "'" + text.replace("'", "'\\''") + "'"


def heads(command: Command) -> list[Command]:
    """The program and its subcommands."""
    return [command, *command.subcommands]


def function_name(command: Command) -> str:
    """The name of the shell function that completes a command."""
    return "_" + "_".join(command.words)


def first_words(root: Command) -> list[tuple[str, str]]:
    """The subcommands with their descriptions, `help` among them."""
    if not root.subcommands:
        return []
    return [(command.name, command.abstract.rstrip(".")) for command in root.subcommands] + [("help", "Show help")]
