"""Vehicles that are read anew whenever one of their files changes."""

from __future__ import annotations

import os
import sys
import time
from typing import Callable, Dict, Iterator, List, Optional, Tuple

from . import _wishbone
from ._error import Error
from ._given import Names, PathLike, Quantity, above_zero, source
from ._vehicle import Vehicle

_Stamp = Optional[Tuple[int, int]]


def _stamp(path: str) -> _Stamp:
    """Time of the last change and size of a file; None where it is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _stamps(files: List[str]) -> Dict[str, _Stamp]:
    return {path: _stamp(path) for path in files}


def _print(error: Error) -> None:
    print(error, file=sys.stderr)


def watch(
    path: PathLike,
    *,
    set: Names = (),
    vehicle: Optional[str] = None,
    told: Callable[[Error], None] = _print,
    interval: Quantity = 0.05,
) -> Iterator[Vehicle]:
    """The vehicle of a file at once, and again whenever one of its files changes, included files too; as `wishbone watch` does.

    `for car in wishbone.watch("car.toml"): print(car.kc().figures["front", "roll_centre_height"])` never ends by itself: `break` and Ctrl-C end it.
    A file with mistakes gives no vehicle: `told` is called with the `wishbone.Error`, which is printed by default, and the next save may mend it. Files
    are looked at every `interval` [s]. Changes by `set` and the choice by `vehicle` are those of `Vehicle`.
    """
    name, pause = source(path), above_zero(interval, "s", "interval")
    if "\n" in name or name in _wishbone.vehicles() or not os.path.isfile(name):
        raise Error(f"`path`: there is no file {name.splitlines()[0] if name else name!r} that could change: give the path of a declaration")
    return _watched(name, set, vehicle, told, pause)


def _watched(
    name: str, set: Names, vehicle: Optional[str], told: Callable[[Error], None], pause: float
) -> Iterator[Vehicle]:
    files: List[str] = [name]
    seen: Dict[str, _Stamp] = {}
    while True:
        now = _stamps(files)
        if now == seen:
            time.sleep(pause)
            continue
        # A file that changes while it is read has another stamp at the next look.
        seen = now
        try:
            car = Vehicle(name, set=set, vehicle=vehicle)
        except Error as error:
            told(error)
            continue
        found = sorted({name, *car._own.files()})
        if found != files:
            # Files that are new here are read once more, behind their stamps.
            files = found
            continue
        yield car
