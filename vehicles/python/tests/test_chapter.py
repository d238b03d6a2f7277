"""The chapter of the book: its blocks run, and print what stands below them. `BLESS=1` writes anew what they print."""

import contextlib
import io
import os
import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).parents[3] / "docs/book/elsewhere/python.md"
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)
OPTIONAL = {"casadi", "gymnasium", "jax", "optuna", "pandas", "scipy"}


def test_blocks_print_what_stands_below_them(tmp_path, monkeypatch):
    text = PAGE.read_text()
    monkeypatch.chdir(tmp_path)
    names, left_out, wrong, blessed = {}, [], [], text
    for block in BLOCK.finditer(text):
        code, wanted = block.groups()
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(code, "python.md", "exec"), names)
        except Exception as reason:
            cause = reason.__cause__ or reason
            absent = cause.name if isinstance(cause, ModuleNotFoundError) else None
            depends = isinstance(reason, NameError) and left_out
            if absent not in OPTIONAL and not depends:
                raise
            left_out.append(absent)
            continue
        lines = [line.rstrip() for line in printed.getvalue().splitlines()]
        told = "".join(line + "\n" for line in lines)
        if told != (wanted or ""):
            wrong.append((code, wanted, told))
            new = block.group(0).replace(f"```text\n{wanted}```", f"```text\n{told}```")
            blessed = blessed.replace(block.group(0), new)
    assert len(BLOCK.findall(text)) >= 10
    if os.environ.get("BLESS") == "1":
        PAGE.write_text(blessed)
    else:
        assert not wrong, wrong[0]
    if left_out:
        pytest.skip(f"blocks are left out: {', '.join(filter(None, left_out))} not installed")
