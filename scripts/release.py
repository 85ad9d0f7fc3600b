"""Build wheels and sdist, and try each by itself: make release-check.

There is a wheel with the native kernel, and one of pure Python, as where there is no
compiler.

There is an environment with the oldest and one with the newest Python that cfsql
supports and that is here; the oldest one has the oldest dependencies. Each package
takes the place of the one before. They do not see the repository.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from cfsql.version import __version__

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"

# The extras that a trial uses.
EXTRAS = "ui,excel"
# Files of a known form, and the form.
FORMS = {
    ".github/workflows/check.yml": "vendor.github-workflows",
    "CITATION.cff": "vendor.citation-file-format",
}
# The Pythons that are supported, oldest first.
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
START_SECONDS = 60
# How the name of a wheel without the kernel ends.
PURE = "-py3-none-any.whl"


def pythons() -> list[Path]:
    """The oldest and the newest supported Python of this machine."""
    found = [path for path in map(_python, SUPPORTED) if path]
    assert found, f"no Python from {SUPPORTED[0]} on is here"
    return found[:1] + found[1:][-1:]


def _python(version: str) -> Path | None:
    """A Python of this version: on the path, or one of pyenv's."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = sorted(root.glob(f"versions/{version}.*/bin/python"))
    on_path = shutil.which(f"python{version}")
    candidates = [*found[-1:], *([Path(on_path)] if on_path else [])]
    return next(filter(_works, candidates), None)


def _works(python: Path) -> bool:
    done = subprocess.run([python, "-c", "import venv, ssl"], capture_output=True)
    return done.returncode == 0


def oldest() -> str:
    """The oldest dependencies that are allowed, as constraints of pip."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.split("[project.optional-dependencies]")
    needed = section[0].split("dependencies = [")[1]
    lines = [*needed.splitlines(), *_extras(section[1])]
    found = (re.match(r"\W*([\w-]+)>=([\d.]+)", line) for line in lines)
    return "\n".join(f"{match[1]}=={match[2]}.*" for match in found if match)


def _extras(section: str) -> Iterator[str]:
    for extra in EXTRAS.split(","):
        listed = re.search(rf"^{extra} = \[(.*?)\]", section, re.MULTILINE)
        assert listed, extra
        yield from listed[1].split(", ")


def built() -> list[Path]:
    """The wheels and the sdist, built anew and looked at."""
    shutil.rmtree(DIST, ignore_errors=True)
    build = [sys.executable, "-m", "build", "--outdir", DIST]
    _run(build, ROOT, CFSQL_KERNEL="required")
    _run([*build, "--wheel"], ROOT, CFSQL_KERNEL="", CC="false")
    files = sorted(DIST.iterdir())
    assert [path.suffix for path in files] == [".whl", ".whl", ".gz"], files
    assert "-cp311-abi3-" in files[0].name, files
    assert files[1].name.endswith(PURE), files
    assert all(f"-{__version__}" in path.name for path in files), files
    _run([sys.executable, "-m", "twine", "check", "--strict", *files], ROOT)
    return files


def installed(packages: list[Path], python: Path, constraints: str) -> Iterator[Path]:
    """The programs of an environment, with one package after the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _run([python, "-m", "venv", folder / "env"], folder)
        own = folder / "env" / "bin"
        limits = folder / "constraints.txt"
        limits.write_text(constraints, encoding="utf-8")
        install = [own / "python", "-m", "pip", "install", "--quiet", "--no-compile"]
        for place, package in enumerate(packages):
            # What they need is the same, and there once the first is.
            again = ["--force-reinstall", "--no-deps"] if place else []
            given = f"{package}[{EXTRAS}]"
            _run([*install, *again, "--constraint", limits, given], folder)
            yield own


def try_out(package: Path, own: Path, folder: Path) -> None:
    """Use a package that is installed as a newcomer does."""
    cfsql = own / "cfsql"
    version = _run([cfsql, "--version"], folder)
    assert version.splitlines()[0] == f"cfsql {__version__}", version
    is_pure = package.name.endswith(PURE)
    assert ("no native kernel" in version) is is_pure, version
    _run([cfsql, "demo"], folder)
    _run([cfsql, "demo", "--write", "people.csv"], folder)
    _run([cfsql, "load", "people.csv"], folder)
    _run([cfsql, "rank", "--table", "people", "--out", "people.xlsx"], folder)
    answer = _run([cfsql, "explain", "--table", "people", "--row", "1"], folder)
    assert "race" in answer, answer
    plan = "blocked" if is_pure else "compiled"
    _run([cfsql, "rank", "--table", "people", "--plan", plan], folder)
    _run([cfsql, "report", "--table", "people", "--out", "people.html"], folder)
    assert "<html" in (folder / "people.html").read_text(encoding="utf-8")
    (folder / "recidivism.csv").write_bytes((folder / "people.csv").read_bytes())
    # Both streams: nothing may be said but the answer, also when Python ends.
    printed = _run([own / "python", "-c", readme()], folder)
    assert "would have been Low instead of Med" in printed, printed
    assert "leaked" not in printed, printed
    _open_the_explorer(cfsql, folder)


def readme() -> str:
    """The Python of the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.split("```python\n")[1].split("```")[0]


def _open_the_explorer(cfsql: Path, folder: Path) -> None:
    """Start the explorer, and ask for its first page."""
    with subprocess.Popen(
        [cfsql, "ui", "--no-browser"],
        cwd=folder,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        try:
            link = _link(server)
            opener = urllib.request.build_opener(
                urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor()
            )
            with opener.open(link, timeout=START_SECONDS) as page:
                assert "people" in page.read().decode()
        finally:
            server.terminate()


def _link(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    started = time.monotonic()
    for line in server.stdout:
        link = re.search(r"http://\S+", line)
        if link:
            return link[0]
        if time.monotonic() - started > START_SECONDS:
            break
    raise AssertionError("the explorer printed no link")


def _environment() -> dict[str, str]:
    """The variables of this process, without those that a newcomer does not have."""
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "CFSQL_DB", "CFSQL_KERNEL")
    return {name: value for name, value in os.environ.items() if name not in left_out}


def _run(command: list[object], folder: Path, **more: str) -> str:
    """The output of a command; whatever it printed is shown if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=_environment() | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        print(done.stdout)
        raise SystemExit(f"failed: {' '.join(map(str, command))}")
    return done.stdout


def check_forms() -> None:
    """Check the files that other programs read, and that they tell the version."""
    for name, form in FORMS.items():
        _run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", form, name],
            ROOT,
        )
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation, "CITATION.cff has another version"
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+) \((\S+)\)$", changes, re.MULTILINE)
    assert newest, "CHANGELOG.md has no release"
    assert newest[1] == __version__, "CHANGELOG.md begins with another version"
    assert f"\ndate-released: {newest[2]}\n" in citation, (
        "CITATION.cff has another date"
    )


def main() -> None:
    """Build, and try both packages with every Python that is chosen."""
    check_forms()
    files = built()
    for place, python in enumerate(pythons()):
        version = _run([python, "--version"], ROOT).strip()
        which = "newest" if place else "oldest"
        environments = installed(files, python, "" if place else oldest())
        for package, own in zip(files, environments, strict=True):
            with tempfile.TemporaryDirectory() as folder:
                try_out(package, own, Path(folder))
            print(f"{package.name}: {version}, {which} dependencies: works", flush=True)


if __name__ == "__main__":
    main()
