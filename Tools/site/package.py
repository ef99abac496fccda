"""What the documentation takes from the package: modules with catalogs, what they use, and flags of C libraries."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Module:
    """A module with a documentation catalog."""

    name: str
    floor: str
    catalog: Path
    is_product: bool
    #: The modules with catalogs that it uses, all of them listed before it.
    uses: tuple[str, ...]


class Package:
    """The manifest of the package, as SwiftPM reads it."""

    def __init__(self, root: Path) -> None:
        dump = subprocess.run(
            ["swift", "package", "--package-path", str(root), "dump-package"],
            check=True, stdout=subprocess.PIPE)
        self.root = root
        manifest = json.loads(dump.stdout)
        self._targets = manifest["targets"]
        products = {target for product in manifest["products"] for target in product["targets"]}
        uses = {
            target["name"]: [next(iter(entry.values()))[0] for entry in target["dependencies"]]
            for target in self._targets
        }
        self.modules: list[Module] = []
        for target in self._targets:
            name = target["name"]
            folder = root / (target.get("path") or f"Sources/{name}")
            catalog = folder / f"{name}.docc"
            if not catalog.is_dir():
                continue
            known = [module.name for module in self.modules]
            used = closure(name, uses)
            self.modules.append(Module(
                name=name, floor=folder.parent.name, catalog=catalog, is_product=name in products,
                uses=tuple(other for other in known if other in used)))

    def clang_flags(self, build: Path) -> list[str]:
        """The flags with which the compiler finds the C modules that the modules of a build import."""
        flags: list[str] = []
        libraries: list[str] = []
        for target in self._targets:
            path = target.get("path") or ""
            if target["type"] == "system":
                flags += ["-Xcc", f"-fmodule-map-file={self.root / path / 'module.modulemap'}"]
                libraries += [target["pkgConfig"]] if target.get("pkgConfig") else []
            elif (self.root / path / "include/module.modulemap").exists():
                flags += ["-Xcc", f"-fmodule-map-file={self.root / path / 'include/module.modulemap'}"]
        for generated in sorted(build.glob("*.build/module.modulemap")):
            flags += ["-Xcc", f"-fmodule-map-file={generated}"]
        for library in sorted({*libraries, "pango"}):
            found = subprocess.run(["pkg-config", "--cflags", library], stdout=subprocess.PIPE, text=True)
            flags += [word for flag in found.stdout.split() for word in ("-Xcc", flag)]
        return flags


def closure(name: str, uses: dict[str, list[str]]) -> set[str]:
    """The modules that one uses, directly or by others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in uses.get(waiting.pop(), []):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
