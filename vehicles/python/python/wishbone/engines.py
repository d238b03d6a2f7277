"""Sweeps on engines that exist: each shard is a call of the tool, which may be repeated.

Files are what counts: a shard whose part is there does nothing, so that all shards of a worker that died are simply asked for again. At the end
`wishbone sweep merge` puts the parts together, and names what is missing.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any, List, Optional, Union

from ._error import Error
from ._findings import _library
from ._tool import tool

PathLike = Union[str, "os.PathLike[str]"]

ROUNDS = 10
"""Times that shards are asked for before what is missing is told."""


SIGNALS = 128
"""Exit codes above this number are those of a shell whose program was killed."""


class Killed(Error):
    """The tool was killed, for want of memory or by an engine: its shard may be asked for again."""


def _called(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode < 0 or done.returncode > SIGNALS:
        raise Killed(f"`{' '.join(words)}` was killed: it ended with {done.returncode}")
    if done.returncode != 0:
        raise Error(done.stderr.strip() or f"`{' '.join(words)}` ended with {done.returncode}")
    return done.stdout


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


def dask(client: Any, plan: PathLike, out: PathLike, *, shards: int) -> str:
    """Computes a sweep on a Dask cluster, by its `distributed.Client`, and merges it.

    Plan, folder and tool have the same paths on all workers. A mistake of the plan ends the sweep at once. A shard is asked for again where
    its worker dies, or its tool is killed.
    """
    distributed = _library("distributed")
    plan, out = _absolute(plan, out)
    path, left = tool(), list(range(1, shards + 1))
    for _ in range(ROUNDS):
        futures = [client.submit(shard, plan, out, number, shards, path, pure=False) for number in left]
        distributed.wait(futures)
        left = [number for number, future in zip(left, futures) if not _is_done(future)]
        if not left:
            break
    return merge(out)


def _is_done(future: Any) -> bool:
    """Whether a shard is done; false where its worker died, or its tool was killed."""
    if future.status == "finished":
        return True
    reason = future.exception() if future.status == "error" else None
    if isinstance(reason, Error) and not isinstance(reason, Killed):
        raise reason
    return False


def hyperqueue(plan: PathLike, out: PathLike, *, shards: int, server: Optional[PathLike] = None) -> str:
    """Computes a sweep on a HyperQueue server that runs, and merges it. `server` is its folder.

    Plan, folder and tool have the same paths on all workers. A shard is tried again by HyperQueue where its worker dies.
    """
    hq = _library("hyperqueue")
    plan, out = _absolute(plan, out)
    path = tool()
    client = hq.Client(os.fspath(server) if server is not None else None)
    job, shard_of = hq.Job(name="wishbone", max_fails=None), {}
    for number in range(1, shards + 1):
        log = str(_log(out, number))
        task = job.program(_command(plan, out, number, shards, path), stdout=None, stderr=log, crash_limit=ROUNDS)
        shard_of[task.task_id] = number
    Path(out).mkdir(parents=True, exist_ok=True)
    submitted = client.submit(job)
    is_done = client.wait_for_jobs([submitted], raise_on_error=False)
    # A shard that is done may have printed notes.
    failed = set() if is_done else {shard_of[task] for task in client.get_failed_tasks(submitted)}
    told = {number: _told(_log(out, number)) for number in range(1, shards + 1)}
    reasons = [told[number] for number in sorted(failed) if told[number]]
    if reasons:
        raise Error("\n".join(dict.fromkeys(reasons)))
    return merge(out)


def _log(out: str, number: int) -> Path:
    return Path(out) / f"shard-{number}.log"


def _told(path: Path) -> str:
    """What a shard printed as its error; its file is removed."""
    text = path.read_text(encoding="utf-8").strip() if path.exists() else ""
    path.unlink(missing_ok=True)
    return text


__all__ = ["ROUNDS", "Killed", "dask", "hyperqueue", "merge", "shard"]
