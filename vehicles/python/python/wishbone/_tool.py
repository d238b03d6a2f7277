"""The command-line tool and the library inside FMUs, where they are installed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Optional, Union

from ._error import Error


def tool() -> str:
    """Absolute path of the tool `wishbone`: that of the variable `WISHBONE_TOOL`, else the one in `PATH`."""
    named = os.environ.get("WISHBONE_TOOL")
    found = _found()
    if found is None and named:
        raise Error(f"the variable WISHBONE_TOOL names {named}, and no program is there: give the path of the tool `wishbone`")
    if found is None:
        raise Error("the tool `wishbone` is not in PATH: install it by `cargo install`, or name it in the variable WISHBONE_TOOL")
    return found


def _found() -> Optional[str]:
    """Absolute path of the tool, since workers of an engine run in other folders; None where it is not there."""
    found = shutil.which(os.environ.get("WISHBONE_TOOL") or "wishbone")
    return None if found is None else os.path.abspath(found)


def shell(path: Optional[Union[str, "os.PathLike[str]"]]) -> bytes:
    """Content of the library that runs vehicles in FMUs: of a path, else beside this package or the tool."""
    ending = {"win32": ("", ".dll"), "darwin": ("lib", ".dylib")}.get(sys.platform, ("lib", ".so"))
    name = f"{ending[0]}wishbone_fmu{ending[1]}"
    if path is not None:
        places = [Path(path)]
    else:
        places = [Path(__file__).parent / name]
        found = _found()
        if found is not None:
            folder = Path(found).resolve().parent
            places += [folder / name, folder.parent / "lib" / name]
    for place in places:
        if place.is_file():
            return place.read_bytes()
    raise Error(
        f"the library `{name}`, which runs vehicles in FMUs, is not at {', '.join(map(str, places))}: build it by `cargo build --release -p wishbone-fmu`, "
        "and give it as `shell`"
    )
