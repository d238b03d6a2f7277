"""What callers give: numbers with units, names, places of files."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path
from typing import Any, Iterable, List, Optional, Sequence, Set, Union

import numpy as np

from ._error import Error
from ._wishbone import si

Quantity = Union[float, str]
"""A number in SI, or a text with its unit: `25.0`, `"90 km/h"`; an angle is in rad, or `"30 deg"`."""

PathLike = Union[str, "os.PathLike[str]"]

Names = Union[str, Sequence[str]]
"""Names, or a single one."""

_READ: Set[str] = set()


def number(value: Optional[Quantity], unit: str, name: str) -> Optional[float]:
    """A number in SI where one is given."""
    return None if value is None else si(value, unit, name)


def above_zero(value: Quantity, unit: str, name: str) -> float:
    """A number above zero in SI."""
    size = si(value, unit, name)
    if size <= 0.0:
        raise Error(f"`{name}`: a number above zero is wanted, and not {value}")
    return size


def reals(values: Iterable[Any], name: str) -> List[float]:
    """Real numbers, and neither texts nor complex numbers, which numpy would convert."""
    given = list(values)
    try:
        if np.asarray(given).dtype.kind not in "USc":
            return [float(own) for own in given]
    except (TypeError, ValueError, OverflowError):
        pass
    raise Error(f"`{name}`: an array of real numbers is wanted")


def names(words: Names) -> List[str]:
    """A list of names; a single text is one name."""
    given = [words] if isinstance(words, str) else list(words)
    if not all(isinstance(own, str) for own in given):
        raise TypeError(f"names are wanted, and not {words!r}")
    return given


def text(value: Optional[str], name: str) -> Optional[str]:
    """A text where one is given."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"`{name}`: a text is wanted, and not {value!r}")
    return value


def source(given: PathLike) -> str:
    """A path, a name or a text. No later result is written over a file that is read here."""
    word = os.fspath(given)
    if "\n" not in word and os.path.isfile(word):
        _READ.add(os.path.realpath(word))
    return word


def place(given: PathLike) -> Path:
    """The place of a file that can be written, which is asked before the work begins."""
    path = Path(os.path.realpath(given))
    reason = None
    if not path.parent.is_dir():
        reason = f"there is no folder {path.parent}"
    elif str(path) in _READ and path.exists():
        reason = "a declaration or manoeuvre was read from it; give another place"
    elif path.exists() and not path.is_file():
        reason = "what is there is no file"
    elif not os.access(path.parent, os.W_OK):
        reason = f"the folder {path.parent} is not open for writing"
    if reason:
        raise Error(f"cannot write {os.fspath(given)}: {reason}")
    return path


def write(path: Path, content: bytes) -> None:
    """Writes a file completely or not at all."""
    part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        try:
            with open(part, "xb") as file:
                file.write(content)
            if path.exists():
                shutil.copymode(path, part)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as reason:
        raise Error(f"cannot write {path}: {reason.strerror or reason}") from reason
