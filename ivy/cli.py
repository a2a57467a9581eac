"""The command ``ivy``: its subcommands, their options, and how errors are shown."""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import re
import sys
import textwrap
from collections.abc import Sequence
from typing import NoReturn

import ivy
from ivy.backends import FRAMEWORKS, NAMES, is_installed
from ivy.errors import IvyError, UnsupportedError
from ivy.transpiler import command

# The frameworks that there is a frontend for.
SOURCES = ("torch",)


class _Parser(argparse.ArgumentParser):
    """Reports wrong use in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Parameters
    ----------
    argv
        The arguments; by default those of the process.

    Returns
    -------
    int
        0, or 1 after a failure, of which one line on stderr says the reason. Wrong use exits with
        status 2. A script that is run by ``ivy run`` may exit with any status.

    Examples
    --------
    >>> from ivy.cli import main
    >>> main([])  # doctest: +ELLIPSIS
    usage: ivy ...
    0
    """
    parser = _parser()
    options = parser.parse_args(argv)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        status: int = options.function(options)
    except IvyError as error:
        print(f"ivy {options.command}: {_message(error)}", file=sys.stderr)
        return 1
    return status


def _message(error: IvyError) -> str:
    # What a function of the library puts before its message says nothing to who typed a command.
    return re.sub(r"^ivy(\.\w+)*: ", "", str(error))


# -- options -------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="ivy",
        description="Run code of one framework on another, or convert it.",
        epilog=_examples(
            "ivy run --backend jax train.py --epochs 3",
            "ivy transpile model.py --source torch --target jax -o converted",
            "ivy backends",
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ivy {ivy.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_run(commands)
    _add_transpile(commands)
    _add_check(commands)
    _add_backends(commands)
    return parser


def _examples(*lines: str) -> str:
    return "examples:\n" + textwrap.indent("\n".join(lines), "  ")


def _command(
    commands: argparse._SubParsersAction[_Parser],
    name: str,
    summary: str,
    text: str,
    *examples: str,
) -> _Parser:
    return commands.add_parser(
        name,
        help=summary,
        description=text,
        epilog=_examples(*examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _add_run(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "run",
        "run a script on another backend",
        "Run a script unchanged: where it says `import torch`, it gets Ivy's frontend, which\n"
        "computes with the backend. Options come before the script; all that follows is its own.",
        "ivy run train.py",
        "ivy run --backend jax train.py --epochs 3",
        "ivy run --backend tensorflow --source torch train.py",
    )
    parser.add_argument(
        "--backend",
        choices=NAMES,
        default="numpy",
        help="what computes: %(choices)s (default: %(default)s)",
        metavar="NAME",
    )
    _add_source(parser)
    parser.add_argument("script", metavar="SCRIPT", help="the Python file to run")
    parser.add_argument(
        "arguments", metavar="ARGUMENT", nargs=argparse.REMAINDER, help="arguments of the script"
    )
    parser.set_defaults(function=_run)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--source",
        choices=SOURCES,
        default="torch",
        help="the framework that the code is written in: %(choices)s (default: %(default)s)",
        metavar="NAME",
    )


def _add_transpile(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "transpile",
        "convert a file to another framework",
        "Convert a Python file, and what it uses of its neighbours, to another framework's code,\n"
        "which imports that framework only.",
        "ivy transpile model.py --target jax -o converted",
        "ivy transpile model.py --source torch --target tensorflow --only Net -o converted",
        "ivy transpile model.py --target numpy -o converted --on-unsupported mark",
    )
    command.add_transpile_arguments(parser)
    parser.set_defaults(function=_transpile)


def _add_check(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "check",
        "compare a file with what it was converted to",
        "Run the source and its conversion on the same input, and name the first layer or line\n"
        "whose values differ.",
        "ivy check model.py converted",
        "ivy check model.py converted --inputs examples",
    )
    command.add_check_arguments(parser)
    parser.set_defaults(function=_check)


def _add_backends(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "backends",
        "list the backends that can be used here",
        "List the backends with the versions of their frameworks, or what to install for them.",
        "ivy backends",
    )
    parser.set_defaults(function=_backends)


# -- commands ------------------------------------------------------------------------------------


def _fail(command: str, message: str) -> NoReturn:
    print(f"ivy {command}: {message}; see ivy {command} --help", file=sys.stderr)
    sys.exit(2)


def _run(options: argparse.Namespace) -> int:
    if not os.path.isfile(options.script):
        _fail("run", f"expected a Python file, and {options.script} is none")
    from ivy.run import run_script  # only this command needs it

    return run_script(
        options.script, options.arguments, backend=options.backend, source=options.source
    )


def _transpile(options: argparse.Namespace) -> int:
    _expect_file(options)
    return command.transpile(options)


def _check(options: argparse.Namespace) -> int:
    _expect_file(options)
    return command.check(options)


def _expect_file(options: argparse.Namespace) -> None:
    """Exit where there is nothing to convert, or nothing to convert it with."""
    if not os.path.isfile(options.file):
        _fail(options.command, f"expected a Python file, and {options.file} is none")
    if importlib.util.find_spec("libcst") is None:
        raise UnsupportedError(
            'conversion needs libcst, which is not installed; run: pip install "ivy[transpile]"'
        )


def _backends(options: argparse.Namespace) -> int:
    for name, (framework, package) in FRAMEWORKS.items():
        if is_installed(name):
            print(f"{name:<12}{_version_of(framework)}")
        else:
            print(f'{name:<12}not installed: pip install "{package}"')
    return 0


def _version_of(framework: str) -> str:
    """Return the version of an installed framework without importing it."""
    packages = importlib.metadata.packages_distributions().get(framework, [framework])
    try:
        return importlib.metadata.version(packages[0])
    except importlib.metadata.PackageNotFoundError:
        return "installed"  # such as a checkout on the path
