"""What every test gets: the `backend` parameter, hypothesis profiles, and the known gaps."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

# Before any framework is imported.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
# Most of the time on jax is compilation, of programs that run once.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "true")
# What one process has compiled, the others and the next run take from there.
os.environ.setdefault(
    "JAX_COMPILATION_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache/jax")
)
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")
if "PYTEST_XDIST_WORKER" in os.environ:
    # The workers share the cores already.
    for variable in ("OMP_NUM_THREADS", "TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"):
        os.environ.setdefault(variable, "1")

import hypothesis
import pytest

import ivy
from ivy_tests.support import known_gaps
from ivy_tests.support.backends import PARAMS

# Every example is the same in every run, so that a run fails by a change of the code only.
hypothesis.settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=50,
    # The `backend` fixture holds for all examples of a test, which is what is wanted.
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
hypothesis.settings.register_profile(
    "explore", hypothesis.settings.get_profile("ci"), derandomize=False, max_examples=1000
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `backend` on each of them; `backend` ends the test's id."""
    given = [m.args[0] for m in metafunc.definition.iter_markers("parametrize")]
    direct = {n for names in given for n in ([names] if isinstance(names, str) else names)}
    if "backend" in metafunc.fixturenames and "backend" not in direct:
        metafunc.parametrize("backend", PARAMS, indirect=True)


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of a backend, which is current inside the test."""
    with ivy.with_backend(request.param):
        yield request.param


@pytest.fixture(autouse=True)
def fresh_state() -> Iterator[None]:
    """Start every test with the default backend and a fixed seed."""
    ivy.unset_backend()
    ivy.seed(0)
    yield
    ivy.unset_backend()


class KnownGapProblem(pytest.Item):
    """Stands in the run for lines in known_gaps/ that are wrong, and fails."""

    def runtest(self) -> None:
        """Fail with what is wrong."""
        pytest.fail("\n".join(self.stash[_PROBLEMS]), pytrace=False)


_PROBLEMS = pytest.StashKey[list[str]]()
_PREFIX = "ivy_tests/"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Mark the known gaps as strict xfail, and add a failing item where a line is wrong."""
    gaps = known_gaps.read()
    by_id = {item.nodeid.removeprefix(_PREFIX): item for item in items}
    for gap in gaps:
        if gap.id in by_id:
            by_id[gap.id].add_marker(pytest.mark.xfail(reason=gap.reason, strict=True))
    files = {name.partition("::")[0] for name in by_id}
    # A file that was asked for by single tests, or by --last-failed, is not complete.
    partial = {
        os.path.relpath(arg.partition("::")[0], known_gaps.TESTS)
        for arg in config.args
        if "::" in arg
    }
    complete = set() if config.getoption("lf", False) else files - partial
    found = known_gaps.problems(gaps, by_id, complete)
    if found:
        item = KnownGapProblem.from_parent(session, name="known_gaps")
        item.stash[_PROBLEMS] = found
        items.append(item)
