"""Compiling to machine code that is kept; instructions that numba has no name for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from cfsql.method.plans.kernels.cache import folder

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile to machine code that runs without the interpreter's lock, and keep it."""
    kept = folder()
    if kept is None:
        return cast(Function, njit(nogil=True)(function))
    # numba asks for the directory when it is told to keep a function. The setting is
    # for the whole process, and others may use numba.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(kept)
    try:
        return cast(Function, njit(nogil=True, cache=True)(function))
    finally:
        config.CACHE_DIR = before


def inlined(function: Function) -> Function:
    """Compile with each function that calls it."""
    return cast(Function, njit(nogil=True)(function))


def _popcount(_: Any, word: Any) -> Any:
    def code(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


# The number of bits of a word that are set: one instruction.
popcount: Callable[[Any], int] = intrinsic(_popcount)


def _add_to(_: Any, counts: Any, one: Any, two: Any, three: Any, more: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, arguments[0])
        place = cgutils.get_item_pointer(
            context, builder, kind, array, list(arguments[1:4])
        )
        builder.atomic_rmw("add", place, arguments[4], "monotonic")
        return context.get_dummy_value()

    index = types.int64
    return types.void(counts, index, index, index, types.int64), code


# Add to an element of an array of three dimensions that other threads add to as well.
add_to: Callable[..., None] = intrinsic(_add_to)
