"""`ivy.data`: datasets, orders, the prefetch thread, and loaders of the frameworks."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import traceback
from collections import namedtuple

import numpy
import pytest

import ivy
from ivy.data import ArrayDataset, Loader, Subset, batches, split
from ivy_tests.support.backends import needs


def rows(loader):
    """Return the first part of each batch as a list."""
    return [batch[0].tolist() for batch in loader]


def flat(lists):
    return [x for each in lists for x in each]


def numbers(n):
    return ArrayDataset(numpy.arange(n))


def wait_for_threads():
    """Return the names of the prefetch threads that are left when there was time to end."""
    for _ in range(100):
        left = [t.name for t in threading.enumerate() if t.name == "ivy.data prefetch"]
        if not left:
            return []
        time.sleep(0.02)
    return left


# -- datasets ------------------------------------------------------------------------------------


def test_samples_are_rows(backend):
    x, y = ivy.asarray([[1.0, 2.0], [3.0, 4.0]]), [5, 6]
    data = ArrayDataset(x, y)
    assert len(data) == 2
    assert [v.tolist() for v in data[-1]] == [[3.0, 4.0], 6]
    assert [v.tolist() for v in data.take([1, 0, 1])] == [
        [[3.0, 4.0], [1.0, 2.0], [3.0, 4.0]],
        [6, 5, 6],
    ]
    with pytest.raises(IndexError, match="below 2"):
        data[2]
    named = ArrayDataset({"x": x, "y": y})
    assert {k: v.tolist() for k, v in named[0].items()} == {"x": [1.0, 2.0], "y": 5}


@pytest.mark.parametrize(
    ("arrays", "text"),
    [
        (([1, 2], [1, 2, 3]), "array 0 of length 2, array 1 of length 3"),
        (({"x": [1], "y": [1, 2]},), "x of length 1, y of length 2"),
        (([1, 2], 3), r"array 1 of shape \(\)"),
        ((), "got none"),
    ],
)
def test_wrong_arrays(arrays, text):
    with pytest.raises(ValueError, match=text):
        ArrayDataset(*arrays)


def test_split_has_each_sample_once():
    parts = split(numbers(10), (0.5, 0.3, 0.2), seed=1)
    assert [len(p) for p in parts] == [5, 3, 2]
    values = [[int(p[i][0]) for i in range(len(p))] for p in parts]
    assert sorted(flat(values)) == list(range(10))
    assert values[0] != list(range(5))
    again = split(numbers(10), (0.5, 0.3, 0.2), seed=1)
    assert [p.indices.tolist() for p in again] == [p.indices.tolist() for p in parts]
    other = split(numbers(10), (0.5, 0.3, 0.2), seed=2)
    assert other[0].indices.tolist() != parts[0].indices.tolist()
    # Rows of parts are taken without a loop.
    assert rows(Loader(parts[0], 5)) == [values[0]]


@pytest.mark.parametrize("fractions", [(), (0.5, 0.4), (1.5, -0.5), (0.999, 0.001)])
def test_wrong_fractions(fractions):
    with pytest.raises(ValueError, match=r"ivy\.data\.split"):
        split(numbers(10), fractions, seed=0)


def test_subset_of_what_is_not_there():
    with pytest.raises(IndexError, match="0 to 2, got 3"):
        Subset([1, 2, 3], [0, 3])


# -- order ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefetch", [0, 1, 3])
def test_order_follows_from_seed_and_epoch(prefetch):
    loader = Loader(numbers(7), 3, shuffle=True, seed=5, prefetch=prefetch)
    first, second = rows(loader), rows(loader)
    assert [len(b) for b in first] == [3, 3, 1]
    assert sorted(flat(first)) == sorted(flat(second)) == list(range(7))
    assert first != second
    again = Loader(numbers(7), 3, shuffle=True, seed=5, prefetch=0)
    assert [rows(again), rows(again)] == [first, second]
    assert rows(Loader(numbers(7), 3, shuffle=True, seed=6)) != first


def test_order_of_a_seed_stays():
    # A checkpoint of today is resumed tomorrow.
    assert rows(Loader(numbers(6), 6, shuffle=True, seed=0)) == [[4, 0, 3, 5, 2, 1]]


def test_seed_is_that_of_the_generator():
    orders = []
    for seed in (1, 1, 2):
        ivy.seed(seed)
        orders.append([rows(Loader(numbers(9), 9, shuffle=True)) for _ in range(2)])
    assert orders[0] == orders[1] != orders[2]
    assert orders[0][0] != orders[0][1]


def test_length_and_last_batch():
    assert (len(Loader(numbers(7), 3)), len(Loader(numbers(7), 3, drop_last=True))) == (3, 2)
    assert rows(Loader(numbers(7), 3, drop_last=True)) == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize("prefetch", [0, 2])
@pytest.mark.parametrize("taken", [0, 1, 3, 4, 6])
def test_resumption_gives_what_would_have_come(prefetch, taken):
    def made():
        return Loader(
            numbers(8),
            2,
            shuffle=True,
            seed=3,
            prefetch=prefetch,
            transform=lambda batch: (batch[0] + ivy.randint(0, 100, shape=(2,)),),
        )

    whole = made()
    expected = rows(whole) + rows(whole)
    loader, got = made(), []
    while len(got) < taken:
        for (x,) in loader:
            got.append(x.tolist())
            if len(got) == taken:
                state = loader.state()
                break
    state = state if taken else loader.state()
    other = Loader(numbers(8), 2, shuffle=True, seed=9, transform=whole.transform)
    other.load_state(state)
    while len(got) < 8:
        got += rows(other)
    assert got == expected


def test_an_iteration_that_was_left_is_over():
    loader = Loader(numbers(6), 2, shuffle=True, seed=0)
    for _ in loader:
        break
    assert sorted(flat(rows(loader))) == list(range(6))
    assert loader.state() == {"seed": 0, "epoch": 2, "batch": 0}


@pytest.mark.parametrize("state", [{}, {"seed": 0, "epoch": 0, "batch": 9}, None, {"seed": "x"}])
def test_wrong_state(state):
    with pytest.raises(ValueError, match="load_state"):
        Loader(numbers(4), 2).load_state(state)


@pytest.mark.parametrize(
    ("dataset", "options", "kind", "text"),
    [
        ([], {}, ValueError, "an empty one"),
        ([1], {"batch_size": 0}, ValueError, "batch_size=0"),
        ([1], {"batch_size": 1.5}, ValueError, "batch_size=1.5"),
        ([1], {"prefetch": -1}, ValueError, "prefetch=-1"),
        ([1], {"seed": -1}, ValueError, "seed=-1"),
        ([1], {"drop_last": True}, ValueError, "batch_size=2"),
        (iter([1]), {}, TypeError, r"ivy\.data\.batches"),
        (numpy.ones(3), {}, TypeError, "ArrayDataset"),
    ],
)
def test_wrong_options(dataset, options, kind, text):
    with pytest.raises(kind, match=text):
        Loader(dataset, **{"batch_size": 2, **options})


# -- batches -------------------------------------------------------------------------------------

Pair = namedtuple("Pair", "x y")


def test_samples_are_stacked(backend):
    samples = [{"x": ivy.ones(2) * i, "n": i, "t": "abc"[i], "p": (i, 0.5)} for i in range(3)]
    (batch,) = Loader(samples, 3)
    assert batch["x"].backend == batch["n"].backend == backend
    assert batch["x"].tolist() == [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]
    assert (batch["n"].dtype, batch["n"].tolist()) == ("int64", [0, 1, 2])
    assert batch["t"] == ("a", "b", "c")
    assert batch["p"][1].tolist() == [0.5] * 3
    (pair,) = Loader([Pair(1, numpy.float32(2))], 1)
    assert (type(pair), pair.y.dtype) == (Pair, "float32")


def test_samples_of_plain_numbers(backend):
    (first, second) = Loader([(0.5, 1), (1.5, 0), (2.5, 1)], 2)
    assert [(x.dtype, x.tolist()) for x in first] == [("float32", [0.5, 1.5]), ("int64", [1, 0])]
    assert [x.tolist() for x in second] == [[2.5], [1]]
    (batch,) = batches([([[0.5, 1.0], [1.5, 2.0]], [1, 0])])
    assert [x.shape for x in batch] == [(2, 2), (2,)]


@pytest.mark.parametrize(
    ("samples", "text"),
    [
        ([numpy.ones(2), numpy.ones(3)], r"one shape, got \(2,\) and \(3,\)"),
        ([(1, 2), (1,)], "2 parts"),
        ([{"a": 1}, {"b": 1}], "keys a"),
    ],
)
def test_samples_that_do_not_fit(samples, text):
    with pytest.raises(ValueError, match=text):
        list(Loader(samples, 2))


def test_collate_and_transform(backend):
    loader = Loader(
        [[1], [2, 3]],
        2,
        collate=lambda samples: numpy.asarray([len(s) for s in samples]),
        transform=lambda x: (x * 2, x.backend),
    )
    assert [(x.tolist(), name) for x, name in loader] == [([2, 4], backend)]


def test_backend_is_that_of_the_iteration(backend):
    loader = Loader(ArrayDataset(numpy.ones((2, 2), "float32"), ivy.ones(2)), 1)
    assert {x.backend for batch in loader for x in batch} == {backend}
    with ivy.with_backend("numpy"):
        assert {x.backend for batch in loader for x in batch} == {"numpy"}


def test_draws_in_the_thread_leave_the_generator_alone():
    ivy.seed(7)
    loader = Loader(
        numbers(4), 2, seed=1, transform=lambda b: ivy.random_uniform(shape=(2,)), prefetch=2
    )
    first = [x.tolist() for x in loader]
    a = ivy.random_uniform(shape=(2,)).tolist()
    ivy.seed(7)
    assert ivy.random_uniform(shape=(2,)).tolist() == a
    assert first[0] != first[1]


# -- the thread ----------------------------------------------------------------------------------


class Failing:
    def __len__(self):
        return 6

    def __getitem__(self, i):
        if i == 3:
            raise OSError("row 3 cannot be read")
        return i


@pytest.mark.parametrize("prefetch", [0, 2])
def test_errors_come_to_the_consumer(prefetch):
    iterator = iter(Loader(Failing(), 2, prefetch=prefetch))
    assert next(iterator).tolist() == [0, 1]
    with pytest.raises(OSError, match="row 3") as info:
        next(iterator)
    assert "__getitem__" in "".join(traceback.format_tb(info.value.__traceback__))
    assert wait_for_threads() == []


def test_thread_ends_with_its_iterator():
    loader = Loader(numbers(1000), 1)
    for _ in loader:
        break
    gc.collect()
    assert wait_for_threads() == []
    iterator = iter(loader)
    next(iterator)
    assert threading.active_count() > 1
    iterator.close()
    assert wait_for_threads() == []
    assert list(iterator) == []


def test_no_more_is_made_than_was_asked_for():
    made = []

    class Counting(Failing):
        def __getitem__(self, i):
            made.append(i)
            return i

    iterator = iter(Loader(Counting(), 1, prefetch=2))
    next(iterator)
    time.sleep(0.2)
    # One is taken, two wait, and one is made that has no place yet.
    assert 3 <= len(made) <= 4
    iterator.close()


def test_exit_does_not_hang():
    source = (
        "import ivy.data\n"
        "it = iter(ivy.data.Loader(ivy.data.ArrayDataset(list(range(99))), 1))\n"
        "next(it); print('left')"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")


# -- other sources -------------------------------------------------------------------------------


def test_lists_of_batches(backend):
    source = batches([[numpy.ones((2, 1)), [1, 2]], {"x": numpy.int8([3]), "name": "b", "n": None}])
    assert len(source) == 2
    for _ in range(2):
        (x, y), named = source
        assert (x.backend, y.backend, y.tolist()) == (backend, backend, [1, 2])
        assert (named["x"].dtype, named["name"], named["n"]) == ("int8", "b", None)


@needs("torch")
def test_torch_loader(backend):
    import torch

    data = torch.utils.data.TensorDataset(torch.arange(4).float(), torch.arange(4))
    loader = torch.utils.data.DataLoader(data, batch_size=2)
    got = [(x.backend, x.tolist(), y.dtype) for x, y in batches(loader)]
    assert got == [(backend, [0.0, 1.0], "int64"), (backend, [2.0, 3.0], "int64")]
    # A dataset of torch is a dataset.
    assert [x.tolist() for x, _ in Loader(data, 3)] == [[0.0, 1.0, 2.0], [3.0]]


@needs("torch")
def test_memory_is_shared():
    import torch

    x = torch.ones(4)
    (y,) = batches([x], backend="numpy")
    assert ivy.shares_memory(x, y)


@needs("tensorflow")
def test_tensorflow_dataset(backend):
    import tensorflow

    data = tensorflow.data.Dataset.from_tensor_slices(
        {"x": numpy.arange(3, dtype="float32"), "y": numpy.arange(3)}
    ).batch(2)
    got = [(b["x"].backend, b["x"].tolist(), b["y"].tolist()) for b in batches(data)]
    assert got == [(backend, [0.0, 1.0], [0, 1]), (backend, [2.0], [2])]


def made_by_grain(kind):
    """A loader of the batches ``[0, 1]`` and ``[2]``, each with twice the same in float32."""
    grain = pytest.importorskip("grain", reason="pip install grain")
    samples = [(numpy.float32(2 * i), i) for i in range(3)]
    if kind == "DataLoader":
        return grain.DataLoader(
            data_source=samples,
            sampler=grain.samplers.SequentialSampler(num_records=3),
            operations=[grain.transforms.Batch(2)],
        )
    data = grain.MapDataset.source(samples).batch(2)
    return data if kind == "MapDataset" else data.to_iter_dataset()


@pytest.mark.parametrize("kind", ["MapDataset", "IterDataset", "DataLoader"])
def test_grain_loader(kind, backend):
    source = batches(made_by_grain(kind))
    for _ in range(2):
        got = [(x.backend, x.tolist(), y.dtype, y.tolist()) for x, y in source]
        expected = [([0.0, 2.0], "int64", [0, 1]), ([4.0], "int64", [2])]
        assert got == [(backend, *each) for each in expected]


@pytest.mark.parametrize("kind", ["MapDataset", "IterDataset", "DataLoader"])
def test_training_on_a_grain_loader(kind):
    def loss(model, x, y):
        return ivy.mean(ivy.square(model(x[:, None])[:, 0] - y))

    histories = []
    for data in (made_by_grain(kind), [([0.0, 2.0], [0, 1]), ([4.0], [2])]):
        ivy.seed(0)
        model, optimiser = ivy.nn.Linear(1, 1), ivy.optim.SGD(0.1)
        histories.append(ivy.train.fit(model, optimiser, loss, data, epochs=2, progress=False))
    assert histories[0] == histories[1]


@pytest.mark.parametrize("source", [3, "text", {"x": 1}, numpy.ones(3)])
def test_what_gives_no_batches(source):
    with pytest.raises(TypeError, match=r"ivy\.data\.batches"):
        batches(source)
