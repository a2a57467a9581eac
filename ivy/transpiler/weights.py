"""Carrying a trained module over: how it is built again, and where each of its arrays goes."""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from ivy.errors import TranspileError
from ivy.transpiler.classes import NATIVE, renamed
from ivy.transpiler.program import Program
from ivy.transpiler.values import MISSING

# Names of arrays in templates that differ from the source's.
_TEMPLATES: dict[str, dict[str, Mapping[str, str]]] = {
    "jax": {},
    "tensorflow": {
        "Linear": {"weight": "kernel.T", "bias": "bias"},
        "Embedding": {"weight": "embeddings"},
    },
    "numpy": {},
}
# Where containers keep their parts.
_PARTS = {"jax": "layers", "tensorflow": "items", "numpy": "items"}
_PLAIN = (bool, int, float, str, type(None))
# How many ways to call a constructor are tried.
TRIES = 64

Path = tuple[str | int, ...]


def dotted(path: Path) -> str:
    """Return the name under which an array is saved.

    Examples
    --------
    >>> dotted(("blocks", 0, "weight"))
    'blocks.0.weight'
    """
    return ".".join(str(p) for p in path)


def arrays(program: Program, live: Any) -> dict[str, Any]:
    """Return the arrays of a module of the source, by their paths in the output's model.

    Raises
    ------
    TranspileError
        An array of the source has no place in the output.
    """
    found: dict[str, Any] = {}
    taken: set[str] = set()
    for path, name, value in _walk(program, live, (), "", set()):
        found[dotted(path)] = value
        taken.add(name)
    state = live.state_dict(keep_vars=True)
    ids = {id(v) for n, v in state.items() if n in taken}
    missing = [n for n, v in state.items() if n not in taken and id(v) not in ids]
    if missing:
        raise TranspileError(
            f"ivy.transpile: the arrays {', '.join(missing)} have no place in the output"
        )
    return found


def _walk(
    program: Program, live: Any, path: Path, prefix: str, seen: set[int]
) -> Iterator[tuple[Path, str, Any]]:
    if id(live) in seen:  # shared: it is reached by its first path
        return
    seen.add(id(live))
    target = program.target.name
    kind = type(live).__name__
    is_user = program.class_of(type(live)) is not None
    names: Mapping[str, str] = _TEMPLATES[target].get(_layer_of(program, live), {})
    if not is_user and kind not in _TEMPLATES[target] and kind in NATIVE[target]:
        names = NATIVE[target][kind].weights
    held = {**live._parameters, **live._buffers}
    for name, value in held.items():
        if value is None:
            continue
        to, _, transposed = names.get(name, name).partition(".")
        array = value.detach().cpu().numpy()
        if is_user and name not in names:
            to = renamed(target, to)
        yield (*path, to), f"{prefix}{name}", array.T.copy() if transposed else array.copy()
    for name, child in live._modules.items():
        if child is None:
            continue
        if kind == "Sequential" or isinstance(live, program.names.root.nn.Sequential):
            inner: Path = (*path, _PARTS[target], int(name) if name.isdigit() else name)
        elif is_user:
            inner = (*path, renamed(target, name))
        elif kind == "ModuleList":
            inner = (*path, int(name))
        else:
            inner = (*path, name)
        yield from _walk(program, child, inner, f"{prefix}{name}.", seen)


def _layer_of(program: Program, live: Any) -> str:
    """Return the name of the source's layer that an object is, or whose class its own is from."""
    return next(c.__name__ for c in type(live).__mro__ if program.class_of(c) is None)


# -- building it again -----------------------------------------------------------------------------


def constructor_arguments(program: Program, live: Any) -> dict[str, Any]:
    """Return arguments with which a module's class builds a module like it.

    Modules do not keep the arguments that they were made with. They are told from attributes of the
    same name, from the layers that the constructor passes them to, and from defaults; then the
    class is called with them, and the outcome compared with the module.

    Raises
    ------
    TranspileError
        The arguments cannot be told, or the module was changed after it was made.
    """
    cls = type(live)
    if len({m.training for m in live.modules()}) > 1:
        raise TranspileError(
            "ivy.transpile: some parts of the module are in training mode and some are not; "
            "call model.eval() or model.train()"
        )
    parameters = [
        p
        for p in list(inspect.signature(cls).parameters.values())
        if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY, p.POSITIONAL_ONLY)
    ]
    told: dict[str, list[Any]] = {p.name: [] for p in parameters}
    for name in told:
        value = vars(live).get(name, MISSING)
        if value is not MISSING and _is_plain(value):
            told[name].append(value)
    for name, value in _told(cls, live, set(told)):
        told[name] += [v for v in _forms(value) if not any(_equal(v, w) for w in told[name])]
    choices: list[list[Any]] = []
    for p in parameters:
        found = told[p.name]
        if p.default is not p.empty:
            found = [v for v in found if not _equal(v, p.default)] + [p.default]
        if not found:
            raise TranspileError(
                f"ivy.transpile: cannot tell what {cls.__name__} was made with: its argument "
                f"{p.name!r} is kept nowhere; keep it (self.{p.name} = {p.name})"
            )
        choices.append(found)
    first: TranspileError | None = None
    for values in itertools.islice(itertools.product(*choices), TRIES):
        arguments = {
            p.name: v
            for p, v in zip(parameters, values, strict=True)
            if p.default is p.empty or not _equal(v, p.default)
        }
        try:
            _compare(program, live, _built(program, cls, arguments), arguments)
        except TranspileError as error:
            first = first or error
        else:
            return arguments
    assert first is not None  # there is at least one choice, if only without arguments
    raise first


