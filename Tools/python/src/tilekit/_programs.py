"""The programs in the package, and the environment that they run in."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

from ._errors import InternalError, MissingLibraryError

_FOLDER = Path(__file__).resolve().parent


def program(name: str) -> str:
    """Return the path of a program.

    The folder in the variable TILEKIT_PROGRAMS comes first, then the package, then PATH.
    """
    folders = [Path(os.environ["TILEKIT_PROGRAMS"])] if os.environ.get("TILEKIT_PROGRAMS") else []
    for folder in [*folders, _FOLDER / "bin"]:
        if (folder / name).is_file():
            return str(folder / name)
    found = shutil.which(name)
    if found is None:
        raise InternalError(f"{name} is missing. Install the wheel again.")
    return found


def environment() -> dict[str, str]:
    """Return the variables for the programs: with the package's libraries, where it has some."""
    variables = dict(os.environ)
    libraries = _FOLDER / "libs"
    if libraries.is_dir():
        given = variables.get("LD_LIBRARY_PATH")
        # Libraries that are loaded when needed are found there, too, and decoder processes may read them.
        variables["LD_LIBRARY_PATH"] = f"{libraries}:{given}" if given else str(libraries)
    data = _FOLDER / "share" / "proj"
    if data.is_dir():
        variables.setdefault("PROJ_DATA", str(data))
    return variables


def missing_library(messages: str) -> MissingLibraryError | None:
    """Return the error about a library without which a program does not start, if its messages name one."""
    match = re.search(r"error while loading shared libraries: ([^:\s]+)", messages)
    if match is None:
        return None
    packages: dict[str, str] = {}
    table = _FOLDER / "_libraries.json"
    if table.is_file():
        packages = json.loads(table.read_text(encoding="utf-8"))
    library = match[1]
    every = " ".join(sorted(set(packages.values())))
    if library in packages:
        remedy = f"Install its package; on Debian and Ubuntu: apt-get install {every}"
    else:
        remedy = "Install the package of your system that has it."
    return MissingLibraryError(f"the library {library} is missing. {remedy}", status=69)


def _run(name: str) -> None:
    variables = environment()
    os.execve(program(name), [name, *sys.argv[1:]], variables)


def tilecut() -> None:
    """Become the program tilecut."""
    _run("tilecut")


def tileserve() -> None:
    """Become the program tileserve."""
    _run("tileserve")
