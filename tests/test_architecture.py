"""How the parts may depend on each other, and what a kernel may not do."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KERNELS = sorted((ROOT / "kernels").rglob("*.py"))

HEAVY = ("numba", "numpy", "polars", "pandas", "matplotlib", "pydantic", "scipy", "jinja2")
#: Sources of chance, time or order that are not keyed by seed and game.
UNKEYED = ("random", "secrets", "uuid", "time", "datetime")


# --- imports between the parts


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the import contract of `pyproject.toml` in a folder with the whole source tree."""
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def copied_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    for name in ("loopsim", "kernels", "reports", "scenarios"):
        shutil.copytree(ROOT / name, folder / name, symlinks=True)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_the_import_contract_is_kept() -> None:
    checked = lint_imports(ROOT)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "2 kept, 0 broken" in checked.stdout


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("kernels/rng.py", "import loopsim.errors"),
        ("loopsim/stats.py", "import loopsim.reports"),
        ("loopsim/play.py", "import loopsim.cli"),
        ("reports/__init__.py", "import loopsim.cli"),
        ("reports/kit/figures.py", "import loopsim.reports.questions.scores"),
        ("loopsim/new_module.py", ""),
    ],
)
def test_an_import_against_the_contract_is_found(copied_tree, file, line) -> None:
    path = copied_tree / file
    before = path.read_bytes() if path.exists() else None
    path.write_bytes((before or b"") + f"\n{line}\n".encode())
    try:
        assert lint_imports(copied_tree).returncode == 1
    finally:
        path.write_bytes(before) if before is not None else path.unlink()


@pytest.mark.parametrize("module", ["loopsim", "loopsim.cli"])
def test_importing_is_cheap(module) -> None:
    script = f"import {module}, json, sys; print(json.dumps(sorted(sys.modules)))"
    shown = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(HEAVY) & set(json.loads(shown.stdout)) == set()


# --- kernels


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_kernel_draws_by_key_only(path) -> None:
    assert unkeyed(path.read_text(encoding="utf-8")) == []


def unkeyed(source: str) -> list[str]:
    """What in a source could differ from run to run."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.split(".")[0] in UNKEYED]
        elif isinstance(node, ast.ImportFrom):
            found += [node.module] if (node.module or "").split(".")[0] in UNKEYED else []
        elif isinstance(node, ast.Attribute) and node.attr == "random":
            found.append(ast.unparse(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found += [node.func.id] if node.func.id in ("hash", "id") else []
        elif isinstance(node, ast.keyword) and node.arg in ("fastmath", "parallel"):
            found.append(node.arg)
    return found


def test_what_is_not_keyed_is_found() -> None:
    source = (
        "import random\nfrom time import monotonic\n"
        "def f(x):\n    return np.random.rand() + hash(x) + id(x)\ng = njit(fastmath=True)(f)\n"
    )
    assert sorted(unkeyed(source)) == ["fastmath", "hash", "id", "np.random", "random", "time"]


def test_only_two_files_know_numba() -> None:
    importing = [
        path.name
        for path in KERNELS
        if any(
            name.split(".")[0] == "numba"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        )
    ]
    assert importing == ["cache.py", "jit.py"]
