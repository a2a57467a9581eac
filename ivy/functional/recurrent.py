"""Recurrent functions: a state that goes along a sequence, and takes in an element at each step.

Weights are laid out as torch has them. The projections of all elements are one product; what is
left for each step runs in a loop: in compiled code that of `ivy.scan`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ivy.array import Array
from ivy.dtypes import CATEGORIES, DType
from ivy.functional._faults import WRONG_VALUES, check_values
from ivy.functional._op import beside, composite
from ivy.functional.activations import relu, sigmoid
from ivy.functional.control_flow import is_recorded, scan
from ivy.functional.creation import arange, zeros
from ivy.functional.data_type import astype, result_type
from ivy.functional.elementwise import add, less, multiply, subtract, tanh
from ivy.functional.indexing import getitem, take
from ivy.functional.linear_algebra import linear, matmul
from ivy.functional.manipulation import (
    concat,
    expand_dims,
    reshape,
    split,
    squeeze,
    stack,
    swapaxes,
    unstack,
)
from ivy.functional.random import dropout as dropped
from ivy.functional.random import split_key
from ivy.functional.searching import where


class RecurrentResult(NamedTuple):
    """What a recurrent function gives at each step, and its state after the last."""

    output: Array
    hidden: Array


class LSTMResult(NamedTuple):
    """What an LSTM gives at each step, and its two states after the last."""

    output: Array
    hidden: Array
    cell: Array


class LSTMState(NamedTuple):
    """The two states of an LSTM."""

    hidden: Array
    cell: Array


@composite(dtypes="real floating", promoted=("x", "weights", "hidden"))
def rnn(
    x: Array,
    weights: Sequence[Array],
    hidden: Array | None = None,
    /,
    *,
    nonlinearity: str = "tanh",
    num_layers: int = 1,
    bidirectional: bool = False,
    batch_first: bool = False,
    dropout: float = 0.0,
    key: Array | None = None,
    lengths: Array | None = None,
) -> RecurrentResult:
    """Return the states ``h = tanh(w_ih @ x + b_ih + w_hh @ h + b_hh)`` along sequences.

    Parameters
    ----------
    x
        Sequences ``(T, N, I)``, or one ``(T, I)``.
    weights
        For each layer, and in it for each direction, the weights ``w_ih (H, I)`` and ``w_hh
        (H, H)``, and the biases ``b_ih (H,)`` and ``b_hh (H,)`` or none at all. The input of a
        layer above the first is what the one below gives.
    hidden
        The states at the start ``(layers * directions, N, H)``, for one sequence ``(layers *
        directions, H)``; None stands for zeros.
    nonlinearity
        ``"tanh"`` or ``"relu"``.
    num_layers
        How many layers stand on each other.
    bidirectional
        Whether each layer also runs from the last element to the first.
    batch_first
        Whether `x` and the output are ``(N, T, ...)``.
    dropout
        The probability that an element that one layer gives the next is set to zero; the others
        are divided by ``1 - dropout``.
    key
        A key to draw from for `dropout`; by default the next one of the generator.
    lengths
        Integers ``(N,)``, from 0 to ``T``: how many elements of each sequence count. The output is
        zero after them, and the states are those after the last of them; the other direction
        begins there.

    Returns
    -------
    RecurrentResult
        The last layer's states at each step ``(T, N, directions * H)``, and the last state of each
        layer and direction, of the shape of `hidden`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, or there are not as many weights as layers need.
    IndexError
        A length is negative, or more than there are elements.

    Examples
    --------
    >>> import ivy
    >>> x, w = ivy.asarray([[[1.0]], [[1.0]]]), ivy.asarray([[1.0]])
    >>> ivy.rnn(x, [w, w], nonlinearity="relu").output
    Array([[[1.]],
    <BLANKLINE>
           [[2.]]], dtype=float32, backend='numpy')
    """
    run = _Run("rnn", x, weights, [hidden], num_layers, bidirectional, batch_first, lengths)
    step = _rnn_step(_activation("rnn", nonlinearity))
    output, (last,) = run.along(step, _folded, dropout, key)
    return RecurrentResult(output, last)


@composite(dtypes="real floating", promoted=("x", "weights", "hidden"))
def gru(
    x: Array,
    weights: Sequence[Array],
    hidden: Array | None = None,
    /,
    *,
    num_layers: int = 1,
    bidirectional: bool = False,
    batch_first: bool = False,
    dropout: float = 0.0,
    key: Array | None = None,
    lengths: Array | None = None,
) -> RecurrentResult:
    """Return the states of gated recurrent units along sequences.

    A state is ``(1 - z) * n + z * h``, where ``r`` and ``z`` are sigmoids of ``w_ih @ x + b_ih +
    w_hh @ h + b_hh``, and ``n = tanh(w_in @ x + b_in + r * (w_hn @ h + b_hn))``, see
    https://arxiv.org/abs/1406.1078.

    Parameters
    ----------
    x
        As in `rnn`.
    weights
        As in `rnn`, with the rows for ``r``, ``z`` and ``n`` below each other: ``w_ih
        (3 * H, I)``, ``w_hh (3 * H, H)``, ``b_ih (3 * H,)`` and ``b_hh (3 * H,)``.
    hidden, num_layers, bidirectional, batch_first, dropout, key, lengths
        As in `rnn`.

    Returns
    -------
    RecurrentResult
        As of `rnn`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, or there are not as many weights as layers need.
    IndexError
        A length is negative, or more than there are elements.

    Examples
    --------
    >>> import ivy
    >>> x, w = ivy.asarray([[[1.0]], [[1.0]]]), ivy.zeros((3, 1))
    >>> ivy.gru(x, [w, w], ivy.asarray([[[4.0]]])).hidden
    Array([[[1.]]], dtype=float32, backend='numpy')
    """
    run = _Run("gru", x, weights, [hidden], num_layers, bidirectional, batch_first, lengths)
    output, (last,) = run.along(_gru_step, _parted, dropout, key)
    return RecurrentResult(output, last)


@composite(dtypes="real floating", promoted=("x", "weights", "hidden", "cell"))
def lstm(
    x: Array,
    weights: Sequence[Array],
    hidden: Array | None = None,
    cell: Array | None = None,
    /,
    *,
    num_layers: int = 1,
    bidirectional: bool = False,
    batch_first: bool = False,
    dropout: float = 0.0,
    key: Array | None = None,
    lengths: Array | None = None,
) -> LSTMResult:
    """Return the states of long short-term memory along sequences.

    The states are ``c = f * c + i * g`` and ``h = o * tanh(c)``, where ``i``, ``f`` and ``o`` are
    sigmoids, and ``g`` is the tanh, of ``w_ih @ x + b_ih + w_hh @ h + b_hh``, see
    https://doi.org/10.1162/neco.1997.9.8.1735.

    Parameters
    ----------
    x
        As in `rnn`.
    weights
        As in `rnn`, with the rows for ``i``, ``f``, ``g`` and ``o`` below each other: ``w_ih
        (4 * H, I)``, ``w_hh (4 * H, H)``, ``b_ih (4 * H,)`` and ``b_hh (4 * H,)``. After them may
        stand ``w_hr (P, H)``, which projects ``h`` to ``P`` features; then ``w_hh`` is
        ``(4 * H, P)``.
    hidden
        The states ``h`` at the start ``(layers * directions, N, P)``, where ``P`` is ``H`` without
        a projection.
    cell
        The states ``c`` at the start ``(layers * directions, N, H)``.
    num_layers, bidirectional, batch_first, dropout, key, lengths
        As in `rnn`.

    Returns
    -------
    LSTMResult
        The last layer's ``h`` at each step ``(T, N, directions * P)``, and the last ``h`` and
        ``c`` of each layer and direction, of the shapes of `hidden` and `cell`.

    Raises
    ------
    ValueError
        The shapes do not fit each other, or there are not as many weights as layers need.
    IndexError
        A length is negative, or more than there are elements.

    Examples
    --------
    >>> import ivy
    >>> x, w, c = ivy.asarray([[[1.0]], [[1.0]]]), ivy.zeros((4, 1)), ivy.asarray([[[4.0]]])
    >>> ivy.lstm(x, [w, w], None, c).cell
    Array([[[1.]]], dtype=float32, backend='numpy')
    """
    run = _Run("lstm", x, weights, [hidden, cell], num_layers, bidirectional, batch_first, lengths)
    output, (last, memory) = run.along(_lstm_step, _folded, dropout, key)
    return LSTMResult(output, last, memory)


@composite(dtypes="real floating", promoted=("x", "hidden", "weight_ih", "weight_hh"))
def rnn_cell(
    x: Array,
    hidden: Array | None,
    weight_ih: Array,
    weight_hh: Array,
    bias_ih: Array | None = None,
    bias_hh: Array | None = None,
    /,
    *,
    nonlinearity: str = "tanh",
) -> Array:
    """Return the next state of `rnn`.

    Parameters
    ----------
    x
        Features ``(..., I)``.
    hidden
        The state ``(..., H)``; None stands for zeros.
    weight_ih, weight_hh, bias_ih, bias_hh
        Those of a layer of `rnn`; None adds nothing.
    nonlinearity
        ``"tanh"`` or ``"relu"``.

    Returns
    -------
    Array
        The state ``(..., H)``.

    Examples
    --------
    >>> import ivy
    >>> x, h, w = ivy.asarray([1.0]), ivy.asarray([2.0]), ivy.asarray([[1.0]])
    >>> ivy.rnn_cell(x, h, w, w, nonlinearity="relu")
    Array([3.], dtype=float32, backend='numpy')
    """
    step = _rnn_step(_activation("rnn_cell", nonlinearity))
    weights = [weight_ih, weight_hh, bias_ih, bias_hh]
    return _one("rnn_cell", x, [hidden], weights, step, _folded)[0]


@composite(dtypes="real floating", promoted=("x", "hidden", "weight_ih", "weight_hh"))
def gru_cell(
    x: Array,
    hidden: Array | None,
    weight_ih: Array,
    weight_hh: Array,
    bias_ih: Array | None = None,
    bias_hh: Array | None = None,
    /,
) -> Array:
    """Return the next state of `gru`.

    Parameters
    ----------
    x
        Features ``(..., I)``.
    hidden
        The state ``(..., H)``; None stands for zeros.
    weight_ih, weight_hh, bias_ih, bias_hh
        Those of a layer of `gru`; None adds nothing.

    Returns
    -------
    Array
        The state ``(..., H)``.

    Examples
    --------
    >>> import ivy
    >>> w = ivy.zeros((3, 1))
    >>> ivy.gru_cell(ivy.asarray([1.0]), ivy.asarray([4.0]), w, w)
    Array([2.], dtype=float32, backend='numpy')
    """
    weights = [weight_ih, weight_hh, bias_ih, bias_hh]
    return _one("gru_cell", x, [hidden], weights, _gru_step, _parted)[0]


@composite(
    dtypes="real floating",
    promoted=("x", "hidden", "cell", "weight_ih", "weight_hh"),
)
def lstm_cell(
    x: Array,
    hidden: Array | None,
    cell: Array | None,
    weight_ih: Array,
    weight_hh: Array,
    bias_ih: Array | None = None,
    bias_hh: Array | None = None,
    weight_hr: Array | None = None,
    /,
) -> LSTMState:
    """Return the next states of `lstm`.

    Parameters
    ----------
    x
        Features ``(..., I)``.
    hidden
        The state ``h``, ``(..., H)`` or with `weight_hr` ``(..., P)``; None stands for zeros.
    cell
        The state ``c``, ``(..., H)``; None stands for zeros.
    weight_ih, weight_hh, bias_ih, bias_hh, weight_hr
        Those of a layer of `lstm`; None adds nothing, and projects nothing.

    Returns
    -------
    LSTMState
        The two states.

    Examples
    --------
    >>> import ivy
    >>> w = ivy.zeros((4, 1))
    >>> ivy.lstm_cell(ivy.asarray([1.0]), None, ivy.asarray([4.0]), w, w).cell
    Array([2.], dtype=float32, backend='numpy')
    """
    weights = [weight_ih, weight_hh, bias_ih, bias_hh]
    if weight_hr is not None:
        weights.append(weight_hr)
    return LSTMState(*_one("lstm_cell", x, [hidden, cell], weights, _lstm_step_as_given, _folded))


# -- a step --------------------------------------------------------------------------------------

# A step gives the next states from those before, what the elements have been made to beforehand,
# and the weights that it needs.
Step = Callable[[tuple[Array, ...], tuple[Array, ...], "_Weights"], tuple[Array, ...]]
# What elements are made to beforehand, in one go.
Projection = Callable[[Array, "_Weights"], tuple[Array, ...]]

_GATES = {"rnn": 1, "gru": 3, "lstm": 4}


class _Weights:
    """The weights of a layer in one direction."""

    def __init__(self, op: str, weights: Sequence[Array | None], features: int | None) -> None:
        given: list[Any] = list(weights)
        projects = len(given) in (3, 5)
        self.project: Any = given.pop() if projects else None
        self.inputs: Any = given[0]
        self.hidden: Any = given[1]
        self.biases = tuple(given[2:]) if len(given) == 4 else (None, None)
        self.gates = _GATES[op.removesuffix("_cell")]
        self._check(op, features)
        self.units: int = self.inputs.shape[0] // self.gates
        # How many features the state has that is the output.
        self.size: int = self.hidden.shape[1]
        # What states are multiplied by.
        self.turned: Any = swapaxes(self.hidden, 0, 1)
        self.back: Any = None if self.project is None else swapaxes(self.project, 0, 1)

    def put_sigmoids_first(self) -> None:
        """Sort the gates of an LSTM so that one sigmoid does for three."""

        def moved(x: Array) -> Array:
            both, g, o = split(x, (2 * self.units, self.units, self.units))
            return concat([both, o, g])

        self.inputs, self.hidden = moved(self.inputs), moved(self.hidden)
        self.biases = tuple([None if b is None else moved(b) for b in self.biases])
        self.turned = swapaxes(self.hidden, 0, 1)

    def _check(self, op: str, features: int | None) -> None:
        matrices = [self.inputs, self.hidden]
        matrices += [] if self.project is None else [self.project]
        shapes = [m.shape for m in matrices]
        if all(len(s) == 2 for s in shapes):
            (rows, columns), (others, size) = shapes[:2]
            units = rows // self.gates
            fits = rows % self.gates == 0 and others == rows and features in (None, columns)
            fits = fits and (
                shapes[2] == (size, units) if self.project is not None else size == units
            )
            if fits and all(b is None or b.shape == (rows,) for b in self.biases):
                return
        shapes += [b.shape for b in self.biases if b is not None]
        below = "" if self.gates == 1 else f"{self.gates} * "
        more = " and w_hr (P, H) at the end" if op.startswith("lstm") else ""
        raise ValueError(
            f"ivy.{op}: expected weights w_ih ({below}H, {'I' if features is None else features})"
            f" and w_hh ({below}H, H), and biases ({below}H,) or none{more}, got shapes {shapes}"
        )

    def bias(self) -> Array | None:
        """Return the biases of elements and state together."""
        first, second = self.biases
        if first is None or second is None:
            return first if second is None else second
        return add(first, second)


def _activation(op: str, name: str) -> Callable[[Array], Array]:
    if name not in ("tanh", "relu"):
        raise ValueError(
            f"ivy.{op}: expected nonlinearity='tanh' or 'relu', got nonlinearity={name!r}"
        )
    return tanh if name == "tanh" else relu


def _folded(x: Array, w: _Weights) -> tuple[Array, ...]:
    return (linear(x, w.inputs, w.bias()),)


def _parted(x: Array, w: _Weights) -> tuple[Array, ...]:
    """Project elements to what two gates add to the state's part, and what the third does."""
    out = linear(x, w.inputs, w.biases[0])
    both, new = split(out, (2 * w.units, w.units), axis=-1)
    return both, new


