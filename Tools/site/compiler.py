"""Runs the compiler's tools: symbol graphs of built modules, and DocC for each catalog."""

from __future__ import annotations

import re
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from package import Module, Package


@dataclass
class Compiler:
    """The documentation compiler, with the folders that it reads and writes."""

    package: Package
    #: The folder of a build, with its `Modules`.
    build: Path
    catalogs: Path
    #: The folder for symbol graphs and archives.
    work: Path
    processors: int = 2

    def run(self) -> None:
        """Compiles all catalogs: those first that others link to."""
        flags = self.package.clang_flags(self.build)
        (self.work / "archives").mkdir(parents=True)
        done: dict[str, Future[str]] = {}
        with ThreadPoolExecutor(self.processors) as pool:
            # A module follows all that it waits for, so one of the oldest unfinished ones can always run.
            for module in self.package.modules:
                done[module.name] = pool.submit(self._compile, module, flags, [done[name] for name in module.uses])
            done["Project"] = pool.submit(self._convert, "Project", [])
        warnings = "".join(future.result() for future in done.values())
        (self.work / "warnings.txt").write_text(warnings)

    def archive(self, name: str) -> Path:
        """The folder of a compiled catalog."""
        return self.work / "archives" / f"{name}.doccarchive"

    def _compile(self, module: Module, flags: list[str], awaited: list[Future[str]]) -> str:
        graphs = self.work / "symbols" / module.name
        graphs.mkdir(parents=True)
        target = subprocess.run(["uname", "-m"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        command = [
            "swift-symbolgraph-extract", "-module-name", module.name, "-I", str(self.build / "Modules"), *flags,
            "-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols",
            "-output-dir", str(graphs), "-target", f"{target}-unknown-linux-gnu",
        ]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode:
            raise SystemExit(f"docs: the symbols of {module.name} cannot be read. Build the package again.\n"
                             f"{result.stdout}")
        for future in awaited:
            future.result()
        return self._convert(
            module.name, ["--additional-symbol-graph-dir", str(graphs)]
            + [word for name in module.uses for word in ("--dependency", str(self.archive(name)))])

    def _convert(self, name: str, options: list[str]) -> str:
        """Runs DocC, and returns its warnings."""
        command = [
            "docc", "convert", str(self.catalogs / f"{name}.docc"), *options,
            "--output-path", str(self.archive(name)), "--enable-experimental-external-link-support",
            "--fallback-bundle-identifier", f"tilekit.{name}", "--fallback-display-name", name,
            "--fallback-default-module-kind", "Module", "--no-transform-for-static-hosting",
        ]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode:
            raise SystemExit(f"docs: DocC cannot convert {name}.docc.\n{result.stdout}")
        return result.stdout if re.search(r"\b(warning|error): ", result.stdout) else ""
