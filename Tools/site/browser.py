"""Chromium without a window, driven through a pipe by the protocol of its developer tools."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

Message = dict[str, Any]


@dataclass
class Visit:
    """What happened while a page was shown."""

    address: str
    #: Errors of the console, exceptions, and requests that failed.
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


class Browser:
    """One page in a browser."""

    def __init__(self, patience: float = 120) -> None:
        program = next((path for name in ("chromium", "chromium-browser", "google-chrome")
                        if (path := shutil.which(name))), None)
        if program is None:
            raise SystemExit("test-docs: there is no Chromium. Tools/setup --browser installs it.")
        self._patience = patience
        self._profile = tempfile.mkdtemp()
        input_, self._output = os.pipe()
        self._input, output = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                   "--disable-component-update", "--window-size=1280,900", "--remote-debugging-pipe",
                   f"--user-data-dir={self._profile}", "about:blank"]
        # The browser expects its pipes at these numbers.
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{input_} 4>&{output}', "bash", program, *options],
            pass_fds=(input_, output), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(input_)
        os.close(output)
        self._buffer = b""
        self._number = 0
        self._session: str | None = None
        self._visit = Visit("about:blank")
        self._idle = False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def close(self) -> None:
        """Ends the browser and its processes."""
        os.close(self._output)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        shutil.rmtree(self._profile, ignore_errors=True)

    def open(self, address: str) -> Visit:
        """Shows a page, and waits until it requests nothing more."""
        # An empty page between two makes their requests those of one page.
        self._navigate("about:blank")
        self._visit = Visit(address)
        self._navigate(address)
        return self._visit

    def _navigate(self, address: str) -> None:
        self._idle = False
        answer = self.call("Page.navigate", url=address)
        if "errorText" in answer:
            self._visit.faults.append(answer["errorText"])
            return
        self._wait(lambda: self._idle, f"{address} does not finish")

    def set_width(self, width: int) -> None:
        """Makes the window narrower or wider."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)

    def set_scripts(self, enabled: bool) -> None:
        """Lets pages run scripts, or not."""
        self.call("Emulation.setScriptExecutionDisabled", value=not enabled)

    def value(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"test-docs: {expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> bool:
        """Waits until an expression in the page is true."""
        limit = time.monotonic() + self._patience
        while time.monotonic() < limit:
            if self.value(expression):
                return True
            self._receive(0.05)
        return False

    def call(self, method: str, **parameters: Any) -> Message:
        """Calls a method of the browser, and returns its answer."""
        self._number += 1
        number = self._number
        message: Message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._output, json.dumps(message).encode() + b"\0")
        answers: list[Message] = []

        def is_answered() -> bool:
            return any(answer["id"] == number for answer in answers)

        self._wait(is_answered, f"the browser does not answer {method}", answers)
        answer = next(answer for answer in answers if answer["id"] == number)
        if "error" in answer:
            raise SystemExit(f"test-docs: {method}: {answer['error']['message']}")
        return answer["result"]

    def _wait(self, condition: Any, message: str, answers: list[Message] | None = None) -> None:
        limit = time.monotonic() + self._patience
        while not condition():
            if time.monotonic() > limit:
                raise SystemExit(f"test-docs: {message}.")
            found = self._receive(1)
            if answers is not None:
                answers += found

    def _receive(self, timeout: float) -> list[Message]:
        """Reads what the browser says: notes its events, and returns its answers."""
        if not select.select([self._input], [], [], timeout)[0]:
            return []
        data = os.read(self._input, 1 << 20)
        if not data:
            raise SystemExit("test-docs: the browser has ended.")
        *messages, self._buffer = (self._buffer + data).split(b"\0")
        answers: list[Message] = []
        for text in messages:
            message = json.loads(text)
            if "id" in message:
                answers.append(message)
            else:
                self._note(message["method"], message["params"])
        return answers

    def _note(self, method: str, event: Message) -> None:
        visit = self._visit
        match method:
            case "Page.lifecycleEvent":
                self._idle = self._idle or event["name"] == "networkIdle"
            case "Network.requestWillBeSent":
                visit.requests.append(event["request"]["url"])
            case "Network.responseReceived":
                if event["response"]["status"] >= 400:
                    visit.faults.append(f"{event['response']['status']} {event['response']['url']}")
            case "Network.loadingFailed":
                if not event.get("canceled"):
                    visit.faults.append(f"{event['errorText']} {event['type']}")
            case "Runtime.exceptionThrown":
                details = event["exceptionDetails"]
                visit.faults.append(details.get("exception", {}).get("description", details["text"]))
            case "Runtime.consoleAPICalled":
                if event["type"] in ("error", "assert"):
                    visit.faults.append(" ".join(str(value.get("value", "")) for value in event["args"]))
            case "Log.entryAdded":
                if event["entry"]["level"] == "error":
                    visit.faults.append(f"{event['entry']['text']} {event['entry'].get('url', '')}")
