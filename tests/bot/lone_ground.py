"""A playground in a process of its own, to be frozen and killed: `… PORT`.

It prints the token, the address of the API and that of the gateway.
"""

import asyncio
import sys

import playground


async def main(port: str) -> None:
    ground = await playground.start(port=int(port))
    print(ground.token, ground.api_base, ground.gateway_url, flush=True)  # noqa: T201
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