def _rnn_step(activation: Callable[[Array], Array]) -> Step:
    def step(states: tuple[Array, ...], given: tuple[Array, ...], w: _Weights) -> tuple[Array, ...]:
        return (activation(add(given[0], matmul(states[0], w.turned))),)

    return step


def _gru_step(
    states: tuple[Array, ...], given: tuple[Array, ...], w: _Weights
) -> tuple[Array, ...]:
    (h,) = states
    of_state = matmul(h, w.turned)
    if w.biases[1] is not None:
        of_state = add(of_state, w.biases[1])
    both, new = _parts(of_state, 2 * w.units)
    r, z = _equal_parts(sigmoid(add(given[0], both)), 2)
    n = tanh(add(given[1], multiply(r, new)))
    return (add(n, multiply(z, subtract(h, n))),)


def _lstm_step(
    states: tuple[Array, ...], given: tuple[Array, ...], w: _Weights
) -> tuple[Array, ...]:
    gates = add(given[0], matmul(states[0], w.turned))
    sigmoids, g = _parts(gates, 3 * w.units)
    i, f, o = _equal_parts(sigmoid(sigmoids), 3)
    return _remembered(states[1], i, f, tanh(g), o, w)


def _lstm_step_as_given(
    states: tuple[Array, ...], given: tuple[Array, ...], w: _Weights
) -> tuple[Array, ...]:
    gates = add(given[0], matmul(states[0], w.turned))
    i, f, g, o = _equal_parts(gates, 4)
    return _remembered(states[1], sigmoid(i), sigmoid(f), tanh(g), sigmoid(o), w)


