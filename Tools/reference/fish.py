"""Completions for fish."""

from __future__ import annotations

from commands import Argument, Command
from shells import first_words, heads


def fish_quote(text: str) -> str:
    """A word in single quotes, as fish reads it."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_value(argument: Argument) -> str:
    """The options of `complete` for the value of an argument."""
    if argument.is_value_optional:
        # A value that may be missing is a word of its own; fish would look for it after an equals sign only.
        return f" -r -F -a {fish_quote(' '.join(argument.values))}" if argument.values else ""
    if argument.values:
        return f" -x -a {fish_quote(' '.join(argument.values))}"
    if argument.files:
        return f" -x -a '(__{{root}}_files {' '.join(argument.files)})'"
    if argument.files is not None:
        return " -r -F"
    return " -x -a '(__fish_complete_directories)'" if argument.takes_folder else " -x"


def fish_completion(root: Command) -> str:
    """The script of fish."""
    lines = [
        f"# Completions of {root.name} for fish.",
        "",
        "# Succeeds if the words before the cursor are those of a command; the program itself has no name.",
        "function __{root}_is -a command",
        "    set -l words (commandline -opc)",
        "    set -l first ''",
    ]
    if root.subcommands:
        names = " ".join(command.name for command in root.subcommands)
        lines += [
            f"    if test (count $words) -gt 1; and contains -- $words[2] {names} help",
            "        set first $words[2]",
            "    end",
        ]
    lines += ['    test "$first" = "$command"', "end", ""]
    if root.subcommands:
        lines += [
            "# Succeeds at the first word after the program.",
            "function __{root}_is_first",
            "    test (count (commandline -opc)) -eq 1",
            "end",
            "",
        ]
    if any(argument.files for command in heads(root) for argument in command.arguments):
        lines += [
            "# Folders, and files with one of the extensions.",
            "function __{root}_files",
            "    set -l extensions (string join '|' $argv)",
            '    set -l path "^[^\\t]*(?:/|\\.(?:$extensions))(?=\\t|\\$)"',
            "    __fish_complete_path (commandline -ct) | string match -r $path",
            "end",
            "",
        ]
    lines.append("complete -c {root} -f")
    for word, text in first_words(root):
        lines.append(f"complete -c {{root}} -n __{{root}}_is_first -a {word} -d {fish_quote(text)}")
    for command in root.subcommands:
        condition = fish_quote("__{root}_is help")
        text = fish_quote(command.abstract.rstrip("."))
        lines.append(f"complete -c {{root}} -n {condition} -a {command.name} -d {text}")
    for command in heads(root):
        condition = "'__{root}_is \"\"'" if command is root else f"'__{{root}}_is {command.name}'"
        if any(argument.files is not None for argument in command.positionals):
            lines.append(f"complete -c {{root}} -n {condition} -F")
        for argument in command.options:
            names = "".join(f" -s {name}" for name in argument.short_names)
            names += "".join(f" -l {name}" for name in argument.long_names)
            value = fish_value(argument) if argument.kind == "option" else ""
            lines.append(f"complete -c {{root}} -n {condition}{names}{value} -d {fish_quote(argument.summary)}")
    return "\n".join(lines).replace("{root}", root.name) + "\n"
