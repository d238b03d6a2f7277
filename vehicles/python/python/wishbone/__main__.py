"""Computes a sweep on an engine, as `wishbone sweep --on` asks for it."""

from __future__ import annotations

import sys
from typing import List

from . import engines
from ._error import Error
from ._findings import _library


def main(words: List[str]) -> int:
    """Words: engine, its place, plan, folder, number of shards. An error is printed, and gives the code 1."""
    engine, place, plan, out, shards = words
    try:
        if engine == "dask":
            client = _library("distributed").Client(place)
            try:
                engines.dask(client, plan, out, shards=int(shards))
            finally:
                client.close()
        else:
            engines.hyperqueue(plan, out, shards=int(shards), server=place or None)
    except (Error, OSError) as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
