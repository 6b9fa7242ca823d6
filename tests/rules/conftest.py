"""The rules are tested in plain Python: every function of the kernel can be called and listened to."""

import os

import pytest

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

from loopsim.kernels.cache import COMPILED

if COMPILED:
    raise pytest.UsageError(
        "tests/rules need the kernel as plain Python and a process of their own:"
        " NUMBA_DISABLE_JIT=1 python -m pytest tests/rules"
    )