def _forms(value: Any) -> list[Any]:
    """Return the values that a layer may have been given for what it keeps: 3 for (3, 3)."""
    if isinstance(value, tuple) and value and all(v == value[0] for v in value):
        return [value[0], value]
    return [value]


def _built(program: Program, cls: type, arguments: Mapping[str, Any]) -> Any:
    call = f"{cls.__name__}({', '.join(f'{k}={v!r}' for k, v in arguments.items())})"
    with program.names.root.random.fork_rng(devices=[]):
        try:
            return cls(**arguments)
        except (TypeError, ValueError, RuntimeError, ArithmeticError, LookupError) as error:
            raise TranspileError(
                f"ivy.transpile: cannot tell what {cls.__name__} was made with; {call} raises "
                f"{type(error).__name__}: {error}"
            ) from error


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(_is_plain(v) for v in value)
    return isinstance(value, _PLAIN)


def _equal(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)


def _told(cls: type, live: Any, names: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield what the parts of a module say of the arguments of its constructor."""
    try:
        source = inspect.getsource(inspect.getattr_static(cls, "__init__"))
    except (OSError, TypeError):
        return
    for node in ast.walk(ast.parse(textwrap.dedent(source))):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                part = getattr(live, target.attr, MISSING)
                if target.value.id == "self" and part is not MISSING:
                    yield from _matched(node.value, part, names)


def _matched(node: ast.expr, value: Any, names: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield what names stand for, if an expression has given a value."""
    if isinstance(node, ast.Name):
        if node.id in names and _is_plain(value):
            yield node.id, value
        return
    if isinstance(node, ast.List | ast.Tuple):
        for part, inner in zip(node.elts, _children(value), strict=False):
            yield from _matched(part, inner, names)
        return
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        children = _children(value)
        loop = node.generators[0].iter
        if isinstance(loop, ast.Call) and getattr(loop.func, "id", "") == "range":
            if len(loop.args) == 1:
                yield from _matched(loop.args[0], len(children), names)
        if children:
            yield from _matched(node.elt, children[0], names)
        return
    if not isinstance(node, ast.Call):
        return
    if type(value).__name__ in ("Sequential", "ModuleList"):
        children = _children(value)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                yield from _matched(argument.value, children, names)
                return
        if len(node.args) == 1 and not isinstance(node.args[0], ast.Call):
            yield from _matched(node.args[0], children, names)
            return
        for argument, child in zip(node.args, children, strict=False):
            yield from _matched(argument, child, names)
        return
    try:
        positional = list(inspect.signature(type(value)).parameters)
    except (TypeError, ValueError):
        return
    pairs = [*zip(positional, node.args, strict=False)]
    pairs += [(k.arg, k.value) for k in node.keywords if k.arg is not None]
    for name, argument in pairs:
        kept = getattr(value, name, MISSING)
        if kept is not MISSING:
            yield from _matched(argument, kept, names)
        elif hasattr(value, "_modules"):  # a module that does not keep it, but its parts do
            for _, inner in _told(type(value), value, {name}):
                for form in _forms(inner):
                    yield from _matched(argument, form, names)


def _children(value: Any) -> list[Any]:
    modules = getattr(value, "_modules", None)
    if modules is not None:
        return list(modules.values())
    return list(value) if isinstance(value, list | tuple) else []


def _compare(program: Program, live: Any, built: Any, arguments: Mapping[str, Any]) -> None:
    """Raise where a module is not what its class builds."""
    cls = type(live).__name__
    call = f"{cls}({', '.join(f'{k}={v!r}' for k, v in arguments.items())})"
    first = {n: type(m) for n, m in live.named_modules(remove_duplicate=False)}
    second = {n: type(m) for n, m in built.named_modules(remove_duplicate=False)}
    if first != second:
        different = sorted(n for n in first.keys() | second.keys() if first.get(n) != second.get(n))
        raise TranspileError(
            f"ivy.transpile: the module is not what {call} builds: {', '.join(different)} differ; "
            "change the class, or keep its arguments as attributes of the same names"
        )
    shapes = [
        {n: tuple(v.shape) for n, v in m.state_dict(keep_vars=True).items()} for m in (live, built)
    ]
    if shapes[0] != shapes[1]:
        different = sorted(
            n for n in shapes[0].keys() | shapes[1].keys() if shapes[0].get(n) != shapes[1].get(n)
        )
        raise TranspileError(
            f"ivy.transpile: the module is not what {call} builds: the arrays "
            f"{', '.join(different)} have other shapes; keep the arguments of the constructor as "
            "attributes of the same names"
        )
    others = dict(built.named_modules(remove_duplicate=False))
    for name, module in live.named_modules(remove_duplicate=False):
        for key, value in vars(module).items():
            if key.startswith("_") or key == "training" or not _is_plain(value):
                continue
            other = vars(others[name]).get(key, MISSING)
            if not _equal(value, other):
                place = f"{name}.{key}" if name else key
                raise TranspileError(
                    f"ivy.transpile: the module is not what {call} builds: {place} is {value!r} "
                    f"and not {other!r}; pass it to the constructor"
                )


# -- the output's side -----------------------------------------------------------------------------

_READ = '''
def read():
    """Return the saved arrays, by their paths in the model."""
    with np.load(Path(__file__).with_name("weights.npz")) as file:
        return {name: file[name] for name in file.files}
'''
_FIND = '''
def find(model, path):
    """Return the part of a model that holds an array, and the array's name there."""
    *parts, name = path.split(".")
    for part in parts:
        model = model[int(part)] if part.isdigit() else getattr(model, part)
    return model, name
'''
MODULES = {
    "jax": f'''"""Reading the weights and giving them to the model."""

from pathlib import Path

import jax.numpy as jnp
import numpy as np
from flax import nnx

{_READ}

def assign(model, arrays):
    """Give a model its arrays; each has to have its place, and each place an array."""
    kept = nnx.state(model, nnx.Not(nnx.Any(nnx.RngState)))
    places = {{".".join(str(p) for p in path) for path, _ in nnx.to_flat_state(kept)}}
    if places != set(arrays):
        raise ValueError(f"expected the arrays {{sorted(places)}}, got {{sorted(arrays)}}")
    for path, array in arrays.items():
        module, name = find(model, path)
        variable = getattr(module, name)
        if variable.shape != array.shape:
            raise ValueError(f"{{path}}: expected shape {{variable.shape}}, got {{array.shape}}")
        variable[...] = jnp.asarray(array, variable.dtype)

{_FIND}''',
    "tensorflow": f'''"""Reading the weights and giving them to the model."""

from pathlib import Path

import numpy as np

{_READ}

def assign(model, arrays):
    """Give a model its arrays; each has to have its place, and each place an array."""
    places = {{path: getattr(*find(model, path)) for path in arrays}}
    found = {{id(variable) for variable in places.values()}}
    missing = [v.path for v in model.weights if id(v) not in found]
    if missing:
        raise ValueError(f"no arrays for {{missing}}")
    for path, variable in places.items():
        if tuple(variable.shape) != arrays[path].shape:
            raise ValueError(
                f"{{path}}: expected shape {{tuple(variable.shape)}}, got {{arrays[path].shape}}"
            )
        variable.assign(arrays[path])

{_FIND}''',
    "numpy": f'''"""Reading the weights and giving them to the model."""

from pathlib import Path

import numpy as np

{_READ}

def assign(model, arrays):
    """Give a model its arrays; each has to have its place, of its shape."""
    for path, array in arrays.items():
        module, name = find(model, path)
        shape = np.shape(getattr(module, name))
        if shape != array.shape:
            raise ValueError(f"{{path}}: expected shape {{shape}}, got {{array.shape}}")
        setattr(module, name, array)

{_FIND}''',
}


SAVING = '''"""Saving the model in Keras's own format."""

import inspect

import keras


def savable(cls):
    """Let `keras.models.load_model` find a model's class, once this package is imported."""
    known = inspect.signature(cls).parameters

    def from_config(config, custom_objects=None):
        return cls(**{name: value for name, value in config.items() if name in known})

    cls.from_config = staticmethod(from_config)
    return keras.saving.register_keras_serializable(cls.__module__)(cls)
'''


def init_text(
    program: Program, module: str, name: str, arguments: Mapping[str, Any], live: Any
) -> str:
    """Return the text of an ``__init__.py`` that loads a trained module."""
    target = program.target.name
    parts = [f"{k}={_written(v)}" for k, v in arguments.items()]
    lines = [
        f'"""{name}, made by ivy.transpile from {program.source} for {target}."""',
        "",
    ]
    owner = program.class_of(type(live))
    if target == "jax" and owner is not None and program.draws(owner):
        parts.append("rngs=nnx.Rngs(0)")
        lines += ["from flax import nnx", ""]
    lines += [
        f"from .{module} import {name}",
        *(["from .saving import savable"] if target == "tensorflow" else []),
        "from .weights import assign, read",
        *(["", f"savable({name})"] if target == "tensorflow" else []),
        "",
        "",
        "def load():",
        '    """Return the model with the weights of the one that it was made from."""',
        "    return with_weights(read())",
        "",
        "",
        "def with_weights(arrays):",
        '    """Return the model with these arrays, by their paths in the model."""',
        f"    model = {name}({', '.join(parts)})",
        "    assign(model, arrays)",
    ]
    if target != "tensorflow":
        lines.append("    model.train()" if live.training else "    model.eval()")
    return "\n".join([*lines, "    return model", ""])


def _written(value: Any) -> str:
    text = repr(value)
    if isinstance(value, str) and '"' not in value and "\\" not in text:
        return f'"{value}"'
    return text
