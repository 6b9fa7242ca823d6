"""The one place where functions are handed to Numba.

Numba stamps a cached function with a hash of its *own* file only, so an edit in another kernel file
would go unseen and a stale rule would answer. Hence: helpers are never cached, entries are cached in
a folder named after a digest of every kernel source, where they lie, the versions and the switches
that change code. With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from contextlib import suppress
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import ClassVar

import numba
from llvmlite import binding
from numba import config, from_dtype, int64, njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.ccallback import CFunc
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.misc.appdirs import AppDirs

COMPILED = not config.DISABLE_JIT

#: For functions that only compiled code calls. (Not to inline has to be said: Numba hands the flag on
#: to whatever it compiles while it compiles an inlined function.)
helper = njit(nogil=True, forceinline=False)

#: For a helper on the path of every turn that has one or two callers: it becomes part of them.
inlined = njit(nogil=True, forceinline=True)


def _cache_folder() -> Path | None:
    """The folder for this exact set of sources, or None if nothing can be written anywhere."""
    kernels = Path(__file__).parent.absolute()  # Numba, too, keeps apart what lies apart
    versions = sys.implementation.cache_tag, numba.__version__, config.BOUNDSCHECK, config.OPT
    digest = hashlib.sha256(os.fsencode(f"{kernels} {versions}"))
    for path in sorted(kernels.rglob("*.py")):
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
    """Whether the cache holds compiled code of exactly these sources (an entry is cached last)."""
    return not COMPILED or (CACHE is not None and any((CACHE / ENTRIES).rglob("*.nbc")))


class _Sealed(CompileResultCacheImpl):
    """Compiled code with its digest: damaged code would crash, or answer wrongly."""

    #: Not beside the source, where no digest of the other sources would be.
    _locator_classes: ClassVar = [UserProvidedCacheLocator]

    def reduce(self, cres):
        """What is kept."""
        code = dumps(super().reduce(cres))
        return hashlib.sha256(code).digest(), code

    def rebuild(self, target_context, payload):
        """The inverse of `reduce`."""
        digest, code = payload
        if hashlib.sha256(code).digest() != digest:
            raise ValueError("damaged code")
        return super().rebuild(target_context, pickle.loads(code))


class _Cache(FunctionCache):
    """Numba's cache, of which a fault costs the time to compile, never the run."""

    _impl_class = _Sealed

    def load_overload(self, sig, target_context):
        """What was kept; None if there is nothing, or if it is damaged."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a damaged pickle can raise anything
            try:
                self.flush()
            except OSError:
                self.disable()
            return None

    def save_overload(self, sig, data):
        """Keep it, if the disk takes it."""
        with suppress(OSError):
            super().save_overload(sig, data)


def _keep(compiled, function, part):
    """Let Numba keep the code of a function in a part of the cache folder."""
    if CACHE is None:
        return
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE / part)
    try:
        compiled._cache = _Cache(function)
    except RuntimeError:  # the part cannot be written
        pass
    finally:
        config.CACHE_DIR = before


def entry(function):
    """A function that Python calls; compiled at its first call, its cached code holds its helpers'."""
    if not COMPILED:
        return function
    compiled = njit(nogil=True)(function)
    _keep(compiled, function, ENTRIES)

    @wraps(function)
    def call(*arguments):
        if _TO_COMPILE:
            _compile_apart()
        return compiled(*arguments)

    return call


def apart(name, *records):
    """Compile a function apart from its callers, which reach it through its address.

    Numba puts a helper's code into every caller, and into the callers of those, and optimises it each
    time anew: what sits at the bottom of the rules, and is large, would be compiled twenty times. It
    also could not call the rules that call it. Takes records of the given dtypes, then integers; gives
    an integer. It must not raise. Compiled when an entry is called first.
    """

    def decorate(function):
        if not COMPILED:
            return function
        integers = function.__code__.co_argcount - len(records)
        signature = int64(*(from_dtype(record) for record in records), *(int64,) * integers)
        _TO_COMPILE.append((name, signature, function))
        return types.ExternalFunction(name, signature)

    return decorate


def _compile_apart():
    """Compile what waits, in the order of definition: what is called has its address first."""
    with _LOCK:
        while _TO_COMPILE:
            name, signature, function = _TO_COMPILE[0]
            options = {"nopython": True, "forceinline": True}
            compiled = CFunc(function, normalize_signature(signature), {}, options)
            _keep(compiled, function, "apart")
            compiled.compile()
            binding.add_symbol(name, compiled.address)
            _KEPT.append(compiled)
            del _TO_COMPILE[0]


ENTRIES = "entries"
_LOCK = Lock()
_TO_COMPILE: list = []
#: Compiled functions that are called by address must stay alive.
_KEPT: list = []
