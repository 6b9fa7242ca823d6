"""Progress on stderr: games, games a second, time left."""

import sys
from types import TracebackType
from typing import Self

from rich import progress as bar
from rich.console import Console

FIRST_COMPILE = "compiling the kernel for the first time: about half a minute, kept for later"


class Progress:
    """A progress bar; when stderr is no terminal only what matters is said, a line each."""

    def __init__(self, games: int, shown: bool = True) -> None:
        """A bar of so many games."""
        self._shown = shown
        self._console = Console(stderr=True)
        self._bar = bar.Progress(
            bar.TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            bar.BarColumn(),
            bar.TextColumn("{task.fields[rate]}"),
            bar.TimeRemainingColumn(),
            console=self._console,
            disable=not (shown and self._console.is_terminal),
            transient=True,
        )
        self._task = self._bar.add_task("games", total=games, rate="")

    def __enter__(self) -> Self:
        """Show it."""
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take it away."""
        self._bar.stop()

    def compiling(self) -> None:
        """Say that the first compile takes a while."""
        if self._shown:
            print(f"loopsim: {FIRST_COMPILE}", file=sys.stderr, flush=True)

    def advance(self, games: int) -> None:
        """Count finished games."""
        speed = self._bar.tasks[0].speed
        rate = f"{speed:,.0f} games/s" if speed else ""
        self._bar.update(self._task, advance=games, rate=rate)
