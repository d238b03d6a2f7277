"""Vehicles and the tool for all tests. The tool is that of `WISHBONE_TOOL`, or in PATH."""

import signal
import subprocess

import pytest

import wishbone
from wishbone._tool import tool as path_of_tool

# A shell starts what runs in its background deaf to interrupts, which tests wait for.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def car():
    return wishbone.Vehicle("macpherson_car")


@pytest.fixture(scope="session")
def hmmwv():
    return wishbone.Vehicle("hmmwv")


@pytest.fixture(scope="session")
def tool():
    """Calls the tool with words, and returns what it prints."""

    def call(*words):
        done = subprocess.run([path_of_tool(), *map(str, words)], capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return call
