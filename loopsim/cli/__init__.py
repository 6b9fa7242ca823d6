"""The command line. Commands are thin: each calls the public function of its name and prints.

stdout is data, stderr is progress and errors. Exit codes: 0 done, 2 usage or input, 3 interrupted
(Ctrl-C), 143 terminated (SIGTERM, which shells tell so).
"""

import contextlib
import io
import os
import signal
import sys
from types import FrameType

from loopsim.errors import InputError

INPUT_ERROR = 2
#: The exit code of a command that a signal ended.
STOPPED_BY = {signal.SIGINT: 3, signal.SIGTERM: 128 + signal.SIGTERM}


class _Stopped(KeyboardInterrupt):
    """A signal came: SIGTERM ends a command as Ctrl-C does.

    For Ctrl-C too, since Python dies of a plain KeyboardInterrupt that has passed through `exec`
    (of a dataclass, say, while modules are imported), even if it was caught.
    """

    def __init__(self, by: signal.Signals) -> None:
        super().__init__("interrupted")
        self.by = by


def main() -> None:
    """The entry point: whatever goes wrong becomes one line and an exit code, never a traceback."""
    try:
        for number in STOPPED_BY:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, _stop)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # for file names that are no text
        code = _run(sys.argv[1:] or ["--help"])
    except KeyboardInterrupt as stopped:  # wherever it was, its imports included
        ignore_signals()
        print("loopsim: interrupted", file=sys.stderr)
        code = STOPPED_BY[getattr(stopped, "by", signal.SIGINT)]
    sys.exit(code)


def ignore_signals() -> None:
    """From here on a second Ctrl-C changes nothing any more: what is kept is told in peace."""
    for number in STOPPED_BY:
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, frame: FrameType | None) -> None:
    raise _Stopped(signal.Signals(number))


def _run(arguments: list[str]) -> int:
    """Carry out a command; returns the exit code.

    Typer's own `app()` would tell a wrong option in four lines, and give Ctrl-C and a closed pipe
    exit codes of its own, so the command is invoked here.
    """
    import typer

    from loopsim.cli.app import app

    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        command = typer.main.get_command(app)
        with command.make_context("loopsim", arguments) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as left:
        return left.exit_code
    except typer.TyperException as wrong:
        from loopsim.cli.mistyped import told as mistyped

        context_of_fault = getattr(wrong, "ctx", None)
        asked = context_of_fault.command_path if context_of_fault else "loopsim"
        text = mistyped(wrong) if isinstance(wrong, typer.BadParameter) else None
        return _fault(f"{text or wrong.format_message().rstrip('.')}; see {asked} --help")
    except InputError as wrong:
        return _fault(str(wrong))
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        _give_up_stdout()
    except OSError as wrong:  # a full disk, say
        _give_up_stdout()
        return _fault(str(wrong))
    return 0


def _give_up_stdout() -> None:
    """Write no more to stdout, which may be closed or full: at its end Python would try once more."""
    with contextlib.suppress(io.UnsupportedOperation):  # it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(text: str) -> int:
    """Say what is wrong in one line, whatever characters a name has; returns the exit code."""
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    print(f"loopsim: {shown}", file=sys.stderr)
    return INPUT_ERROR
