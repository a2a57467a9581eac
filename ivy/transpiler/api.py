"""`ivy.transpile`: what users call. The transpiler itself is loaded at the first conversion."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ivy.transpiler.check import Difference
    from ivy.transpiler.report import Report


class Transpile:
    """Convert code of one framework to native code of another one.

    The one instance of this class is `ivy.transpile`.
    """

    def __call__(
        self,
        obj: Any,
        *,
        source: str = "torch",
        target: str = "tensorflow",
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
        output: str | os.PathLike[str] | None = None,
        on_unsupported: str = "raise",
    ) -> Any:
        """Return an object converted to another framework: the same kind of thing, native to it.

        Parameters
        ----------
        obj
            A function, a class, a trained module, or a Python module.
        source
            The framework that it is written for: ``"torch"``.
        target
            ``"tensorflow"`` (Keras 3), ``"jax"`` (flax.nnx) or ``"numpy"``.
        args, kwargs
            Example arguments. The source is run with them once to see of what kinds its values
            are, and the outcome is compared with the source's.
        output
            A folder to write the code to, as a package. It is written all at once, and replaced if
            a conversion made it; anything else that is there is left alone.
        on_unsupported
            ``"raise"``, or ``"mark"`` to replace functions that cannot be converted by stubs that
            raise when they are called.

        Returns
        -------
        object
            A function for a function, a class for a class, a module with the same weights for a
            trained module. `inspect.getsource` shows its code.

        Raises
        ------
        TranspileError
            Something cannot be converted without changing its meaning; the message lists every
            such place with file and line.

        Examples
        --------
        >>> import ivy, torch
        >>> from ivy.transpiler.examples import standardize
        >>> native = ivy.transpile(standardize, source="torch", target="numpy")
        >>> native(ivy.to_numpy(ivy.asarray([1.0, 3.0])))
        array([-1.,  1.], dtype=float32)
        """
        from ivy.transpiler.convert import transpile

        return transpile(obj, source, target, args, kwargs, output, on_unsupported)

    def report(self, obj: Any) -> Report:
        """Return what became of each call site of the source of a converted object.

        Examples
        --------
        >>> import ivy
        >>> from ivy.transpiler.examples import standardize
        >>> ivy.transpile.report(ivy.transpile(standardize, target="numpy")).counts["in place"] > 0
        True
        """
        from ivy.transpiler.convert import report

        return report(obj)

    def check(
        self,
        source_obj: Any,
        target_obj: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any] | None = None,
    ) -> Difference | None:
        """Run an object and its conversion on the same input; return the first difference.

        Parameters
        ----------
        source_obj, target_obj
            What was converted, and what it became.
        args, kwargs
            The arguments, in the source's arrays.

        Returns
        -------
        Difference or None
            The layer or line whose values differ first; None where all agree.

        Examples
        --------
        >>> import ivy, torch
        >>> from ivy.transpiler.examples import standardize
        >>> native = ivy.transpile(standardize, target="numpy")
        >>> ivy.transpile.check(standardize, native, (torch.tensor([1.0, 3.0]),))
        """
        from ivy.transpiler.check import check

        return check(source_obj, target_obj, args, kwargs)

    def __repr__(self) -> str:
        return "<function ivy.transpile>"


transpile = Transpile()
