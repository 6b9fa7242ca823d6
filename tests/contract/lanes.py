"""The same games in another process: without compiling, or with every index checked.

    NUMBA_DISABLE_JIT=1 python -m tests.contract.lanes 20 "4 base random" …

prints the fingerprints of so many games of each set-up as one JSON object.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.contract.checks import digest, play
from tests.contract.setups import SetUp, every

ROOT = Path(__file__).parents[2]
SEED = 77

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
BOUNDS = {"NUMBA_BOUNDSCHECK": "1"}


def prints_of(setups: Sequence[SetUp], games: int) -> dict[str, str]:
    """The fingerprint of the first games of each set-up, by its name, in this process."""
    return {setup.name: digest(play(setup.table(), SEED, games)) for setup in setups}


def prints_elsewhere(
    setups: Sequence[SetUp], games: int, environment: dict[str, str], timeout_s: float = 900
) -> dict[str, str]:
    """The same in a process with these variables set. AssertionError with its words if it fails."""
    command = [sys.executable, "-m", "tests.contract.lanes", str(games)]
    done = subprocess.run(
        [*command, *(setup.name for setup in setups)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    prints: dict[str, str] = json.loads(done.stdout)
    return prints


def main() -> None:
    """Print fingerprints."""
    games, names = int(sys.argv[1]), sys.argv[2:]
    print(json.dumps(prints_of([setup for setup in every() if setup.name in names], games)))


if __name__ == "__main__":
    main()
