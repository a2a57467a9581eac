"""`History`: what a training was like, epoch by epoch."""

from __future__ import annotations

from typing import Any


class History(dict[str, list[float]]):
    """Lists with one number for each epoch, by name: ``"loss"``, ``"val_loss"`` and the metrics.

    Examples
    --------
    >>> import ivy
    >>> history = ivy.train.History({"loss": [0.5, 0.25], "val_loss": [0.75, 0.5]})
    >>> print(history)
    epoch  loss  val_loss
        1   0.5      0.75
        2  0.25       0.5
    """

    @property
    def epochs(self) -> int:
        """How many epochs there are."""
        return max(map(len, self.values()), default=0)

    def append(self, values: dict[str, float]) -> None:
        """Add the numbers of an epoch."""
        done = self.epochs
        for name, value in values.items():
            column = self.setdefault(name, [])
            column += [float("nan")] * (done - len(column))
            column.append(float(value))

    def __str__(self) -> str:
        names = ["epoch", *self]
        rows = [
            [str(i + 1), *[f"{x[i]:.4g}" if i < len(x) else "" for x in self.values()]]
            for i in range(self.epochs)
        ]
        widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
        lines = [
            "  ".join([cell.rjust(w) for cell, w in zip(row, widths, strict=True)])
            for row in (names, *rows)
        ]
        return "\n".join(lines)

    def plot(self, axes: Any = None) -> Any:
        """Draw the numbers over the epochs with matplotlib, and return its figure.

        A name and the same with ``val_`` share a diagram.

        Parameters
        ----------
        axes
            matplotlib axes to draw everything in; by default those of a new figure.

        Raises
        ------
        ImportError
            matplotlib is not installed.
        """
        try:
            from matplotlib import pyplot
        except ImportError as error:
            raise ImportError(
                "ivy.train.History.plot: expected matplotlib to be installed; "
                'run: pip install "ivy[plot]"',
                name="matplotlib",
            ) from error
        titles = list(dict.fromkeys([name.removeprefix("val_") for name in self]))
        if axes is None:
            figure, grid = pyplot.subplots(
                1, max(len(titles), 1), squeeze=False, figsize=(4 * max(len(titles), 1), 3)
            )
            places = dict(zip(titles, grid[0], strict=False))
        else:
            figure, places = axes.figure, dict.fromkeys(titles, axes)
        for name, values in self.items():
            place = places[name.removeprefix("val_")]
            place.plot(range(1, len(values) + 1), values, label=name)
            place.set_xlabel("epoch")
            place.legend()
        return figure
