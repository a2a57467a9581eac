"""The commands ``ivy transpile`` and ``ivy check``."""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from ivy.errors import IvyError


def add_transpile_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ivy transpile``."""
    parser.add_argument("file", metavar="FILE", help="the Python file to convert")
    parser.add_argument(
        "--source",
        choices=("torch",),
        default="torch",
        metavar="NAME",
        help="its framework: %(choices)s (default: %(default)s)",
    )
    parser.add_argument(
        "--target",
        choices=("numpy", "tensorflow", "jax"),
        required=True,
        metavar="NAME",
        help="the framework to convert to: %(choices)s",
    )
    parser.add_argument(
        "-o", "--output", required=True, metavar="DIR", help="the folder to write, as a package"
    )
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        default=[],
        help="convert this function or class and what it uses, not the whole file",
    )
    parser.add_argument(
        "--on-unsupported",
        choices=("raise", "mark"),
        default="raise",
        help="mark: write stubs in the place of what cannot be converted (default: %(default)s)",
    )


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ivy check``."""
    parser.add_argument("file", metavar="FILE", help="the Python file that was converted")
    parser.add_argument("folder", metavar="DIR", help="the folder that ivy transpile has written")
    parser.add_argument(
        "--inputs",
        metavar="NAME",
        default="example_inputs",
        help="a function of the file that returns {name: arguments} (default: %(default)s)",
    )


def transpile(arguments: argparse.Namespace, say: Callable[[str], Any] = print) -> int:
    """Run ``ivy transpile`` and return its exit status."""
    from ivy.transpiler import emit
    from ivy.transpiler.convert import Job, check_options

    start = time.perf_counter()
    try:
        check_options(arguments.source, arguments.target, arguments.on_unsupported)
        output = Path(arguments.output)
        if output.exists():
            emit.check_replaceable(output)
        say(f"reading {arguments.file}")
        module = imported(Path(arguments.file))
        obj: Any = module
        names = arguments.only
        if len(names) > 1:
            raise ValueError("ivy transpile: expected one name after --only")
        if names:
            obj = getattr(module, names[0])
        say(f"converting from {arguments.source} to {arguments.target}")
        job = Job(obj, arguments.source, arguments.target, arguments.on_unsupported == "mark")
        made = job.package()
        emit.write(made, output)
    except (IvyError, OSError, ValueError, TypeError, AttributeError) as error:
        print(error, file=sys.stderr)
        return 1
    say(job.report.table())
    say(f"{job.report.summary()}; {time.perf_counter() - start:.1f} s")
    for path in sorted(made.files):
        say(f"wrote {output / path}")
    return 0


def check(arguments: argparse.Namespace, say: Callable[[str], Any] = print) -> int:
    """Run ``ivy check`` and return its exit status."""
    from ivy.transpiler.check import check as compare

    file, folder = Path(arguments.file), Path(arguments.folder)
    try:
        source = imported(file)
        sys.path.insert(0, str(folder.absolute().parent))
        package = importlib.import_module(folder.name)
        converted = importlib.import_module(f"{package.__name__}.{file.stem}")
        examples = getattr(source, arguments.inputs, None)
        if examples is None:
            raise ValueError(
                f"ivy check: expected a function {arguments.inputs} in {file} that returns "
                "{name: arguments}"
            )
        status = 0
        for name, values in examples().items():
            difference = compare(getattr(source, name), getattr(converted, name), values)
            say(f"{name}: {'agrees' if difference is None else difference}")
            status = status if difference is None else 1
    except (IvyError, OSError, ValueError, TypeError, AttributeError, ImportError) as error:
        print(error, file=sys.stderr)
        return 1
    return status


def imported(file: Path) -> ModuleType:
    """Import a file as a module, with its folder on the path, as Python itself would."""
    if not file.is_file():
        raise FileNotFoundError(f"ivy: expected a Python file, {file} is not there")
    folder = str(file.absolute().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ValueError(f"ivy: expected a Python file, got {file}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module
