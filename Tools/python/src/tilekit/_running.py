"""Runs a program, and reads its JSON lines while it runs."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

from ._errors import Cancelled, error
from ._programs import environment, missing_library, program
from ._results import Progress

AnyPath = str | bytes | os.PathLike[str] | os.PathLike[bytes]
_POLL_SECONDS = 0.1
"""The time after which a cancellation is noticed."""


def path_argument(path: AnyPath) -> str:
    """Return a path as an argument that no program takes for an option or for standard input."""
    text = os.fsdecode(path)
    return "./" + text if text.startswith("-") else text


def run(
    arguments: Sequence[str],
    *,
    progress: Callable[[Progress], object] | None = None,
    cancel: threading.Event | None = None,
    accepted: Sequence[int] = (0,),
) -> dict[str, Any] | None:
    """Run tilecut and return its last JSON line; None if there is none.

    An exception that ``progress`` raises ends the program, and is raised again when it has ended. So does ``cancel``.
    """
    if cancel is not None and cancel.is_set():
        raise _cancelled()
    process = subprocess.Popen(
        [program("tilecut"), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    output: list[bytes] = []
    messages: list[str] = []
    try:
        for stream, line in _lines(process, cancel):
            if stream is process.stdout:
                output.append(line)
                continue
            event = _event(line)
            if event is None:
                messages.append(line.decode("utf-8", "replace").rstrip())
            elif progress is not None:
                progress(event)
    except BaseException:
        _stop(process)
        raise
    finally:
        for pipe in _pipes(process):
            pipe.close()
    status = process.wait()
    results = [json.loads(line) for line in output if line.strip()]
    if status in accepted and (status == 0 or results):
        return results[-1] if results else None
    raise missing_library("\n".join(messages)) or error(status, _fault(messages, status))


def _pipes(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    """Standard output and standard error."""
    return [pipe for pipe in (process.stdout, process.stderr) if pipe is not None]


def _lines(
    process: subprocess.Popen[bytes], cancel: threading.Event | None
) -> Iterator[tuple[IO[bytes], bytes]]:
    """Yield each line of standard output and standard error with its stream, until both have ended."""
    with selectors.DefaultSelector() as selector:
        rests: dict[IO[bytes], bytes] = {}
        for pipe in _pipes(process):
            selector.register(pipe, selectors.EVENT_READ, pipe)
            rests[pipe] = b""
        while selector.get_map():
            ready = selector.select(_POLL_SECONDS if cancel is not None else None)
            if cancel is not None and cancel.is_set():
                raise _cancelled()
            for key, _ in ready:
                stream: IO[bytes] = key.data
                chunk = os.read(stream.fileno(), 1 << 16)
                *lines, rest = (rests[stream] + chunk).split(b"\n")
                rests[stream] = rest
                for line in lines:
                    yield stream, line
                if not chunk:
                    selector.unregister(stream)
                    if rest:
                        yield stream, rest


def _cancelled() -> Cancelled:
    return Cancelled("the run was cancelled.", status=143)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the program in an orderly way, so that it leaves what can be resumed, or nothing."""
    process.send_signal(signal.SIGTERM)
    # The program writes messages while it ends; nobody reads them, and it must not wait for that.
    threads = [threading.Thread(target=pipe.read, daemon=True) for pipe in _pipes(process)]
    for thread in threads:
        thread.start()
    process.wait()
    for thread in threads:
        thread.join()


def _event(line: bytes) -> Progress | None:
    if not line.startswith(b'{"event":"progress"'):
        return None
    event = json.loads(line)
    return Progress(event["finishedTiles"], event["totalTiles"])


def _fault(messages: Sequence[str], status: int) -> str:
    """The messages without the name of the program, warnings and notes."""
    lines = [line.removeprefix("tilecut: ").removeprefix("Error: ") for line in messages]
    notes = ("Usage:", "  See ")
    faults = [line for line in lines if line and ": warning: " not in line and not line.startswith(notes)]
    return "\n".join(faults) or f"tilecut ended with status {status} and no message."
