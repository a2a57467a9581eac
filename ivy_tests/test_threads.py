"""Threads and tasks: choices that are private, and what is made once, made by many at once."""

from __future__ import annotations

import asyncio
import threading

import ivy
from ivy_tests.support.backends import AVAILABLE
from ivy_tests.test_errors import python

# Eight threads start at once in a process that has loaded nothing, and use everything for the first
# time: backends, array classes, operations, derivatives. They switch as often as they can.
_LOAD = """
import os, random, sys, threading, traceback
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import ivy
sys.setswitchinterval(1e-5)
names = {names!r}
start = threading.Barrier(8)
classes, faults = [], []

def work(number):
    try:
        mine = names[number % len(names):] + names[:number % len(names)]
        start.wait()
        for turn in range(3):
            for name in mine:
                dtype = ["float32", "float64"][(number + turn) % 2]
                ivy.set_backend(name)
                ivy.config.float_dtype.set(dtype)
                ivy.seed(number)
                x = ivy.ones((3, 3))
                classes.append((name, type(x)))
                y = ivy.softmax(x @ x + 1.5) * ivy.asarray([1, 2, 3])
                g = ivy.grad(lambda v: ivy.sum(ivy.tanh(v) * v))(x)
                z = ivy.concat([y, g])[::2, 0]
                key = ivy.next_key().tolist()
                for a in (x, y, g, z):
                    assert (a.backend, a.dtype.name) == (name, dtype), (a.backend, a.dtype, name)
                assert key == [number, 0], key
                assert abs(float(ivy.sum(y)) - 6) < 1e-5
                assert abs(float(g[0, 0]) - 1.1815684) < 1e-5
                assert ivy.current_backend() == name
    except BaseException:
        faults.append(traceback.format_exc())

threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print("".join(faults) or "no fault")
print(len({{c for _, c in classes}}) == len(names), len(classes))
print(ivy.current_backend(), ivy.zeros(1).dtype)
"""


def test_first_use_by_many_threads_at_once():
    names = [*AVAILABLE, "array_api_strict", "dask"]
    output = python(_LOAD.format(names=names))
    assert output == ["no fault", f"True {8 * 3 * len(names)}", "numpy float32"]


def test_seeds_are_private_to_a_thread():
    ivy.seed(5)
    seen = []

    def work():
        ivy.seed(7)
        seen.append(ivy.next_key().tolist())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [[7, 0]]
    assert ivy.next_key().tolist() == [5, 0]


def test_draws_of_one_task_do_not_disturb_another():
    async def draws(count):
        keys = []
        for _ in range(count):
            keys.append(ivy.next_key().tolist())
            await asyncio.sleep(0)
        return keys

    async def both():
        ivy.seed(3)
        ivy.next_key()
        found = await asyncio.gather(draws(2), draws(3))
        return found, ivy.next_key().tolist()

    # Each goes on from where the task that made it was.
    found, after = asyncio.run(both())
    assert found == [[[3, 1], [3, 2]], [[3, 1], [3, 2], [3, 3]]]
    assert after == [3, 1]


def test_settings_are_private_to_a_task():
    async def work(name):
        with ivy.config.float_dtype(name):
            await asyncio.sleep(0)
            return ivy.zeros(1).dtype.name

    async def both():
        return await asyncio.gather(work("float64"), work("float16"))

    assert asyncio.run(both()) == ["float64", "float16"]
    assert ivy.zeros(1).dtype == "float32"
