"""Computes a sweep on an engine, as `wishbone sweep --on` asks for it."""

from __future__ import annotations

import sys
from typing import Any, List

from . import engines
from ._error import Error
from ._findings import _library


def main(words: List[str]) -> int:
    """Words: engine, its place, plan, folder, number of shards.

    A reason why there is no sweep gives the code 1. It is printed as output, because engines print bars and logs of their own as errors.
    """
    engine, place, plan, out, shards = words
    try:
        if engine == "dask":
            on_dask(place, plan, out, int(shards))
        else:
            engines.hyperqueue(plan, out, shards=int(shards), server=place or None)
    except Error as reason:
        print(reason)
        return 1
    except Exception as reason:
        first = str(reason).partition("\n")[0]
        print(f"{engine}: {type(reason).__name__}: {first}")
        return 1
    return 0


def on_dask(address: str, plan: str, out: str, shards: int) -> None:
    """Computes a sweep on the Dask cluster of a scheduler."""
    client = scheduler(address)
    try:
        engines.dask(client, plan, out, shards=shards)
    finally:
        client.close()


def scheduler(address: str) -> Any:
    """The client of a Dask scheduler."""
    distributed = _library("distributed")
    try:
        return distributed.Client(address)
    except Exception as reason:
        first = str(reason).partition("\n")[0]
        raise Error(f"no Dask scheduler answers at {address}: {first}") from reason


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
