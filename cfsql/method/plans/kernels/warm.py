"""Compiling all kernels before the first step, where that is not done."""

from __future__ import annotations

from functools import cache

import numpy as np
import pyarrow as pa

from cfsql.method.packing import Feature, layout
from cfsql.method.plans.kernels.cache import is_compiled, note_compiled
from cfsql.method.plans.kernels.table import Cases
from cfsql.method.plans.kernels.work import Fields, Work
from cfsql.method.plans.lattice import Seconds

# Costs by which every group is split, and by which none is.
_SPLITTING = Seconds(split=0, row=0, seeker=1, pair=1, scanned=99)
_SCANNING = Seconds(split=1, row=1, seeker=0, pair=0, scanned=0)


@cache
def warm_up() -> None:
    """Run every kernel on a few rows, unless all were compiled before."""
    if is_compiled():
        return
    codes = [{"w0": code} for code in range(8)]
    rows = {
        "instance_id": np.arange(8),
        "label_id": np.arange(8) % 2,
        "weight": np.ones(8, dtype=np.int64),
        "n_wanted": np.ones(8, dtype=np.int64),
        "centre_id": np.arange(8),
        "radius": np.arange(8) % 2,
        "code": pa.array(codes, pa.struct([("w0", pa.int64())])),
    }
    table = pa.table(rows)
    places = layout(Feature(number, "", 2, 0.5) for number in range(3))
    fields = Fields.of([(field, 0.5) for field in places], n_frozen=0)
    cases = Cases.of(table)
    for seconds in (_SPLITTING, _SCANNING):
        work = Work(
            n_threads=1,
            n_bytes=1 << 20,
            seconds=seconds,
            check=lambda: None,
            watch=lambda *_: lambda _: None,
        )
        for _ in work.search(table, cases, fields, nearest=1, furthest=3):
            pass
        for _ in work.count(table, cases, fields):
            pass
    fields.measured(cases.rows.words, cases.rows.words)
    note_compiled()
