"""Recurrent layers: a state that goes along a sequence."""

from __future__ import annotations

from typing import ClassVar

from ivy.array import Array
from ivy.functional.recurrent import gru, gru_cell, lstm, lstm_cell, rnn, rnn_cell
from ivy.nn.layer import Dtype, Layer, Shape, check_choice, check_rate, check_sizes, drawn

_ACTIVATIONS = ("tanh", "relu")


class _Recurrent(Layer):
    """What the layers share: weights by torch's names, for each layer and direction."""

    _gates: ClassVar[int]

    input_size: int
    hidden_size: int
    num_layers: int
    batch_first: bool
    dropout: float
    bidirectional: bool

    def _prepare(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int,
        bias: bool,
        batch_first: bool,
        dropout: float,
        bidirectional: bool,
        proj_size: int,
        dtype: Dtype,
    ) -> None:
        name = type(self).__name__
        check_sizes(name, input_size=input_size, hidden_size=hidden_size, num_layers=num_layers)
        check_rate(name, "dropout", dropout)
        if not hasattr(proj_size, "__index__") or not 0 <= proj_size < hidden_size:
            raise ValueError(
                f"ivy.nn.{name}: expected 0 <= proj_size < hidden_size, got "
                f"proj_size={proj_size!r} and hidden_size={hidden_size}"
            )
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = dropout
        self.bidirectional = bidirectional
        size = proj_size or hidden_size
        rows = self._gates * hidden_size
        below = 2 * size if bidirectional else size
        names: list[str] = []
        for layer in range(num_layers):
            for direction in ("", "_reverse") if bidirectional else ("",):
                end = f"l{layer}{direction}"
                shapes: dict[str, Shape] = {
                    f"weight_ih_{end}": (rows, below if layer else input_size),
                    f"weight_hh_{end}": (rows, size),
                }
                if bias:
                    shapes |= {f"bias_ih_{end}": (rows,), f"bias_hh_{end}": (rows,)}
                if proj_size:
                    shapes[f"weight_hr_{end}"] = (proj_size, hidden_size)
                for each, shape in shapes.items():
                    setattr(self, each, drawn(shape, hidden_size, dtype))
                names += shapes
        self._names = tuple(names)

    def _weights(self) -> list[Array]:
        return [self.__dict__[name] for name in self._names]

    def _rate(self) -> float:
        # What the last layer gives is not dropped.
        return self.dropout if self.training and self.num_layers > 1 else 0.0


class RNN(_Recurrent):
    """Layers with the state ``h = tanh(w_ih @ x + b_ih + w_hh @ h + b_hh)``, see `ivy.rnn`.

    Parameters
    ----------
    input_size, hidden_size
        How many features an element and the state have.
    num_layers
        How many layers stand on each other.
    nonlinearity
        ``"tanh"`` or ``"relu"``.
    bias
        Whether there are biases.
    batch_first
        Whether sequences are ``(N, T, I)``; by default they are ``(T, N, I)``, as in torch.
    dropout
        The probability that an element that one layer gives the next is set to zero in training.
    bidirectional
        Whether each layer also runs from the last element to the first.
    dtype
        A floating dtype for the arrays; by default that of `ivy.config`.

    Attributes
    ----------
    weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0
        Those of the first layer; the others have its number, and ``_reverse`` at the end for the
        other direction.

    Examples
    --------
    >>> import ivy
    >>> output, state = ivy.nn.RNN(3, 4, batch_first=True)(ivy.ones((5, 7, 3)))
    >>> output.shape, state.shape
    ((5, 7, 4), (1, 5, 4))
    """

    _gates = 1

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        *,
        dtype: Dtype = None,
    ) -> None:
        check_choice("RNN", "nonlinearity", nonlinearity, _ACTIVATIONS)
        sizes = (input_size, hidden_size, num_layers)
        self._prepare(*sizes, bias, batch_first, dropout, bidirectional, 0, dtype)
        self.nonlinearity = nonlinearity

    def forward(
        self,
        x: Array,
        hx: Array | None = None,
        *,
        lengths: Array | None = None,
        key: Array | None = None,
    ) -> tuple[Array, Array]:
        """Return the states at each step, and the last ones of each layer and direction.

        `hx` is the states at the start, `lengths` how many elements of each sequence there are,
        `key` a key to draw from for the dropout.
        """
        output, hidden = rnn(
            *(x, self._weights(), hx),
            nonlinearity=self.nonlinearity,
            num_layers=self.num_layers,
            bidirectional=self.bidirectional,
            batch_first=self.batch_first,
            dropout=self._rate(),
            key=key,
            lengths=lengths,
        )
        return output, hidden


class GRU(_Recurrent):
    """Layers of gated recurrent units, see `ivy.gru`.

    Parameters
    ----------
    input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, dtype
        As in `RNN`.

    Examples
    --------
    >>> import ivy
    >>> output, state = ivy.nn.GRU(3, 4, batch_first=True)(ivy.ones((5, 7, 3)))
    >>> output.shape, state.shape
    ((5, 7, 4), (1, 5, 4))
    """

    _gates = 3

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        *,
        dtype: Dtype = None,
    ) -> None:
        sizes = (input_size, hidden_size, num_layers)
        self._prepare(*sizes, bias, batch_first, dropout, bidirectional, 0, dtype)

    def forward(
        self,
        x: Array,
        hx: Array | None = None,
        *,
        lengths: Array | None = None,
        key: Array | None = None,
    ) -> tuple[Array, Array]:
        """Return the states at each step, and the last ones, as `RNN` does."""
        output, hidden = gru(
            *(x, self._weights(), hx),
            num_layers=self.num_layers,
            bidirectional=self.bidirectional,
            batch_first=self.batch_first,
            dropout=self._rate(),
            key=key,
            lengths=lengths,
        )
        return output, hidden