def _remembered(c: Array, i: Array, f: Array, g: Array, o: Array, w: _Weights) -> tuple[Array, ...]:
    c = add(multiply(f, c), multiply(i, g))
    h = multiply(o, tanh(c))
    return (h if w.back is None else matmul(h, w.back), c)


# In a loop `split` costs more than these, and so does the derivative of many slices.


def _parts(x: Array, width: int) -> tuple[Array, Array]:
    """Return the first of the last axis, and the rest."""
    return getitem(x, (..., slice(None, width))), getitem(x, (..., slice(width, None)))


def _equal_parts(x: Array, count: int) -> tuple[Array, ...]:
    """Return as many equal parts of the last axis."""
    shape = x.shape
    return unstack(reshape(x, (*shape[:-1], count, shape[-1] // count)), axis=-2)


def _one(
    op: str,
    x: Array,
    states: Sequence[Array | None],
    given: Sequence[Array | None],
    step: Step,
    project: Projection,
) -> tuple[Array, ...]:
    """Return the states after one step."""
    if not x.shape:
        raise ValueError(f"ivy.{op}: expected features (..., I), got shape ()")
    w = _Weights(op, given, x.shape[-1])
    dtype = result_type(*[a for a in (x, *states, *given) if a is not None])
    x = astype(x, dtype)
    full = []
    for name, state, size in zip(("hidden", "cell"), states, (w.size, w.units), strict=False):
        shape = (*x.shape[:-1], size)
        if state is not None and state.shape != shape:
            raise ValueError(f"ivy.{op}: expected {name} of shape {shape}, got shape {state.shape}")
        full.append(beside(x, zeros, shape) if state is None else astype(state, dtype))
    return step(tuple(full), project(x, w), w)


# -- sequences -----------------------------------------------------------------------------------


class _Run:
    """Sequences, checked, with the weights and the states of each layer and direction."""

    def __init__(
        self,
        op: str,
        x: Array,
        weights: Sequence[Array],
        states: Sequence[Array | None],
        num_layers: int,
        bidirectional: bool,
        batch_first: bool,
        lengths: Array | None,
    ) -> None:
        self.op = op
        self.single = len(x.shape) == 2
        self.batch_first = batch_first and not self.single
        if len(x.shape) not in (2, 3):
            raise ValueError(
                f"ivy.{op}: expected sequences {'(N, T, I)' if batch_first else '(T, N, I)'} or "
                f"one (T, I), got shape {x.shape}"
            )
        if num_layers < 1:
            raise ValueError(f"ivy.{op}: expected a layer at least, got num_layers={num_layers}")
        self.directions = 2 if bidirectional else 1
        self.count = num_layers * self.directions
        self.dtype = self._dtype(x, weights, states)
        x = astype(x, self.dtype)
        if self.single:
            x = expand_dims(x, axis=1)
        elif batch_first:
            x = swapaxes(x, 0, 1)
        self.x = x
        self.weights = self._weights(weights)
        self.states = [self._state(n, s) for n, s in zip(("hidden", "cell"), states, strict=False)]
        self.active = None if lengths is None else self._active(lengths)

    def _dtype(self, x: Array, weights: Sequence[Array], states: Sequence[Array | None]) -> DType:
        return result_type(*[a for a in (x, *weights, *states) if a is not None])

    def _weights(self, given: Sequence[Array]) -> list[_Weights]:
        per, rest = divmod(len(given), self.count)
        kinds = (2, 3, 4, 5) if self.op == "lstm" else (2, 4)
        if rest or per not in kinds:
            raise ValueError(
                f"ivy.{self.op}: expected {' or '.join(map(str, kinds))} weights for each of "
                f"{self.count} layers and directions, got {len(given)} weights; num_layers= and "
                "bidirectional= say how many there are"
            )
        found: list[_Weights] = []
        for i in range(self.count):
            layer = i // self.directions
            below = found[-1].size * self.directions if layer else self.x.shape[-1]
            if layer and i % self.directions:
                below = found[-2].size * self.directions
            part = [astype(w, self.dtype) for w in given[i * per : (i + 1) * per]]
            found.append(_Weights(self.op, part, below))
            if self.op == "lstm":
                found[-1].put_sigmoids_first()
        if len({(w.size, w.units) for w in found}) > 1:
            raise ValueError(
                f"ivy.{self.op}: expected weights for states of one size, got sizes "
                f"{[w.size for w in found]}"
            )
        return found

    def _state(self, name: str, given: Array | None) -> list[Array]:
        """Return a state for each layer and direction."""
        size = self.weights[0].size if name == "hidden" else self.weights[0].units
        one = (self.x.shape[1], size)
        if given is None:
            return [beside(self.x, zeros, one)] * self.count
        wanted = (self.count, *(one[1:] if self.single else one))
        if given.shape != wanted:
            raise ValueError(
                f"ivy.{self.op}: expected {name} of shape {wanted}, got shape {given.shape}"
            )
        given = astype(given, self.dtype)
        if self.single:
            given = expand_dims(given, axis=1)
        return [getitem(given, i) for i in range(self.count)]

    def _active(self, lengths: Array) -> Array:
        """Return where elements are: bools ``(T, N, 1)``."""
        count = self.x.shape[1]
        if lengths.dtype not in CATEGORIES["integral"]:
            raise TypeError(f"ivy.{self.op}: expected integers for lengths, got {lengths.dtype}")
        if lengths.shape != (() if self.single else (count,)):
            raise ValueError(
                f"ivy.{self.op}: expected lengths of shape {() if self.single else (count,)}, a "
                f"number for each sequence, got shape {lengths.shape}"
            )
        steps = self.x.shape[0]
        numbers = beside(self.x, arange, 0, steps, 1, dtype="int64")
        numbers = expand_dims(numbers, axis=(1, 2))
        # There is no place for a length that there cannot be.
        lengths = astype(lengths, "int64")
        lengths = where(less(lengths, 0), steps + 1, lengths)
        lengths = take(beside(self.x, arange, 0, steps + 1, 1, dtype="int64"), lengths, axis=0)
        return less(numbers, lengths if self.single else expand_dims(lengths, axis=1))

    def along(
        self, step: Step, project: Projection, rate: float, key: Array | None
    ) -> tuple[Array, list[Array]]:
        """Return the output, and the last states of each kind."""
        if not 0 <= rate <= 1:
            raise ValueError(f"ivy.{self.op}: expected 0 <= dropout <= 1, got dropout={rate}")
        x, lasts = self.x, []
        layers = self.count // self.directions
        keys = split_key(key, layers) if rate and key is not None and layers > 1 else None
        for layer in range(layers):
            outs = []
            for d in range(self.directions):
                i = layer * self.directions + d
                states = tuple([s[i] for s in self.states])
                out, last = self._layer(x, states, self.weights[i], step, project, bool(d))
                outs.append(out)
                lasts.append(last)
            x = concat(outs, axis=-1) if len(outs) > 1 else outs[0]
            if rate and layer < layers - 1:
                x = dropped(x, rate, key=None if keys is None else getitem(keys, layer))
        finals = [stack([last[n] for last in lasts]) for n in range(len(self.states))]
        if self.single:
            return squeeze(x, 1), [squeeze(s, 1) for s in finals]
        return swapaxes(x, 0, 1) if self.batch_first else x, finals

    def _layer(
        self,
        x: Array,
        states: tuple[Array, ...],
        w: _Weights,
        step: Step,
        project: Projection,
        reverse: bool,
    ) -> tuple[Array, tuple[Array, ...]]:
        given = project(x, w)
        if self.active is not None:
            given = (*given, self.active)

        def body(carry: Any, part: Any) -> Any:
            after = step(carry, part, w)
            if self.active is not None:
                kept = zip(after, carry, strict=True)
                after = tuple([where(part[-1], a, b) for a, b in kept])
            return after, after[0]

        if is_recorded([*given, *states]) or not x.shape[0]:
            last, out = scan(body, states, given, reverse=reverse)
        else:
            last, out = _stepped(body, states, given, reverse)
        return out if self.active is None else where(self.active, out, 0), last


def _stepped(
    body: Callable[[Any, Any], Any],
    states: tuple[Array, ...],
    given: tuple[Array, ...],
    reverse: bool,
) -> tuple[tuple[Array, ...], Array]:
    """Return what `scan` does where values are known, without looking at each step's structure."""
    parts = list(zip(*[unstack(x) for x in given], strict=True))
    outs = []
    for part in reversed(parts) if reverse else parts:
        states, out = body(states, part)
        outs.append(out)
    return states, stack(outs[::-1] if reverse else outs)


# -- values that have been refused ---------------------------------------------------------------


def _wrong_lengths(op: str, given: Mapping[str, Any]) -> None:
    shape, lengths = given["x"].shape, given["lengths"]
    if lengths is not None and not is_recorded([lengths]):
        along = 1 if given["batch_first"] and len(shape) == 3 else 0
        check_values(op, "lengths", lengths, 0, shape[along])


WRONG_VALUES |= dict.fromkeys(["rnn", "gru", "lstm"], _wrong_lengths)
