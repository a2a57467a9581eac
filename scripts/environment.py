"""Make a virtual environment and install Ivy into it with the given extras, once.

What is installed is written down in the environment, so a second call returns at once, and calls
with other extras add to what is there. Only the standard library: nothing is installed yet.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = "requirements.lock"
RECORD = "ivy-installed.json"
SILENCE = 20.0  # seconds without a line of pip's before this says that it still works


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv", help="its folder")
    parser.add_argument("extras", nargs="*", help="extras of pyproject.toml")
    args = parser.parse_args()

    if sys.version_info < (3, 11):  # noqa: UP036 - here an older Python learns that it is one
        found = ".".join(map(str, sys.version_info[:3]))
        sys.exit(f"Ivy needs Python 3.11 or newer, this is {found}; choose one with make PYTHON=")
    python = environment_python(args.venv)
    if not python.exists():
        create(args.venv)

    record = args.venv / RECORD
    installed = json.loads(record.read_text()) if record.exists() else {}
    state = fingerprint()
    wanted = {"", *args.extras}  # the empty name stands for the core
    missing = {extra for extra in wanted if installed.get(extra) != state}
    if missing:
        install(python, sorted(wanted - {""}))
        record.write_text(json.dumps(installed | dict.fromkeys(wanted, state), indent=1) + "\n")


def environment_python(folder):
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint():
    """Return a text that changes when what has to be installed may have changed."""
    import tomllib  # not in the Pythons that main() refuses

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    # What the file says to ruff, mypy and pytest changes no installation.
    parts = [project["build-system"], project["project"], project["tool"]["setuptools"]]
    content = json.dumps(parts) + (ROOT / LOCK).read_text(encoding="utf-8") + str(ROOT)
    return hashlib.sha256(content.encode()).hexdigest()


def create(folder):
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "this Python cannot make virtual environments; "
            "on Debian and Ubuntu install the package python3-venv"
        )
    print(f"making a virtual environment in {folder}", flush=True)
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")


def install(python, extras):
    """Run pip with constraints; show what takes long, and everything if it fails."""
    wanted = ", ".join(["ivy", *extras])
    print(f"installing {wanted} (versions from {LOCK})", flush=True)
    requirement = f".[{','.join(extras)}]" if extras else "."
    # Python compiles what it imports; pip would compile everything, for more than a minute.
    options = ["--disable-pip-version-check", "--no-compile", "--progress-bar", "off"]
    command = [python, "-m", "pip", "install", *options, "-c", LOCK, "-e", requirement]
    start = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    lines = []
    for line in lines_or_silence(process.stdout, SILENCE):
        text = "still working" if line is None else milestone(line)
        if line is not None:
            lines.append(line)
        if text:
            print(f"  {time.monotonic() - start:4.0f} s  {text}", flush=True)
    if process.wait() != 0:
        sys.exit("".join(lines) + "\ninstalling failed; pip's messages are above")
    print(f"  {time.monotonic() - start:4.0f} s  ready", flush=True)


def lines_or_silence(stream, seconds):
    """Yield the stream's lines, and None whenever there was none for so many seconds."""
    lines = queue.Queue()

    def read():
        for line in stream:
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=seconds)
        except queue.Empty:
            yield None
            continue
        if not line:
            return
        yield line


def milestone(line):
    """Return a short text for the lines of pip's that a waiting person wants to see, else ''."""
    # Downloads of less than a megabyte are over before they can be read.
    if match := re.match(r"\s*Downloading (\S+) \(([\d.]+ [MG]B)\)", line):
        return f"downloading {match[1].rsplit('/')[-1]} ({match[2]})"
    if match := re.match(r"Installing collected packages: (.*)", line):
        return f"unpacking {match[1].count(',') + 1} package(s)"
    return ""


if __name__ == "__main__":
    main()
