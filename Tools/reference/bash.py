"""Completions for bash."""

from __future__ import annotations

from commands import Argument, Command
from shells import first_words, function_name, heads, quote


def bash_action(argument: Argument) -> str:
    """The statements that offer the values of an argument for the word `current`."""
    if argument.values:
        return f'COMPREPLY=($(compgen -W {quote(" ".join(argument.values))} -- "$current"))'
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
        for action, spellings in cases.items():
            lines.append(f"    {' | '.join(spellings)})")
            lines += [f"        {line}" for line in action.split("\n")]
            lines.append("        ;;")
        lines.append("    esac")
    names = " ".join(name for argument in command.options for name in argument.spellings)
    lines += [
        "    if [[ $current == -* ]]; then",
        f'        COMPREPLY=($(compgen -W {quote(names)} -- "$current"))',
        "        return",
        "    fi",
    ]
    if command.subcommands:
        words = " ".join(word for word, _ in first_words(command))
        lines += [
            "    if ((COMP_CWORD == 1)); then",
            f'        COMPREPLY+=($(compgen -W {quote(words)} -- "$current"))',
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
        '    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$@" -- "$current")',
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
            '            "_{root}_${COMP_WORDS[1]}"',
            "            return",
            "            ;;",
            "        help)",
            f'            COMPREPLY=($(compgen -W {quote(names.replace(" | ", " "))} -- "$current"))',
            "            return",
            "            ;;",
            "        esac",
            "    fi",
        ]
    lines += ["    _{root}_itself", "}", "complete -F _{root} {root}", ""]
    return "\n".join(lines).replace("{root}", root.name)
