"""Manual pages in the man macros: one for the program, and one for each of its subcommands."""

from __future__ import annotations

import re
import textwrap

from commands import Argument, Command


def escape(text: str) -> str:
    """Text that troff prints as it is."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    text = text.replace("^", r"\(ha").replace("~", r"\(ti")
    return re.sub(r"^\.", r"\&.", text, flags=re.MULTILINE)


def usage_line(usage: str) -> str:
    """A line of the synopsis: words that are typed are bold, and placeholders italic."""
    parts = re.split(r"(<[^>]*>|--?[a-z][a-z-]*|\s+|[\[\]])", usage)
    line = ""
    is_command = True
    for part in parts:
        if re.fullmatch(r"<[^>]*>", part):
            is_command = False
            line += rf"\fI{escape(part[1:-1])}\fR"
        elif re.fullmatch(r"--?[a-z][a-z-]*", part) or (is_command and re.fullmatch(r"[a-z]+", part)):
            line += rf"\fB{escape(part)}\fR"
        else:
            line += escape(part)
    return line


def value_text(argument: Argument) -> str:
    """The placeholder of an option's value."""
    if argument.kind == "flag" or not argument.value:
        return ""
    value = rf"\fI{escape(argument.value)}\fR"
    return rf" [{value}]" if argument.is_value_optional else f" {value}"


def argument_item(argument: Argument) -> list[str]:
    """An argument and its description."""
    if argument.kind == "positional":
        title = rf"\fI{escape(argument.value)}\fR" + (" ..." if argument.is_repeating else "")
    else:
        title = ", ".join(rf"\fB{escape(name)}\fR" for name in argument.spellings) + value_text(argument)
    notes = []
    if argument.all_values:
        notes.append("values: " + ", ".join(argument.all_values))
    if argument.default and argument.kind != "flag":
        notes.append(("default as flag: " if argument.is_value_optional else "default: ") + argument.default)
    text = argument.text + (f" ({'; '.join(notes)})" if notes else "")
    return [".TP", title, escape(text)]


def option_sections(command: Command) -> list[str]:
    """The arguments, those of a section together."""
    lines = [".SH OPTIONS"]
    sections: dict[str, list[Argument]] = {}
    for argument in command.arguments:
        sections.setdefault(argument.section, []).append(argument)
    # Those without a section are the positional ones, which come first, and --help and --version, which come last.
    unnamed = sections.pop("", [])
    lines += [line for item in unnamed if item.kind == "positional" for line in argument_item(item)]
    rest = [item for item in unnamed if item.kind != "positional"]
    if rest and not sections:
        return lines + [line for item in rest for line in argument_item(item)]
    for title, arguments in sections.items():
        lines += [f".SS {escape(title)}", *(line for item in arguments for line in argument_item(item))]
    if rest:
        lines += [".SS Other options", *(line for item in rest for line in argument_item(item))]
    return lines


def split_discussion(text: str) -> tuple[list[str], list[tuple[str, str]], str]:
    """The paragraphs of a discussion, its titled blocks of lines, and its exit statuses."""
    paragraphs: list[str] = []
    blocks: list[tuple[str, str]] = []
    statuses = ""
    for paragraph in text.split("\n\n"):
        title, _, rest = paragraph.partition("\n")
        if paragraph.startswith("Exit status: "):
            statuses = paragraph.removeprefix("Exit status: ")
        elif title.endswith(":") and rest.startswith("  "):
            blocks.append((title[:-1], textwrap.dedent(rest)))
        elif paragraph.strip():
            paragraphs.append(paragraph)
    return paragraphs, blocks, statuses


def status_items(text: str) -> list[str]:
    """The exit statuses as a list."""
    lines = [".SH EXIT STATUS"]
    for item in text.rstrip(".").split("; "):
        numbers = re.match(r"(\d+(?:(?:, | and | or )\d+)*) (.*)", item, re.DOTALL)
        if numbers:
            lines += [".TP", rf"\fB{numbers.group(1)}\fR", escape(numbers.group(2))]
        else:
            # What belongs to the item before it.
            lines.append(escape(f"; {item}"))
    return lines


def block_section(title: str, text: str) -> list[str]:
    """Lines that are printed as they are."""
    return [f".SH {escape(title.upper())}", ".EX", escape(text), ".EE"]


def is_program_itself(command: Command, root: Command) -> bool:
    """Whether a subcommand is another name of the program, with the same arguments."""
    return command is not root and command.options == root.options and command.positionals == root.positionals


def manual_page(command: Command, root: Command, version: str, date: str) -> str:
    """The page of a command; `root` is the program."""
    title = "-".join(command.words)
    paragraphs, blocks, statuses = split_discussion(command.discussion)
    abstract = command.abstract.rstrip(".")
    lines = [
        rf'.TH "{escape(title.upper())}" "1" "{date}" "{version}" "User Commands"',
        ".ad l",
        ".nh",
        ".SH NAME",
        rf"{escape(title)} \- {escape(abstract[:1].lower() + abstract[1:])}",
        ".SH SYNOPSIS",
    ]
    usages = list(command.usages)
    for subcommand in command.subcommands:
        if not is_program_itself(subcommand, command):
            usages += subcommand.usages
    lines.append("\n.br\n".join(usage_line(usage) for usage in usages))
    lines.append(".SH DESCRIPTION")
    for number, paragraph in enumerate(paragraphs or [command.abstract]):
        lines += ([".PP"] if number else []) + [escape(paragraph).replace("\n", "\n.br\n")]
    lines += option_sections(command)
    if command.subcommands:
        lines.append(".SH COMMANDS")
        for subcommand in command.subcommands:
            lines += [".TP", rf"\fB{escape(subcommand.name)}\fR"]
            lines.append(escape(f"{subcommand.abstract} See {'-'.join(subcommand.words)}(1)."))
    for name, text in blocks:
        lines += block_section(name, text)
    if statuses:
        lines += status_items(statuses)
    others = [other for other in [root, *root.subcommands] if other.words != command.words]
    if others:
        names = [rf"\fB{escape('-'.join(other.words))}\fR(1)" for other in others]
        lines += [".SH SEE ALSO", ",\n".join(names)]
    return "\n".join(lines) + "\n"


def manual_pages(root: Command, version: str, date: str) -> dict[str, str]:
    """The pages of a program by the names of their files."""
    pages = {}
    for command in [root, *root.subcommands]:
        name = "-".join(command.words) + ".1"
        if is_program_itself(command, root):
            pages[name] = f".so man1/{root.name}.1\n"
        else:
            pages[name] = manual_page(command, root, version, date)
    return pages
