#!/usr/bin/env python3
"""Cuts an image with Dask, one shard a task.

Without --scheduler, workers are started on this machine; with it, the shards go to the workers of a cluster, for which the
image and the pyramid lie in a folder that all of them share. A shard that fails is tried again on any worker. The dashboard,
whose address is printed, shows the shards as they are cut, and what tilecut said where one has failed.

Needs the package distributed: pip install distributed
"""

import argparse
import json
import pathlib
import subprocess
import sys


def run(command):
    """Runs tilecut; its message becomes that of the exception, which the dashboard shows."""
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode != 0:
        message = process.stderr.strip() or "no message"
        raise RuntimeError(f"status {process.returncode}: {message}")
    return process.stdout


def cut(tilecut, image, output, number, count, options):
    """Cuts a shard; returns the summary of tilecut and the worker's address."""
    from distributed import get_worker

    text = run([tilecut, "cut", image, "-o", output, "--shard", f"{number}/{count}", "--json", "--quiet", *options])
    return json.loads(text), get_worker().address


def merge(tilecut, output, count):
    """Merges the shards, verifies the pyramid, and only then removes the shards."""
    text = run([tilecut, "merge", output, "--force", "--json", "--quiet"])
    run([tilecut, "verify", output, "--quiet"])
    for number in range(1, count + 1):
        pathlib.Path(f"{output}.shard-{number}-of-{count}").unlink(missing_ok=True)
    return json.loads(text)


def main():
    parser = argparse.ArgumentParser(
        description="Cuts an image with Dask, one shard a task.",
        epilog="Further arguments are options of tilecut, such as --quality 90.",
    )
    parser.add_argument("image", help="the image, as all workers see it")
    parser.add_argument("output", help="the pyramid, as with tilecut -o")
    parser.add_argument("--shards", type=int, default=4, metavar="N", help="the number of shards (default: 4)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler, such as tcp://node1:8786")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="local workers (default: 2)")
    parser.add_argument("--retries", type=int, default=2, metavar="N", help="further attempts for a shard (default: 2)")
    parser.add_argument("--tilecut", default="tilecut", metavar="PATH", help="tilecut on the workers")
    arguments, options = parser.parse_known_args()
    # Only now: the help needs no package.
    from distributed import Client, LocalCluster, as_completed

    if arguments.scheduler:
        client = Client(arguments.scheduler)
    else:
        # Each shard uses the processors of its worker itself.
        client = Client(LocalCluster(n_workers=arguments.workers, threads_per_worker=1))
    with client:
        print("dashboard:", client.dashboard_link, flush=True)
        shards = [
            client.submit(
                cut, arguments.tilecut, arguments.image, arguments.output, number, arguments.shards, options,
                key=f"shard-{number}-of-{arguments.shards}", retries=arguments.retries, pure=False)
            for number in range(1, arguments.shards + 1)
        ]
        failed = 0
        for done, shard in enumerate(as_completed(shards), start=1):
            if shard.status == "error":
                failed += 1
                print(f"{shard.key}: {shard.exception()}", file=sys.stderr)
            else:
                summary, worker = shard.result()
                print(f"{done}/{len(shards)}: {shard.key}, {summary['tiles']} tiles, by {worker}", flush=True)
        if failed:
            sys.exit(f"{failed} of {len(shards)} shards failed; the others are kept for the next attempt.")
        summary = client.submit(
            merge, arguments.tilecut, arguments.output, arguments.shards, key="merge", retries=arguments.retries,
            pure=False).result()
        print(f"{arguments.output}: {summary['tiles']} tiles, verified")


if __name__ == "__main__":
    main()
