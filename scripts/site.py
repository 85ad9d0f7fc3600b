"""Build the site in build/site/pages, which works without a network: make docs.

Pages of docs/ stay where they are, notebooks as pages; other files of the repository
that they link to come below project/, SQL as a page with its text. A link to anything
else becomes its words. Two pages are made here: every function of Python, and
every error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import cfsql
from scripts import errors, notebooks

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
SOURCE = SITE / "source"
PAGES = SITE / "pages"

# What is not below docs/ and is still a page.
PROJECT = (
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benchmarks/README.md",
    "benchmarks/results/*.md",
    "integrations/dbt/README.md",
    "sql/README.md",
    "sql/*.sql",
    "sql/*/*.sql",
)
PICTURES = (".png", ".svg")
# What a package index shows is the home page in other words.
ELSEWHERE = ("package.md",)

# What lets the search run in pages that no server sends. The theme would fetch it from
# another host; `make docs` has it from npm.
REMOTE_SHIM = re.compile(r"https://[^\"]+/iframe-worker/shim")
SHIM = SITE / "npm" / "node_modules" / "iframe-worker" / "shim" / "index.js"

# A file that commands find, as scripts/transcripts.py reads it.
_FILE = re.compile(r"^```csv (\S+)$", re.MULTILINE)
_LINK = re.compile(
    r"(?P<text>!?\[[^\]]*\])\((?P<target>[^)#\s]*)(?P<place>#[^)\s]*)?\)"
)


def places() -> dict[str, str]:
    """The files of the repository that are on the site, each with its place there."""
    found = {
        str(path.relative_to(ROOT)): str(path.relative_to(ROOT / "docs"))
        for path in sorted((ROOT / "docs").rglob("*"))
        if path.suffix in (".md", *PICTURES) and path.name not in ELSEWHERE
    }
    for path in sorted(notebooks.FOLDER.glob("*.ipynb")):
        place = path.relative_to(ROOT / "docs").with_suffix(".md")
        found[str(path.relative_to(ROOT))] = str(place)
    for pattern in PROJECT:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT)
            found[str(name)] = str(Path("project", name).with_suffix(".md"))
    return found


def gather() -> None:
    """Write the sources of all pages anew."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    known = places()
    for name, place in known.items():
        target = SOURCE / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if Path(name).suffix in PICTURES:
            shutil.copyfile(ROOT / name, target)
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        if name.endswith(".sql"):
            text = f"# {name}\n\n```sql\n{text}```\n"
        else:
            text = notebooks.page(text) if name.endswith(".ipynb") else text
            text = linked(text, name, known)
        target.write_text(text, encoding="utf-8")
    reference = SOURCE / "reference"
    reference.mkdir(exist_ok=True)
    (reference / "functions.md").write_text(functions(), encoding="utf-8")
    (reference / "errors.md").write_text(errors.page(), encoding="utf-8")


def linked(text: str, name: str, known: dict[str, str]) -> str:
    """A page with its links, and the names of its files, as they are on the site."""

    def to(match: re.Match[str]) -> str:
        target = match["target"]
        if not target or "://" in target:
            return match[0]
        there = (ROOT / name).parent.joinpath(target).resolve()
        on_site = known.get(str(there.relative_to(ROOT.resolve())))
        if on_site is None:
            return match["text"].strip("![]")
        up = "../" * (len(Path(known[name]).parts) - 1)
        return f"{match['text']}({up}{on_site}{match['place'] or ''})"

    return _LINK.sub(to, _FILE.sub(r'```csv title="\1"', text))


def functions() -> str:
    """A page that lists what `import cfsql` gives, from its docstrings."""
    parts = ["# Every function", "What `import cfsql` gives, from its docstrings."]
    for name in cfsql.__all__:
        if not name.startswith("_"):
            parts.append(f"::: {getattr(cfsql, name).__module__}.{name}")
    return "\n\n".join(parts) + "\n"


def build() -> None:
    """Build the pages, and let none of them ask another host for anything."""
    gather()
    shutil.rmtree(PAGES, ignore_errors=True)
    subprocess.run(
        [Path(sys.executable).with_name("zensical"), "build", "--clean", "--strict"],
        cwd=ROOT,
        check=True,
    )
    local = PAGES / "assets" / "javascripts" / "iframe-worker.js"
    shutil.copyfile(SHIM, local)
    for path in PAGES.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        up = "../" * (len(path.relative_to(PAGES).parts) - 1)
        shim = f"{up or './'}{local.relative_to(PAGES).as_posix()}"
        path.write_text(REMOTE_SHIM.sub(shim, text), encoding="utf-8")


if __name__ == "__main__":
    build()
    print(f"open {PAGES.relative_to(ROOT) / 'index.html'}")
