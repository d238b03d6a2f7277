"""The exception of this package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

_Told = Tuple[str, str, str, Optional[str], Optional[int], Optional[int], Optional[str]]


@dataclass(frozen=True)
class Problem:
    """A mistake or a warning in a declaration, with its place."""

    severity: str
    """`error` or `warning`."""
    code: str
    """`W0303`; `wishbone explain W0303` tells more."""
    message: str
    """The problem, with the name of the part concerned."""
    file: Optional[str]
    """File, or name of the text; None where the problem has no place in a text."""
    line: Optional[int]
    """From one on."""
    column: Optional[int]
    """From one on."""
    help: Optional[str]
    """Advice."""


class Error(Exception):
    """A reason why there is no answer.

    `str()` is the message as the tool prints it, with an excerpt of the text and a caret below each mistake. `problems` has the mistakes of a
    declaration one by one; `code`, `file`, `line`, `column` and `help` are those of the first one, and None where the reason is no mistake
    of a declaration.
    """

    problems: Tuple[Problem, ...]

    def __init__(self, message: str, problems: Sequence[_Told] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(Problem(*own) for own in problems)

    def __reduce__(self) -> Tuple[type, Tuple[object, ...]]:
        told = [(p.severity, p.code, p.message, p.file, p.line, p.column, p.help) for p in self.problems]
        return type(self), (self.args[0], told)

    @property
    def is_defect(self) -> bool:
        """Whether the reason is a defect of wishbone, which should be reported."""
        return str(self).startswith("a defect of wishbone")

    @property
    def _first(self) -> Optional[Problem]:
        return self.problems[0] if self.problems else None

    @property
    def code(self) -> Optional[str]:
        """Code of the first mistake."""
        return self._first.code if self._first else None

    @property
    def file(self) -> Optional[str]:
        """File of the first mistake."""
        return self._first.file if self._first else None

    @property
    def line(self) -> Optional[int]:
        """Line of the first mistake, from one on."""
        return self._first.line if self._first else None

    @property
    def column(self) -> Optional[int]:
        """Column of the first mistake, from one on."""
        return self._first.column if self._first else None

    @property
    def help(self) -> Optional[str]:
        """Advice on the first mistake."""
        return self._first.help if self._first else None
