"""The first compile on two processors: an entry in a second process, while here all that it calls is.

Numba compiles one function at a time in a process. The two meet in the cache; where that fails, or the
second process does, the entry is compiled here afterwards.
"""

import os
import pickle
import subprocess
import sys
from contextlib import contextmanager, suppress

from loopsim.kernels import cache

#: Seconds that the second process is waited for beyond the work here.
PATIENCE = 120

_KEEP = b"keep it"
_THE_OTHER = f"""
import pickle, sys
sys.path[:], folder, entry = pickle.load(sys.stdin.buffer)
from loopsim.kernels import cache, jit
cache.FOLDER = folder
keep = jit.compile_entry(*pickle.loads(entry))
if sys.stdin.buffer.read() == {_KEEP}:
    keep()
"""


@contextmanager
def compiled_elsewhere(function, part, argument_types):
    """While the block is carried out, another process compiles a function, and afterwards keeps it.

    Afterwards, because an entry that is kept says that all is. Does nothing if one was kept before, if
    none can be, or on one processor.
    """
    other = None
    if cache.FOLDER is not None and not cache.compiled_before(part) and _can_start():
        entry = function.__module__, function.__qualname__, part, argument_types
        with suppress(OSError):
            other = _start(entry)
    try:
        yield
        if other is not None:
            with suppress(subprocess.TimeoutExpired, OSError):
                other.communicate(_KEEP, PATIENCE)
    finally:
        if other is not None:
            with other:
                other.kill()


def _start(entry):
    """The other process, told what to do."""
    other = subprocess.Popen(
        [sys.executable, "-P", "-c", _THE_OTHER],  # -P: nothing from the folder of the user
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
    )
    with suppress(OSError):
        other.stdin.write(pickle.dumps((sys.path, cache.FOLDER, pickle.dumps(entry))))
    return other


def _can_start():
    """Whether a second process can be started (Python that is part of a program may not know its own)."""
    return bool(sys.executable) and _processors() > 1


def _processors():
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
