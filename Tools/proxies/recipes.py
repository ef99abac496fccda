"""The recipes of the article on proxies, and the servers that run them."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ARTICLE = ROOT / "Sources/Pyramids/TileServing/TileServing.docc/BehindAProxy.md"
NAME = "tiles.example.org"


def block(language: str) -> str:
    """The listing of the article in a language; "" for the ones without."""
    found = []
    # Every second fence closes a listing.
    for part in re.split(r"^```", ARTICLE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1::2]:
        label, _, text = part.partition("\n")
        if label == language:
            found.append(text)
    if len(found) != 1 and language:
        sys.exit(f"test-proxies: {ARTICLE.name} has {len(found)} listings in {language}, not one.")
    return "".join(found)


def line_of(start: str) -> list[str]:
    """The words of the only line of a listing without a language that begins like this."""
    lines = [line for line in block("").splitlines() if line.startswith(start)]
    if len(lines) != 1:
        sys.exit(f"test-proxies: {ARTICLE.name} has {len(lines)} lines that begin with {start}, not one.")
    return shlex.split(lines[0])


def replaced(text: str, replacements: dict[str, str]) -> str:
    """A text with replacements, each of which has to be found."""
    for old, new in replacements.items():
        if old not in text:
            sys.exit(f"test-proxies: the recipe has no {old!r}:\n{text}")
        text = text.replace(old, new)
    return text


def free_port() -> int:
    """A port that no program uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Processes:
    """Servers that end with the test."""

    def __init__(self, work: pathlib.Path) -> None:
        self.work = work
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, command: list[str], port: int, log: str, environment: dict[str, str] | None = None) -> None:
        """Starts a server and waits until it listens on its port."""
        path = self.work / log
        with path.open("ab") as output:
            process = subprocess.Popen(
                command, stdout=output, stderr=output, stdin=subprocess.DEVNULL, env=os.environ | (environment or {})
            )
        self.running.append(process)
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                if process.poll() is not None or time.monotonic() > end:
                    said = path.read_text(errors="replace")
                    sys.exit(f"test-proxies: {command[0]} does not listen on port {port}:\n{said}")
                time.sleep(0.05)

    def stop(self) -> None:
        """Ends all servers, the last one first."""
        for process in reversed(self.running):
            process.terminate()
        for process in self.running:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.running.clear()


class Recipes:
    """The recipes of the article, for a folder of work."""

    def __init__(self, work: pathlib.Path, processes: Processes) -> None:
        self.work = work
        self.processes = processes
        self.files = {"/etc/ssl/tiles.pem": str(work / "tiles.pem"), "/etc/ssl/tiles.key": str(work / "tiles.key")}

    def start(self, proxy: str, server: int, below_path: bool) -> int:
        """Starts a proxy in front of the server at a port; returns the proxy's."""
        port = free_port()
        text = block(proxy)
        if below_path:
            # The lines for a path take the place of those that pass requests on.
            lines = {
                "nginx": r"    location / \{.*location = /metrics [^\n]*\n",
                "apache": r"    ProxyPass /metrics.*nocanon\n",
                "caddy": r"    respond.*\n    \}\n",
            }[proxy]
            text, count = re.subn(lines, lambda _: block(f"{proxy}-path"), text, flags=re.DOTALL)
            if count != 1:
                sys.exit(f"test-proxies: the recipe of {proxy} has no lines for the path to replace.")
            if proxy == "nginx":
                text = block("nginx-map") + text
        text = replaced(text, {"127.0.0.1:8080": f"127.0.0.1:{server}"})
        getattr(self, proxy)(text, port, f"{proxy}-{port}")
        return port

    def nginx(self, text: str, port: int, name: str) -> None:
        """nginx in the foreground."""
        folder = self.work / name
        folder.mkdir()
        places = {"listen 443": f"listen 127.0.0.1:{port}", "/var/lib/nginx/tiles": f"{folder}/tiles"}
        text = replaced(text, places | self.files)
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        )
        user = "user root;\n" if os.geteuid() == 0 else ""
        configuration = self.work / f"{name}.conf"
        configuration.write_text(
            f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}{text}}}\n"
        )
        self.processes.start(["nginx", "-c", str(configuration), "-e", "stderr"], port, f"{name}.log")

    def apache(self, text: str, port: int, name: str) -> None:
        """Apache in the foreground, with the modules that the article enables and those that are always there."""
        folder = self.work / name
        folder.mkdir()
        text = replaced(text, {"<VirtualHost *:443>": f"<VirtualHost 127.0.0.1:{port}>"} | self.files)
        # What a2enmod enables for others.
        needed = {"ssl": ["socache_shmcb"], "proxy_http": ["proxy"]}
        modules = ["mpm_event", "authz_core"]
        for module in line_of("a2enmod ")[1:]:
            modules += [*needed.get(module, []), module]
        loaded = "".join(f"LoadModule {module}_module /usr/lib/apache2/modules/mod_{module}.so\n" for module in modules)
        user = "User www-data\nGroup www-data\n" if os.geteuid() == 0 else ""
        configuration = self.work / f"{name}.conf"
        configuration.write_text(
            f"ServerRoot {folder}\nServerName localhost\nPidFile {folder}/pid\nErrorLog /dev/stderr\n"
            f"DefaultRuntimeDir {folder}\n{loaded}{user}Listen 127.0.0.1:{port}\n{text}"
        )
        self.processes.start(["apache2", "-f", str(configuration), "-DFOREGROUND"], port, f"{name}.log")

    def caddy(self, text: str, port: int, name: str) -> None:
        """Caddy, with a certificate of this machine in place of one that it gets itself."""
        folder = self.work / name
        folder.mkdir()
        certificate = f"    tls {self.files['/etc/ssl/tiles.pem']} {self.files['/etc/ssl/tiles.key']}"
        text = replaced(text, {f"{NAME} {{": f"{NAME}:{port} {{\n{certificate}"})
        configuration = self.work / f"{name}.conf"
        configuration.write_text(f"{{\nadmin off\nauto_https disable_redirects\nskip_install_trust\n}}\n{text}")
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(configuration)]
        self.processes.start(command, port, f"{name}.log", home)
