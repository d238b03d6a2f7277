"""Findings of studies: figures, curves, verdicts, pictures."""

from __future__ import annotations

import difflib
import html
import importlib
import os
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._error import Error
from ._given import PathLike, place, write
from ._wishbone import Found

Array = npt.NDArray[np.float64]

LISTED = 20
"""Names that a message lists at most."""


def missing(kind: str, name: object, known: Iterable[str]) -> KeyError:
    """The error of a name that is not there, with the nearest that is."""
    known = list(known)
    near = difflib.get_close_matches(str(name), known, 1)
    listed = ", ".join(known[:LISTED]) + (", .." if len(known) > LISTED else "")
    advice = f"did you mean {near[0]!r}?" if near else f"there are: {listed}" if known else "there are none"
    return KeyError(f"there is no {kind} {name!r}; {advice}")


def _plain(name: object) -> str:
    return str(name).replace("_", " ").replace("-", " ").strip().lower()


def _group(subject: str) -> str:
    """The short name of a subject: `front_left` of `front_left.tyre`, `front` of `front_left.tyre and front_right.tyre`."""
    groups = [part.rpartition(".")[0] or part for part in subject.split(" and ")]
    return os.path.commonprefix(groups).rstrip("_.") if len(groups) > 1 else groups[0]


def _subject_and_name(key: Any) -> Tuple[str, str]:
    """Subject and name of a figure; a name alone is one of the whole vehicle."""
    names = ("", key) if isinstance(key, str) else key
    if not (isinstance(names, tuple) and len(names) == 2 and all(isinstance(own, str) for own in names)):
        raise TypeError(f"a figure has a name, or a subject and a name such as `figures[\"front\", \"camber\"]`, and not {key!r}")
    subject, name = names
    return subject, name


@dataclass(frozen=True)
class Figure:
    """A number that a study finds."""

    subject: str
    """Wheel, axle, body or joint; empty for the whole vehicle."""
    name: str
    """`roll centre height`"""
    unit: str
    """Unit in which the tool shows the figure, such as `deg` or `N/mm`; empty if it has none."""
    value: Optional[float]
    """Value in that unit; None where the study does not reach the figure."""
    definition: str
    """Definition, with the clause of the standard where there is one."""

    def __float__(self) -> float:
        """The value; NaN where there is none."""
        return float("nan") if self.value is None else self.value

    def __str__(self) -> str:
        of = f"{self.subject}: " if self.subject else ""
        value = "none" if self.value is None else f"{self.value:g}"
        return f"{of}{self.name} = {value} {self.unit}".rstrip()


