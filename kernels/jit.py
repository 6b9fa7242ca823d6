"""The one place where functions are handed to Numba.

Numba stamps a cached function with a hash of its *own* file only, so an edit in another kernel file
would go unseen and a stale rule would answer. Hence: helpers are never cached, entries are cached in
a folder named after a digest of every kernel source, the Numba version and the switches that change
code. With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import numba
from llvmlite import binding
from numba import cfunc, config, from_dtype, int64, njit, types
from numba.misc.appdirs import AppDirs

COMPILED = not config.DISABLE_JIT

#: For functions that only compiled code calls. (Not to inline has to be said: Numba hands the flag on
#: to whatever it compiles while it compiles an inlined function.)
helper = njit(nogil=True, forceinline=False)

#: For a helper on the path of every turn that has one or two callers: it becomes part of them.
inlined = njit(nogil=True, forceinline=True)


def _cache_folder() -> Path | None:
    """The folder for this exact set of sources, or None if nothing can be written anywhere."""
    digest = hashlib.sha256(f"{numba.__version__} {config.BOUNDSCHECK} {config.OPT}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    root = os.environ.get("LOOPSIM_CACHE_DIR") or AppDirs("loopsim", False).user_cache_dir
    folder = Path(root) / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None  # compile each time; never fall back to a guessable shared folder (pickles)
    return folder


CACHE = _cache_folder() if COMPILED else None


def compiled_before() -> bool:
    """Whether the cache holds compiled code of exactly these sources."""
    return not COMPILED or (CACHE is not None and any(CACHE.rglob("*.nbc")))


def entry(function):
    """Compile a function that Python calls; its cached code holds the code of its helpers."""
    if CACHE is None:
        return helper(function)
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
    try:
        return njit(nogil=True, cache=True)(function)
    finally:
        config.CACHE_DIR = before


def apart(name, *records):
    """Compile a function apart from its callers, which reach it through its address.

    Numba puts a helper's code into every caller, and into the callers of those, and optimises it each
    time anew: what sits at the bottom of the rules, and is large, would be compiled twenty times. It
    also could not call the rules that call it. Takes records of the given dtypes, then integers; gives
    an integer. It must not raise.
    """

    def decorate(function):
        if not COMPILED:
            return function
        integers = function.__code__.co_argcount - len(records)
        signature = int64(*(from_dtype(record) for record in records), *(int64,) * integers)
        before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE or "")
        try:
            compiled = cfunc(signature, nopython=True, cache=CACHE is not None)(function)
        finally:
            config.CACHE_DIR = before
        binding.add_symbol(name, compiled.address)
        _KEPT.append(compiled)
        return types.ExternalFunction(name, signature)

    return decorate


#: Compiled functions that are called by address must stay alive.
_KEPT: list = []
