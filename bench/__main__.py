"""Every figure in one run, one after the other: `python -m bench`."""

import asyncio

from bench import legal, pictures, rules, service

for title, bench in (
    ("Rules, beside python-chess", rules.main),
    ("Listing what is legal, beside the reference engine of the tests", legal.main),
    ("Pictures, beside their own PNG encoding", pictures.main),
):
    print(f"\n== {title}")
    bench()
print("\n== A move through the service, beside raw sqlite3")
asyncio.run(service.main())
