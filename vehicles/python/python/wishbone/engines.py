"""Sweeps on engines that exist: each shard is a call of the tool, which may be repeated.

Files are what counts: a shard whose part is there does nothing, so that all shards of a worker that died are simply asked for again. At the end
`wishbone sweep merge` puts the parts together, and names what is missing. Workers need the tool, and not this package.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

from ._error import Error
from ._findings import _library
from ._tool import tool

PathLike = Union[str, "os.PathLike[str]"]

ROUNDS = 10
"""Times that shards are asked for before what is missing is told."""

SIGNALS = 128
"""Exit codes above this number are those of a shell whose program was killed."""

SAME_PATHS = "plan, folder and tool need the same paths on all workers"
"""What to do where a worker cannot start the tool."""

_CAPTURED: Dict[str, Any] = {"capture_output": True, "encoding": "utf-8", "errors": "replace"}
"""How the tool is called: what it prints is kept."""

_Ask = Callable[[List[int]], Dict[int, str]]
"""Asks an engine for shards, and returns those that are lost, each with the reason."""


class Killed(Error):
    """The tool was killed, for want of memory or by an engine: its shard may be asked for again."""


def _output(done: "subprocess.CompletedProcess[str]") -> str:
    """What a call of the tool printed; its error where it failed."""
    call = f"`{' '.join(done.args)}`"
    if done.returncode < 0 or done.returncode > SIGNALS:
        raise Killed(f"{call} was killed: it ended with {done.returncode}")
    if done.returncode != 0:
        raise Error(_words(done.stderr) or f"{call} ended with {done.returncode}")
    return done.stdout


def _words(told: str) -> str:
    """What the tool tells as its error."""
    words = told.strip()
    return words[len("error: "):] if words.startswith("error: ") else words


def _called(*words: str) -> str:
    try:
        done = subprocess.run(words, **_CAPTURED)
    except OSError as reason:
        raise Error(f"cannot start the tool {words[0]}: {reason.strerror}") from reason
    return _output(done)


def _command(plan: str, out: str, shard: int, shards: int, path: str) -> List[str]:
    return [path, "sweep", plan, "--shard", f"{shard}/{shards}", "--out", out]


def _absolute(plan: PathLike, out: PathLike) -> List[str]:
    return [str(Path(plan).resolve()), str(Path(out).resolve())]


def shard(plan: PathLike, out: PathLike, number: int, shards: int, path: Optional[str] = None) -> int:
    """Computes a shard, the first is 1, and returns its number. `path` is that of the tool."""
    _called(*_command(os.fspath(plan), os.fspath(out), number, shards, path or tool()))
    return number


def merge(out: PathLike) -> str:
    """Puts the parts in a folder together, and returns what the tool tells; a part that is missing is an error that names it."""
    return _called(tool(), "sweep", "merge", os.fspath(out))


def _computed(ask: _Ask, out: str, shards: int) -> str:
    """Asks for all shards, asks again for lost ones, and merges the parts."""
    lost = dict.fromkeys(range(1, shards + 1), "")
    for _ in range(ROUNDS):
        lost = ask(sorted(lost))
        if not lost:
            return merge(out)
    try:
        return merge(out)
    except Error as missing:
        number, reason = sorted(lost.items())[0]
        raise Error(f"{missing}\nshard {number} was lost {ROUNDS} times; the last reason: {reason}") from missing


def dask(client: Any, plan: PathLike, out: PathLike, *, shards: int) -> str:
    """Computes a sweep on a Dask cluster, by its `distributed.Client`, and merges it.

    Plan, folder and tool have the same paths on all workers, which need no package `wishbone`. A mistake of the plan ends the sweep at once, and
    so does a worker without the tool. A shard is asked for again where its worker dies, or its tool is killed.
    """
    distributed = _library("distributed")
    plan, out = _absolute(plan, out)
    path = tool()

    def ask(numbers: List[int]) -> Dict[int, str]:
        futures = [
            # A function of the standard library: workers find it without this package.
            client.submit(subprocess.run, _command(plan, out, number, shards, path), pure=False, **_CAPTURED)
            for number in numbers
        ]
        distributed.wait(futures)
        lost = {number: _lost(future, path) for number, future in zip(numbers, futures)}
        return {number: reason for number, reason in lost.items() if reason}

    return _computed(ask, out, shards)


def _lost(future: Any, path: str) -> Optional[str]:
    """Why a shard is lost; None where it is done. What comes back at each call is raised."""
    if future.status == "finished":
        try:
            _output(future.result())
        except Killed as reason:
            return str(reason)
        return None
    if future.status != "error":
        return f"its task is {future.status}"
    raised = future.exception()
    if isinstance(raised, OSError) and raised.filename == path:
        raise Error(f"a worker cannot start the tool {path}: {raised.strerror}; {SAME_PATHS}")
    return f"{type(raised).__name__}: {raised}"


def hyperqueue(plan: PathLike, out: PathLike, *, shards: int, server: Optional[PathLike] = None) -> str:
    """Computes a sweep on a HyperQueue server that runs, and merges it. `server` is its folder.

    Plan, folder and tool have the same paths on all workers. A mistake of the plan ends the sweep, and so does a worker without the tool.
    A shard is tried again by HyperQueue where its worker dies, and asked for again where its tool is killed.
    """
    hq = _library("hyperqueue")
    plan, out = _absolute(plan, out)
    path, client = tool(), _client(hq, server)
    Path(out).mkdir(parents=True, exist_ok=True)

    def ask(numbers: List[int]) -> Dict[int, str]:
        job, number_of = hq.Job(name="wishbone", max_fails=None), {}
        for number in numbers:
            command, log = _command(plan, out, number, shards, path), str(_log(out, number))
            task = job.program(command, stdout=None, stderr=log, crash_limit=ROUNDS)
            number_of[task.task_id] = number
        submitted = client.submit(job)
        is_done = client.wait_for_jobs([submitted], raise_on_error=False)
        failed = {} if is_done else client.get_failed_tasks(submitted)
        # A shard that is done may have printed notes.
        told = {number: _told(_log(out, number)) for number in numbers}
        return _killed({number_of[task]: own.error for task, own in failed.items()}, told)

    return _computed(ask, out, shards)


def _client(hq: Any, server: Optional[PathLike]) -> Any:
    """The client of the HyperQueue server of a folder."""
    place = "the usual folder" if server is None else f"the folder {os.fspath(server)}"
    try:
        return hq.Client(None if server is None else os.fspath(server))
    except Exception as reason:
        # Behind the first line there is a trace of HyperQueue.
        first = str(reason).partition("\n")[0]
        raise Error(f"no HyperQueue server answers in {place}: {first}; start one by `hq server start`, or name its folder") from reason


def _killed(failed: Dict[int, str], told: Dict[int, str]) -> Dict[int, str]:
    """Failed shards whose tool was killed, with the reason of HyperQueue. What comes back at each call is raised, in words of the tool if it ran."""
    wrong = sorted(number for number, reason in failed.items() if not _is_killed(reason))
    if not wrong:
        return failed
    words = [_words(told[number]) or f"shard {number} did not run: {failed[number].splitlines()[0]}; {SAME_PATHS}" for number in wrong]
    raise Error("\n".join(dict.fromkeys(words)))


def _is_killed(reason: str) -> bool:
    """Whether HyperQueue tells of a program that was killed: `Program terminated with exit code -1. Received signal 9 (SIGKILL).`"""
    code = re.search(r"exit code (-?\d+)", reason)
    return "Received signal" in reason or (code is not None and int(code.group(1)) > SIGNALS)


def _log(out: str, number: int) -> Path:
    return Path(out) / f"shard-{number}.log"


def _told(path: Path) -> str:
    """What a shard printed as its error; its file is removed."""
    text = path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
    path.unlink(missing_ok=True)
    return text


__all__ = ["ROUNDS", "Killed", "dask", "hyperqueue", "merge", "shard"]
