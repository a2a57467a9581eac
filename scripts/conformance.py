"""Run the public conformance suite of the array API standard on Ivy, one backend after another.

    git clone https://github.com/data-apis/array-api-tests
    cd array-api-tests && git checkout 55fcc60 && git submodule update --init
    python scripts/conformance.py --suite array-api-tests numpy torch tensorflow jax

The suite is not part of this repository. ids in ivy_tests/conformance.txt are left out: tests that
contradict the text of the standard, each explained in docs/design/.
"""

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = ROOT / "ivy_tests" / "conformance.txt"
VERSION = "2025.12"
NEEDED = {"ndindex": "ndindex>=1.8", "pytest_jsonreport": "pytest-json-report"}


def left_out():
    """Return the ids of the tests that are not run."""
    lines = LEFT_OUT.read_text(encoding="utf-8").splitlines() if LEFT_OUT.exists() else []
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def run(suite, backend, examples, jobs, only):
    """Run the suite on a backend; return the exit code and the line that sums it up."""
    module = f"exec('import ivy; ivy.set_backend(\"{backend}\"); xp=ivy')"
    command = [sys.executable, "-m", "pytest", *(only or ["array_api_tests"])]
    command += ["--max-examples", str(examples), "--hypothesis-disable-deadline", "-q"]
    command += ["-p", "no:cacheprovider", "-n", str(jobs)] if jobs > 1 else []
    command += [part for test in left_out() for part in ("--deselect", test)]
    env = {
        **os.environ,
        "ARRAY_API_TESTS_MODULE": module,
        "ARRAY_API_TESTS_VERSION": VERSION,
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "PYTHONPATH": str(ROOT),
    }
    process = subprocess.Popen(
        command, cwd=suite, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    last = ""
    for line in process.stdout:
        print(line, end="", flush=True)
        if re.search(r"\d+ (passed|failed|error)", line):
            last = line.strip(" =\n")
    return process.wait(), last


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("backends", nargs="+", help="numpy, torch, tensorflow, jax, …")
    parser.add_argument("--suite", required=True, type=Path, help="the folder of the suite")
    parser.add_argument("--examples", type=int, default=100, help="examples a test")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--only", nargs="+", help="files or ids of tests, by default all")
    args = parser.parse_args()

    suite = args.suite.expanduser().resolve()
    if not (suite / "array_api_tests").is_dir():
        sys.exit(f"{suite}: expected the suite's folder, with array_api_tests in it")
    if not (suite / "array-api" / "src").is_dir():
        sys.exit(f"{suite / 'array-api'} is empty; run: git submodule update --init")
    missing = [package for name, package in NEEDED.items() if not importlib.util.find_spec(name)]
    if missing:
        sys.exit("the suite needs: pip install " + " ".join(f'"{m}"' for m in missing))
    if len(left_out()) > 5:
        sys.exit(f"{LEFT_OUT}: expected at most 5 tests, got {len(left_out())}")

    results = []
    for backend in args.backends:
        print(f"\n{backend}: {args.examples} examples a test", flush=True)
        start = time.monotonic()
        code, line = run(suite, backend, args.examples, args.jobs, args.only)
        results.append((backend, code, line, time.monotonic() - start))
    print()
    for backend, code, line, seconds in results:
        print(f"{backend:18} {line or f'exit code {code}'} ({seconds:.0f} s)")
    return max(code for _, code, _, _ in results)


if __name__ == "__main__":
    sys.exit(main())
