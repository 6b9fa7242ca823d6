"""The formats of a page, and what their files are called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from loopsim.errors import InputError
from loopsim.scenario.faults import one_of
from loopsim.scenario.given import Texts, names

HTML, MARKDOWN, PDF = "html", "md", "pdf"
FORMATS = (HTML, MARKDOWN, PDF)
#: Endings that a name may have in place of that of a format.
ENDINGS = (*(f".{name}" for name in FORMATS), ".htm", ".markdown")


#: What else an ending may say.
OF_ENDINGS = {name: name for name in FORMATS} | {"htm": HTML, "markdown": MARKDOWN}


def formats_of(given: Texts | None, path: Path) -> list[str]:
    """The formats that are named, each once; by the ending of `path` if nothing is.

    Raises InputError for a name that is none.
    """
    if given is None:
        ending = path.suffix.lower().removeprefix(".")
        return [OF_ENDINGS.get(ending, HTML)]
    found = names("--format", given, ", ".join(FORMATS))
    for name in found:
        if name not in FORMATS:
            raise InputError(f'--format: found "{name}"; allowed: {one_of(FORMATS, name)}')
    if not found:
        raise InputError(f"--format: found nothing; allowed: {', '.join(FORMATS)}")
    return list(dict.fromkeys(found))


def files_of(path: Path, formats: Sequence[str]) -> dict[str, Path]:
    """The file of each format: `path` itself if its ending fits, or is nobody's and the format the only one.

    Raises InputError for a path that ends in no name.
    """
    if path.name in ("", ".."):
        raise no_file(path)
    return {name: _file_of(path, name, alone=len(formats) == 1) for name in formats}


def no_file(path: Path) -> InputError:
    """What to raise for a folder in place of the file of a report."""
    return InputError(
        f"--out: found {path}, a folder; allowed: the name of a file, such as report.html"
    )


def folder_of(path: Path) -> Path:
    """The folder of the figures and tables beside the files of a report: one for all its formats."""
    name = path.stem if path.suffix.lower() in ENDINGS else path.name
    return path.with_name(f"{name}-files")


def _file_of(path: Path, name: str, alone: bool) -> Path:
    ending = path.suffix.lower()
    if (name == HTML and ending == ".htm") or (name == MARKDOWN and ending == ".markdown"):
        return path
    if ending in ENDINGS:
        return path if ending == f".{name}" else path.with_suffix(f".{name}")
    return path if alone else path.with_name(f"{path.name}.{name}")