class Figures(Sequence[Figure]):
    """Figures in order; `figures["front", "roll_centre_height"]` and `figures["yaw_rate"]` are found by name.

    An underscore stands for a space or a hyphen. `front_left` is short for `front_left.tyre`, and `front` for both wheels of the axle. A name without a
    subject means the whole vehicle.
    """

    def __init__(self, figures: Sequence[Figure]) -> None:
        self._all = list(figures)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Figure]:
        return iter(self._all)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, (int, slice)):
            return self._all[key]
        subject, name = _subject_and_name(key)
        named = [own for own in self._all if _plain(own.name) == _plain(name)]
        exact = [own for own in named if _plain(own.subject) == _plain(subject)]
        found = exact or [own for own in named if _plain(_group(own.subject)) == _plain(subject)]
        if not found:
            raise self._missing(subject, name)
        if any(own != found[0] for own in found):
            of = ", ".join(dict.fromkeys(own.subject for own in found))
            raise KeyError(f"figure {name!r} of {subject!r} is there several times (of {of}): name the subject in full, or ask one study")
        return found[0]

    def _missing(self, subject: str, name: str) -> KeyError:
        own = [own for own in self._all if _plain(subject) in (_plain(own.subject), _plain(_group(own.subject)))]
        if not own:
            names = dict.fromkeys(name for own in self._all for name in (own.subject, _group(own.subject)))
            return missing("subject", subject, names)
        return missing(f"figure of {subject!r} called", name, dict.fromkeys(figure.name for figure in own))

    def __contains__(self, key: object) -> bool:
        try:
            return key in self._all or self[key] is not None
        except (KeyError, TypeError):
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} figures>"

    def _repr_html_(self) -> str:
        rows = []
        for own in self._all:
            value = "" if own.value is None else f"{own.value:.6g}"
            cells = (own.subject, own.name, value, own.unit, own.definition)
            rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
        head = "".join(f"<th>{word}</th>" for word in ("subject", "figure", "value", "unit", "definition"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"

    def to_pandas(self) -> Any:
        """A pandas data frame: a row for each figure."""
        pandas = _library("pandas")
        return pandas.DataFrame([vars(own) for own in self._all], columns=["subject", "name", "unit", "value", "definition"])


@dataclass(frozen=True)
class Verdict:
    """How a study came out."""

    outcome: str
    """`rests`, `steady_unstably`, `to_its_end`, `rolled_over`, .."""
    time: Optional[float]
    """Time at which it came about [s]; None where nothing runs."""
    part: Optional[str]
    """The part that brought it about."""
    words: str
    """The outcome in one line."""
    is_as_asked: bool
    """Whether the answer is one to what was asked, so that figures have the meaning of their definitions."""

    def __str__(self) -> str:
        return self.words or self.outcome


class Picture:
    """A picture, drawn by the tool as SVG. Notebooks show it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: PathLike) -> None:
        """Writes the picture as an SVG file."""
        write(place(path), self.svg.encode())

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as reason:
        raise Error(f"`{name}` is not installed here: `pip install {name}`") from reason


class Findings:
    """Findings of a study: figures, a table of curves or histories, a verdict.

    `findings["yaw_rate"]` is a column of the table, a numpy array in SI; those of `Vehicle.response` have other units, which `units` tells.
    All columns are views of one array that is copied out of the study once and cannot be written; `.copy()` gives an array of one's own.
    """

    def __init__(self, found: Found) -> None:
        self._found = found
        self._places: Dict[str, int] = {name: place for place, (name, _) in enumerate(found.columns)}

    @property
    def design(self) -> str:
        """Name of the design."""
        return self._found.design

    @property
    def name(self) -> str:
        """Name of the study: `bounce`, `step_steer`."""
        return self._found.name

    @property
    def conditions(self) -> str:
        """Its conditions, in one line."""
        return self._found.conditions

    @property
    def verdict(self) -> Verdict:
        """How it came out."""
        return Verdict(*self._found.verdict)

    @property
    def figures(self) -> Figures:
        """Its figures, in the units in which the tool shows them."""
        return Figures([Figure(*own) for own in self._found.figures])

    @property
    def notes(self) -> List[str]:
        """Findings that are no numbers."""
        return self._found.notes

    @property
    def columns(self) -> List[str]:
        """Names of the columns of its table."""
        return list(self._places)

    @property
    def units(self) -> Mapping[str, str]:
        """Unit of each column; empty where there is none.

        Units are SI, but for `Vehicle.response`: its phases are in deg, its gains by a degree where the input is an angle.
        """
        return dict(self._found.columns)

    def __getitem__(self, column: str) -> Array:
        """A column of the table, a view that cannot be written. `units` tells its unit: SI, but for `Vehicle.response`."""
        place = self._places.get(column)
        if place is None:
            raise missing("column", column, self._places)
        view: Array = self._found.block[place]
        return view

    def __contains__(self, column: object) -> bool:
        return column in self._places

    @property
    def time(self) -> Array:
        """Times of the rows [s]."""
        return self["time"]

    def to_numpy(self) -> Array:
        """The table, a row for each place or time; a view that cannot be written."""
        table: Array = self._found.block.T
        return table

    def to_pandas(self) -> Any:
        """A pandas data frame; `frame.attrs["units"]` has the units. The numbers are copied."""
        pandas = _library("pandas")
        frame = pandas.DataFrame({name: self[name].copy() for name in self._places})
        frame.attrs["units"] = dict(self.units)
        return frame

    def to_polars(self) -> Any:
        """A polars data frame. The numbers are copied."""
        polars = _library("polars")
        return polars.DataFrame({name: self[name].copy() for name in self._places})

    def to_xarray(self) -> Any:
        """An xarray data set over the first column, a variable with its unit for each other one. The numbers are copied."""
        xarray = _library("xarray")
        if not self._places:
            return xarray.Dataset()
        first, *others = self._places
        units = self.units
        variables = {name: (first, self[name].copy(), {"units": units[name]}) for name in others}
        return xarray.Dataset(variables, {first: (first, self[first].copy(), {"units": units[first]})})

    def csv(self) -> str:
        """The table as the tool writes it."""
        return self._found.csv()

    def json(self) -> str:
        """The findings as the tool prints them with `--json`, of one study."""
        return self._found.json()

    def plot(self) -> Picture:
        """The curves as the tool draws them."""
        svg = self._found.svg()
        if not svg:
            raise Error(f"`{self.name}` has no curves to draw")
        return Picture(svg)

    def __str__(self) -> str:
        """The figures as the tool prints them."""
        return self._found.text()

    def __repr__(self) -> str:
        return f"<{self.name} of {self.design}: {self.verdict}, {len(self.figures)} figures, {len(self._places)} columns>"

    def _repr_html_(self) -> str:
        head = f"<p><b>{html.escape(self.design)}, {html.escape(self.name)}</b>: {html.escape(self.conditions)}</p>"
        words = "".join(f"<p>{html.escape(line)}</p>" for line in [self.verdict.words, *self.notes] if line)
        return head + self.figures._repr_html_() + words + self._found.svg()


class Studies(Mapping[str, Findings]):
    """Findings of several studies, by name: `kc["bounce"]`."""

    def __init__(self, all: Sequence[Findings]) -> None:
        self._all = {own.name: own for own in all}

    def __getitem__(self, name: str) -> Findings:
        for own in self._all:
            if _plain(own) == _plain(name):
                return self._all[own]
        raise missing("study", name, self._all)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @property
    def figures(self) -> Figures:
        """The figures of all studies."""
        return Figures([figure for own in self._all.values() for figure in own.figures])

    def __str__(self) -> str:
        """The figures as the tool prints them."""
        return "\n".join(str(own) for own in self._all.values())

    def __repr__(self) -> str:
        return f"<Studies: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        return "".join(own._repr_html_() for own in self._all.values())
