"""Completions for bash, zsh and fish: subcommands and options, and the values, files or folders that an option takes.

The first word of a command line may be a subcommand or, if the program itself takes files, a file: both are offered.
"""

from __future__ import annotations

from commands import Argument, Command


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


# bash

def bash_action(argument: Argument) -> str:
    """The statements that offer the values of an argument for the word `current`."""
    if argument.values:
        return f"COMPREPLY=($(compgen -W {quote(' '.join(argument.values))} -- \"$current\"))"
    if argument.files:
        pattern = "!*.@(" + "|".join(argument.files) + ")"
        return f"_{{root}}_files -o plusdirs -f -X {quote(pattern)}"
    if argument.files is not None:
        return "_{root}_files -f"
    if argument.takes_folder:
        return "_{root}_files -d"
    return ":"


def bash_command(command: Command) -> list[str]:
    """The cases of a command: the values of its options, its options and its arguments."""
    lines = [f"{function_name(command)}() {{"]
    cases: dict[str, list[str]] = {}
    for argument in command.options:
        if argument.kind != "option":
            continue
        action = bash_action(argument)
        # Where the value may be missing, the next word may as well be something else.
        if not argument.is_value_optional:
            action = "return" if action == ":" else action + "\nreturn"
        elif action == ":":
            continue
        cases.setdefault(action, []).extend(argument.spellings)
    if cases:
        lines.append("    case $previous in")
        for action, names in cases.items():
            lines.append(f"    {' | '.join(names)})")
            lines += [f"        {line}" for line in action.split("\n")]
            lines.append("        ;;")
        lines.append("    esac")
    names = " ".join(name for argument in command.options for name in argument.spellings)
    lines += [
        "    if [[ $current == -* ]]; then",
        f"        COMPREPLY=($(compgen -W {quote(names)} -- \"$current\"))",
        "        return",
        "    fi",
    ]
    if command.subcommands:
        words = " ".join(word for word, _ in first_words(command))
        lines += [
            "    if ((COMP_CWORD == 1)); then",
            f"        COMPREPLY+=($(compgen -W {quote(words)} -- \"$current\"))",
            "    fi",
        ]
    if any(argument.files is not None for argument in command.positionals):
        lines.append("    _{root}_files -f")
    return [*lines, "}"]


def bash_completion(root: Command) -> str:
    """The script of bash."""
    lines = [f"# Completions of {root.name} for bash.", ""]
    lines += [
        "# Files and folders that begin with the current word, by the options of compgen.",
        "_{root}_files() {",
        "    local file extended=",
        "    # Where there is nothing else, readline knows best how names are quoted.",
        "    if [[ $* == -f ]] && ((${#COMPREPLY[@]} == 0)) && compopt -o default 2>/dev/null; then return; fi",
        "    shopt -q extglob || extended=1",
        "    shopt -s extglob",
        "    compopt -o filenames 2>/dev/null",
        "    while IFS= read -r file; do COMPREPLY+=(\"$file\"); done < <(compgen \"$@\" -- \"$current\")",
        "    if [[ $extended ]]; then shopt -u extglob; fi",
        "}",
        "",
    ]
    for command in heads(root):
        body = bash_command(command)
        if command is root:
            body[0] = "_{root}_itself() {"
        lines += [*body, ""]
    lines += [
        "_{root}() {",
        "    local IFS=$' \\t\\n' current=$2 previous=$3",
        "    COMPREPLY=()",
        "    # --option=value is three words for bash.",
        "    if [[ $current == = ]]; then",
        "        current=",
        "    elif [[ $previous == = ]] && ((COMP_CWORD > 2)); then",
        "        previous=${COMP_WORDS[COMP_CWORD - 2]}",
        "    fi",
    ]
    if root.subcommands:
        names = " | ".join(command.name for command in root.subcommands)
        lines += [
            "    if ((COMP_CWORD > 1)); then",
            "        case ${COMP_WORDS[1]} in",
            f"        {names})",
            "            \"_{root}_${COMP_WORDS[1]}\"",
            "            return",
            "            ;;",
            "        help)",
            f"            COMPREPLY=($(compgen -W {quote(names.replace(' | ', ' '))} -- \"$current\"))",
            "            return",
            "            ;;",
            "        esac",
            "    fi",
        ]
    lines += ["    _{root}_itself", "}", "complete -F _{root} {root}", ""]
    return "\n".join(lines).replace("{root}", root.name)


# zsh

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
        return "_files -g \"*.(" + "|".join(argument.files) + ")\""
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
    number = 0
    for argument in command.positionals:
        number += 1
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
            "            \"_{root}_$first\"",
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
    lines += ['if [[ ${funcstack[1]} == _{root} ]]; then', '    _{root} "$@"', "else", "    compdef _{root} {root}", "fi", ""]
    return "\n".join(lines).replace("{root}", root.name)


# fish

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
            "    __fish_complete_path (commandline -ct) | string match -r \"^[^\\t]*(?:/|\\.(?:$extensions))(?=\\t|\\$)\"",
            "end",
            "",
        ]
    lines.append("complete -c {root} -f")
    for word, text in first_words(root):
        lines.append(f"complete -c {{root}} -n __{{root}}_is_first -a {word} -d {fish_quote(text)}")
    for command in root.subcommands:
        condition = fish_quote("__{root}_is help")
        lines.append(f"complete -c {{root}} -n {condition} -a {command.name} -d {fish_quote(command.abstract.rstrip('.'))}")
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


def completions(root: Command) -> dict[str, str]:
    """The scripts by the names of their files."""
    return {
        f"{root.name}.bash": bash_completion(root),
        f"{root.name}.zsh": zsh_completion(root),
        f"{root.name}.fish": fish_completion(root),
    }