class LSTM(_Recurrent):
    """Layers of long short-term memory, see `ivy.lstm`.

    Parameters
    ----------
    input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, dtype
        As in `RNN`.
    proj_size
        To how many features the state is projected; 0 leaves it as it is.

    Examples
    --------
    >>> import ivy
    >>> output, (hidden, cell) = ivy.nn.LSTM(3, 4, batch_first=True)(ivy.ones((5, 7, 3)))
    >>> output.shape, hidden.shape, cell.shape
    ((5, 7, 4), (1, 5, 4), (1, 5, 4))
    """

    _gates = 4

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        *,
        dtype: Dtype = None,
    ) -> None:
        sizes = (input_size, hidden_size, num_layers)
        self._prepare(*sizes, bias, batch_first, dropout, bidirectional, proj_size, dtype)
        self.proj_size = proj_size

    def forward(
        self,
        x: Array,
        hx: tuple[Array, Array] | None = None,
        *,
        lengths: Array | None = None,
        key: Array | None = None,
    ) -> tuple[Array, tuple[Array, Array]]:
        """Return the states at each step, and the last two of each layer and direction.

        `hx` is a pair of both states at the start; the others are as in `RNN`.
        """
        output, hidden, cell = lstm(
            *(x, self._weights(), *_both(hx)),
            num_layers=self.num_layers,
            bidirectional=self.bidirectional,
            batch_first=self.batch_first,
            dropout=self._rate(),
            key=key,
            lengths=lengths,
        )
        return output, (hidden, cell)


def _both(hx: tuple[Array, Array] | None) -> tuple[Array | None, Array | None]:
    return (None, None) if hx is None else hx


class _Cell(Layer):
    _gates: ClassVar[int]

    weight_ih: Array
    weight_hh: Array
    bias_ih: Array | None
    bias_hh: Array | None

    def _prepare(self, input_size: int, hidden_size: int, bias: bool, dtype: Dtype) -> None:
        check_sizes(type(self).__name__, input_size=input_size, hidden_size=hidden_size)
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = self._gates * hidden_size
        self.weight_ih = drawn((rows, input_size), hidden_size, dtype)
        self.weight_hh = drawn((rows, hidden_size), hidden_size, dtype)
        self.bias_ih = drawn((rows,), hidden_size, dtype) if bias else None
        self.bias_hh = drawn((rows,), hidden_size, dtype) if bias else None

    def _weights(self) -> tuple[Array, Array, Array | None, Array | None]:
        return self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh


class RNNCell(_Cell):
    """A step of `RNN`.

    Parameters
    ----------
    input_size, hidden_size, bias, nonlinearity, dtype
        As in `RNN`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.RNNCell(3, 4)(ivy.ones((5, 3))).shape
    (5, 4)
    """

    _gates = 1

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        *,
        dtype: Dtype = None,
    ) -> None:
        check_choice("RNNCell", "nonlinearity", nonlinearity, _ACTIVATIONS)
        self._prepare(input_size, hidden_size, bias, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, x: Array, hx: Array | None = None) -> Array:
        """Return the state after features ``(..., I)``; without one before, from zeros."""
        return rnn_cell(x, hx, *self._weights(), nonlinearity=self.nonlinearity)


class GRUCell(_Cell):
    """A step of `GRU`.

    Parameters
    ----------
    input_size, hidden_size, bias, dtype
        As in `RNN`.

    Examples
    --------
    >>> import ivy
    >>> ivy.nn.GRUCell(3, 4)(ivy.ones((5, 3))).shape
    (5, 4)
    """

    _gates = 3

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, *, dtype: Dtype = None
    ) -> None:
        self._prepare(input_size, hidden_size, bias, dtype)

    def forward(self, x: Array, hx: Array | None = None) -> Array:
        """Return the state after features ``(..., I)``; without one before, from zeros."""
        return gru_cell(x, hx, *self._weights())


class LSTMCell(_Cell):
    """A step of `LSTM`.

    Parameters
    ----------
    input_size, hidden_size, bias, dtype
        As in `RNN`.

    Examples
    --------
    >>> import ivy
    >>> hidden, cell = ivy.nn.LSTMCell(3, 4)(ivy.ones((5, 3)))
    >>> hidden.shape, cell.shape
    ((5, 4), (5, 4))
    """

    _gates = 4

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, *, dtype: Dtype = None
    ) -> None:
        self._prepare(input_size, hidden_size, bias, dtype)

    def forward(self, x: Array, hx: tuple[Array, Array] | None = None) -> tuple[Array, Array]:
        """Return both states after features ``(..., I)``; without those before, from zeros."""
        hidden, cell = lstm_cell(
            *(x, *_both(hx), self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        )
        return hidden, cell
