"""Compiled code, kept on disk from one process to the next.

Numba stamps cached code with a hash of its *own* file only, so an edit in another kernel file would go
unseen and a stale rule would answer. Hence a folder named after a digest of every kernel source, where
they lie, the versions and the switches that change code. A fault of the cache costs the time to
compile, never the run.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import numba
from numba import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

COMPILED = not config.DISABLE_JIT


KERNELS = Path(__file__).parent.absolute()
HASH_DIGITS = 16


def sources_hash() -> str:
    """What says which rules and bots are played: a digest of all kernel sources, wherever they lie."""
    return hashlib.sha256(_sources()).hexdigest()[:HASH_DIGITS]


def _sources() -> bytes:
    return b"".join(path.read_bytes() for path in sorted(KERNELS.rglob("*.py")))


def _folder() -> Path | None:
    """The folder for this exact set of sources, or None if nothing can be written anywhere."""
    # Numba, too, keeps apart what lies apart
    versions = sys.implementation.cache_tag, numba.__version__, config.BOUNDSCHECK, config.OPT
    digest = hashlib.sha256(os.fsencode(f"{KERNELS} {versions}"))
    digest.update(_sources())
    root = os.environ.get("LOOPSIM_CACHE_DIR") or AppDirs("loopsim", False).user_cache_dir
    folder = Path(root) / digest.hexdigest()[:HASH_DIGITS]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None  # compile each time; never fall back to a guessable shared folder (pickles)
    return folder


FOLDER = _folder() if COMPILED else None
#: Parts of the folder: what is compiled apart from its callers; what Python calls to play games, to play
#: games with look-ahead bots, to ask bots, and to continue games.
APART, ENTRIES, THINKING, ASKING = "apart", "entries", "thinking", "asking"
CONTINUING = "continuing"


def compiled_before(part: str = ENTRIES) -> bool:
    """Whether an entry of a part, compiled of exactly these sources, is kept (entries are kept last)."""
    return not COMPILED or (FOLDER is not None and any((FOLDER / part).rglob("*.nbc")))


def keep(compiled, function, part):
    """Let Numba keep the code of a function in a part of the folder."""
    if FOLDER is None:
        return
    before, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER / part)
    try:
        compiled._cache = _Cache(function)
    except RuntimeError:  # the part cannot be written
        pass
    finally:
        config.CACHE_DIR = before


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
