"""Requests to a server behind a proxy, as curl makes them."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from dataclasses import dataclass

from recipes import NAME


@dataclass
class Answer:
    """What a request was answered with."""

    status: int
    version: str
    fields: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict:
        """The body as JSON; empty if it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return {}


class Client:
    """Requests to one proxy, and comparisons of what it answers."""

    def __init__(self, title: str, port: int, path: str, work: pathlib.Path) -> None:
        self.title = title
        self.port = port
        self.base = f"https://{NAME}:{port}{path}"
        self.work = work
        self.checks = 0
        self.failures = 0

    def get(self, address: str, *options: str) -> Answer:
        """Requests an address as curl does; the name is that of this machine."""
        head = self.work / "head"
        body = self.work / "body"
        body.write_bytes(b"")
        command = ["curl", "--silent", "--show-error", "--noproxy", "*", "--max-time", "60", "--globoff"]
        command += ["--resolve", f"{NAME}:{self.port}:127.0.0.1", "--cacert", str(self.work / "tiles.pem")]
        command.append("--path-as-is")
        command += ["--dump-header", str(head), "--output", str(body), "--write-out", "%{http_code} %{http_version}"]
        said = subprocess.run([*command, *options, address], check=False, capture_output=True, text=True)
        if said.returncode:
            return Answer(0, "", {}, said.stderr.encode())
        status, version = said.stdout.split()
        lines = head.read_text(encoding="utf-8", errors="replace").splitlines()[1:]
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return Answer(int(status), version, fields, body.read_bytes())

    def expect(self, what: str, found: object, expected: object) -> None:
        """Compares a value."""
        self.checks += 1
        if found != expected:
            self.failures += 1
            print(f"test-proxies: {self.title}: {what}: {found!r}, not {expected!r}", file=sys.stderr)

    def expect_own(self, what: str, address: object) -> None:
        """Checks that an address is one of this server, as its client sees it, and can be requested."""
        self.expect(f"{what}: {address}", str(address).startswith(self.base + "/"), True)
        self.expect(f"{what}: {address}", self.get(str(address)).status, 200)
