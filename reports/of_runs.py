"""Placeholder."""

from typing import Any


def of_runs(runs: Any, studies: Any) -> Any:
    """Later."""
    raise NotImplementedError
