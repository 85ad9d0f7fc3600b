"""What the package needs beyond pyproject.toml: the kernel in C, and the SQL.

The kernel is built where there is a C compiler; without one cfsql installs without it,
as pure Python. CFSQL_KERNEL=required makes a failed build an error.
"""

import hashlib
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SOURCES = sorted((ROOT / "cfsql" / "kernel").glob("*.[ch]"))

# One module for all Pythons of a platform; those without the global lock have no
# limited interface.
IS_LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")

IS_MSVC = sys.platform == "win32"


def kernel() -> Extension:
    """The module, with the hash of its sources."""
    texts = (path.read_bytes().replace(b"\r\n", b"\n") for path in SOURCES)
    macros = [("SOURCES", f'"{hashlib.sha256(b"".join(texts)).hexdigest()}"')]
    if IS_LIMITED:
        macros.append(("Py_LIMITED_API", "0x030B0000"))
    return Extension(
        "cfsql.kernel._native",
        [str(path.relative_to(ROOT)) for path in SOURCES if path.suffix == ".c"],
        depends=[str(path.relative_to(ROOT)) for path in SOURCES],
        define_macros=macros,
        extra_compile_args=["/O2", "/std:c11"] if IS_MSVC else ["-O3", "-std=c11"],
        libraries=[] if IS_MSVC else ["m"],
        py_limited_api=IS_LIMITED,
        optional=os.environ.get("CFSQL_KERNEL") != "required",
    )


class BuildWithSql(build_py):
    """Put the SQL into the package. In a clone it is found beside it."""

    def run(self) -> None:
        """Copy it after the modules."""
        super().run()
        if not self.editable_mode:
            into = Path(self.build_lib) / "cfsql" / "sql"
            shutil.copytree(ROOT / "sql", into, dirs_exist_ok=True)


class BuildKernel(build_ext):
    """Leave no older module behind where this one cannot be built."""

    def build_extension(self, ext: Extension) -> None:
        """Build it anew: the module that is there may be of other sources."""
        Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)
        super().build_extension(ext)


class Wheel(bdist_wheel):
    """A wheel without the kernel is one of pure Python."""

    def finalize_options(self) -> None:
        """Build the kernel first, to know; and nothing of an earlier build goes in.

        An editable install builds it itself, beside its sources.
        """
        if "editable_wheel" in self.distribution.commands:
            super().finalize_options()
            return
        library = self.get_finalized_command("build").build_lib
        shutil.rmtree(library, ignore_errors=True)
        self.run_command("build_ext")
        built = self.get_finalized_command("build_ext")
        if not all(map(os.path.exists, built.get_outputs())):
            self.distribution.ext_modules = []
        elif IS_LIMITED:
            self.py_limited_api = "cp311"
        super().finalize_options()


setup(
    ext_modules=[kernel()],
    cmdclass={"bdist_wheel": Wheel, "build_ext": BuildKernel, "build_py": BuildWithSql},
)
