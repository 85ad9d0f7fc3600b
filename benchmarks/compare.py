"""What became faster or slower between two runs.

python -m benchmarks.compare old.json new.json
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.goals import by_name
from benchmarks.record import Results

# Less than this is noise.
NOTICEABLE = 1.1


def main() -> None:
    """Print what both runs measured, what changed most first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--all", action="store_true", help="also what stayed the same")
    options = parser.parse_args()
    old, new = Results.read(options.old), Results.read(options.new)
    if old.machine != new.machine or old.is_quick != new.is_quick:
        print("two machines, or a quick and a full run: the seconds do not compare\n")
    for name in old.versions.keys() & new.versions.keys():
        if old.versions[name] != new.versions[name]:
            print(f"{name} {old.versions[name]} → {new.versions[name]}")

    before, after = by_name(old.measurements), by_name(new.measurements)
    changes = []
    for key in before.keys() & after.keys():
        was, now = before[key].best, after[key].best
        if was and now:
            changes.append((now / was, *key, was, now))
    for ratio, table, what, was, now in sorted(changes):
        if not options.all and 1 / NOTICEABLE < ratio < NOTICEABLE:
            continue
        verdict = f"{1 / ratio:.2f} × faster" if ratio < 1 else f"{ratio:.2f} × slower"
        print(f"{verdict:>16}  {table}, {what}: {was:.2f} → {now:.2f} s")
    for verdict, keys in (
        ("only in old", before.keys() - after.keys()),
        ("only in new", after.keys() - before.keys()),
    ):
        for table, what in sorted(keys):
            print(f"{verdict:>16}  {table}, {what}")


if __name__ == "__main__":
    main()
