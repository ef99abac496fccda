"""Completions for zsh."""

from __future__ import annotations

from commands import Argument, Command
from shells import first_words, function_name, heads, quote


def zsh_text(text: str) -> str:
    """Text within a specification of _arguments, in single quotes."""
    for character in "\\:[]":
        text = text.replace(character, "\\" + character)
    return text.replace("'", "'\\''")


def zsh_action(argument: Argument) -> str:
    """The action of _arguments for a value."""
    if argument.values:
        return "(" + " ".join(argument.values) + ")"
    if argument.files:
        return '_files -g "*.(' + "|".join(argument.files) + ')"'
    if argument.files is not None:
        return "_files"
    return "_files -/" if argument.takes_folder else " "


def zsh_option(argument: Argument) -> str:
    """The specification of an option for _arguments."""
    names = argument.spellings
    description = f"[{zsh_text(argument.summary)}]"
    value = ""
    if argument.kind == "option":
        colons = "::" if argument.is_value_optional else ":"
        value = f"{colons}{zsh_text(argument.value)}:{zsh_action(argument)}"
    # An optional value is a word of its own, or none.
    sign = "=" if argument.kind == "option" else ""
    spelled = [name + (sign if name.startswith("--") else "") for name in names]
    group = "'*'" if argument.is_repeating else "'(" + " ".join(names) + ")'"
    if len(spelled) == 1:
        return f"{group}'{spelled[0]}{description}{value}'"
    return f"{group}{{{','.join(spelled)}}}'{description}{value}'"


def zsh_command(command: Command) -> list[str]:
    """The function of a command."""
    lines = [f"{function_name(command)}() {{", "    _arguments -s -S : \\"]
    lines += [f"        {zsh_option(argument)} \\" for argument in command.options]
    for number, argument in enumerate(command.positionals, start=1):
        # A message in place of words would keep those of options away.
        action = zsh_action(argument).strip() or "()"
        if command.subcommands and number == 1:
            lines.append(f"        '1:{zsh_text(argument.value)}:_{command.name}_first' \\")
        if argument.is_repeating:
            lines.append(f"        '*:{zsh_text(argument.value)}:{action}' \\")
        elif not command.subcommands or number > 1:
            lines.append(f"        '{number}:{zsh_text(argument.value)}:{action}' \\")
    lines[-1] = lines[-1].removesuffix(" \\")
    return [*lines, "}"]


def zsh_completion(root: Command) -> str:
    """The script of zsh."""
    lines = [f"#compdef {root.name}", f"# Completions of {root.name} for zsh.", ""]
    for command in heads(root):
        body = zsh_command(command)
        if command is root:
            body[0] = "_{root}_itself() {"
        lines += [*body, ""]
    if root.subcommands:
        lines += ["_{root}_commands() {", "    local -a commands=("]
        lines += [f"        {quote(word.replace(':', chr(92) + ':') + ':' + text)}" for word, text in first_words(root)]
        lines += ["    )", "    _describe -t commands command commands", "}", ""]
        # Subcommands and files together.
        lines += ["_{root}_first() {", "    local -i found=1", "    ((CURRENT == 2)) && _{root}_commands && found=0"]
        lines += ["    _files && found=0"]
        lines += ["    return found", "}", ""]
    lines += ["_{root}() {"]
    if root.subcommands:
        names = " | ".join(command.name for command in root.subcommands)
        lines += [
            "    local first=${words[2]}",
            "    if ((CURRENT > 2)); then",
            "        case $first in",
            f"        {names})",
            "            # The subcommand completes its words as a program does.",
            "            shift words",
            "            ((CURRENT -= 1))",
            '            "_{root}_$first"',
            "            return",
            "            ;;",
            "        help)",
            "            _{root}_commands",
            "            return",
            "            ;;",
            "        esac",
            "    fi",
        ]
    lines += ["    _{root}_itself", "}", ""]
    # The file is a function of that name where zsh loads it by itself, and a script where it is sourced.
    lines += ["if [[ ${funcstack[1]} == _{root} ]]; then", '    _{root} "$@"', "else"]
    lines += ["    compdef _{root} {root}", "fi", ""]
    return "\n".join(lines).replace("{root}", root.name)
