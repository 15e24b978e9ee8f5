"""`python -m playground`: a Discord for a bot of your own, until Ctrl-C or SIGTERM."""

from __future__ import annotations

import argparse
import asyncio
import signal
from pathlib import Path

from rich import print

import playground
from playground.observed import BadObservations


async def serve(options: argparse.Namespace) -> None:
    """Serve until a signal ends it, and print what a bot needs to log in."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    ground = await playground.start(
        options.host, options.port, file=options.file, observed=options.observed
    )
    try:
        print(f"page       {ground.url}")
        print(f"API        {ground.api_base}")
        print(f"gateway    {ground.gateway_url}")
        print(f"token      {ground.token}", flush=True)
        await ended.wait()
    finally:
        await ground.close()


def main() -> None:
    """Read the options, and serve."""
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="a loopback address")
    parser.add_argument("--port", type=int, default=8080, help="0 for any that is free")
    parser.add_argument("--file", type=Path, help="keeps the world over restarts")
    parser.add_argument("--observed", type=Path, help="what Discord was seen to do: a JSON file")
    try:
        asyncio.run(serve(parser.parse_args()))
    except BadObservations as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
