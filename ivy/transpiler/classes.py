"""Converting classes: modules and layers of the source become the target's."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import libcst as cst

from ivy.dtypes import float32
from ivy.transpiler import types
from ivy.transpiler.calls import Argument
from ivy.transpiler.names import tensor_parameters
from ivy.transpiler.program import Class, Function
from ivy.transpiler.scope import Expr
from ivy.transpiler.statements import Statements
from ivy.transpiler.syntax import ATOM, code, dotted, enclosed, fitted, literal, parse, words_in
from ivy.transpiler.types import BOTTOM, NONE, UNKNOWN, Value
from ivy.transpiler.values import MISSING, Fact


@dataclass(frozen=True)
class Style:
    """How modules are written for a target.

    Parameters
    ----------
    base, layer_base
        The classes that modules of the user's, and layers, derive from.
    forward
        The method that a call runs.
    rngs
        Whether layers that draw random numbers get ``rngs=``.
    initialises_base
        Whether ``super().__init__()`` has to be called.
    reserved
        The class whose attributes cannot be set freely.
    parameter, buffer
        How a trainable array, and another one that is kept, are written.
    read
        How such an array is read.
    """

    base: str
    layer_base: str
    forward: str
    rngs: bool
    initialises_base: bool
    reserved: tuple[str, str]
    parameter: str
    buffer: str
    read: str


STYLES = {
    "jax": Style(
        "nnx.Module",
        "nnx.Module",
        "__call__",
        True,
        False,
        ("flax.nnx", "Module"),
        "nnx.Param({})",
        "layers.Buffer({})",
        "{}[...]",
    ),
    "tensorflow": Style(
        "keras.Model",
        "keras.layers.Layer",
        "call",
        False,
        True,
        ("keras", "Model"),
        "keras.Variable({})",
        "keras.Variable({}, trainable=False)",
        "tf.convert_to_tensor({})",
    ),
    "numpy": Style(
        "layers.Module",
        "Module",
        "__call__",
        False,
        False,
        ("builtins", "object"),
        "{}",
        "{}",
        "{}",
    ),
}


@dataclass(frozen=True)
class Native:
    """A layer that the target has itself, with the same meaning.

    Parameters
    ----------
    path
        The class, or function, of the target.
    positional
        The source's parameters that are passed by position.
    options
        The source's other parameters, with the target's names for them; ``"not "`` before a name
        negates the value.
    rngs
        Whether it gets ``rngs=``.
    is_function
        Whether it is the function itself that is used, not what a call of it returns.
    weights
        The source's names of arrays, with the target's; ``".T"`` behind one says that it is
        transposed.
    """

    path: str
    positional: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    rngs: bool = False
    is_function: bool = False
    weights: Mapping[str, str] = field(default_factory=dict)


_IN_PLACE = {"inplace": ""}
NATIVE: dict[str, dict[str, Native]] = {
    "jax": {
        "Linear": Native(
            "nnx.Linear",
            ("in_features", "out_features"),
            {"bias": "use_bias"},
            rngs=True,
            weights={"weight": "kernel.T", "bias": "bias"},
        ),
        "Embedding": Native(
            "nnx.Embed",
            ("num_embeddings", "embedding_dim"),
            rngs=True,
            weights={"weight": "embedding"},
        ),
        "Dropout": Native("nnx.Dropout", ("p",), _IN_PLACE, rngs=True),
        "Sequential": Native("nnx.Sequential", ("*",)),
        "ModuleList": Native("nnx.List", ("modules",)),
        "ReLU": Native("nnx.relu", (), _IN_PLACE, is_function=True),
        "Sigmoid": Native("nnx.sigmoid", is_function=True),
        "Tanh": Native("nnx.tanh", is_function=True),
        "SiLU": Native("nnx.silu", (), _IN_PLACE, is_function=True),
        "ReLU6": Native("nnx.relu6", (), _IN_PLACE, is_function=True),
        "Softplus": Native("nnx.softplus", is_function=True),
    },
    "tensorflow": {
        "Dropout": Native("keras.layers.Dropout", ("p",), _IN_PLACE),
        "ReLU": Native("keras.layers.ReLU", (), _IN_PLACE),
        "ModuleList": Native("list", ("modules",)),
    },
    "numpy": {"ModuleList": Native("list", ("modules",))},
}
# Layers with arrays of their own, or with random numbers.
_WEIGHTED = (
    *("Linear", "Bilinear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d"),
    *("ConvTranspose3d", "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LayerNorm", "GroupNorm"),
    *("InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "RMSNorm", "PReLU"),
    *("MultiheadAttention", "RNN", "LSTM", "GRU"),
)
# Of these, those whose initial values are not drawn.
_SET = (
    *("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LayerNorm", "GroupNorm", "InstanceNorm1d"),
    *("InstanceNorm2d", "InstanceNorm3d", "RMSNorm", "PReLU"),
)
# Layers that draw random numbers, when they are made or when they are called.
_DRAWN = (
    *(n for n in _WEIGHTED if n not in _SET),
    *("Embedding", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d"),
)
# Options that a layer of the output has not: the source's own affair, or how it is trained.
_FOREIGN = ("device", "dtype", "padding_mode", "inplace")
_GRADIENTS = ("padding_idx", "scale_grad_by_freq", "sparse", "max_norm")
# Options that hardly anybody gives, with their defaults: where no call gives another value, the
# class does without them.
_RARE = {
    "return_indices": False,
    "ceil_mode": False,
    "count_include_pad": True,
    "divisor_override": None,
    "size_average": None,
    "reduce": None,
}
# Layers whose result may share memory with what they are given.
_SHARING = ("Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "Identity", "Flatten", "Unflatten")
_RANKS = {"Conv2d": 4, "ConvTranspose2d": 4, "MaxPool2d": None, "BatchNorm2d": 4, "Flatten": None}
_SAME_RANK = (
    *("Linear", "LayerNorm", "BatchNorm1d", "GroupNorm", "Dropout", "ReLU", "GELU", "Sigmoid"),
    *("Tanh", "SiLU", "Softmax", "LogSoftmax", "LeakyReLU", "ELU", "Identity", "RMSNorm"),
    *("MaxPool2d", "AvgPool2d", "BatchNorm2d", "Conv1d", "Conv2d", "AdaptiveAvgPool2d"),
)


def rare_options(layer: str) -> dict[str, Any]:
    """Return the options that a layer's class has only where a call gives them, with defaults.

    Examples
    --------
    >>> rare_options("MaxPool2d")["dilation"]
    1
    """
    return {**_RARE, "dilation": 1} if layer.startswith("MaxPool") else _RARE


class Kept:
    """Marks an attribute that is an array of the module's own."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return self.kind


PARAMETER, BUFFER = Kept("parameter"), Kept("buffer")


@functools.cache
def reserved_names(target: str) -> frozenset[str]:
    """Return the attributes of the target's modules that a program must not set.

    Examples
    --------
    >>> "layers" in reserved_names("tensorflow")
    True
    """
    module, name = STYLES[target].reserved
    base = getattr(importlib.import_module(module), name)
    names = set(dir(base))
    if target == "tensorflow":
        names |= set(vars(base()))
    if target == "numpy":
        names |= {"train", "eval"}
    return frozenset(n for n in names if not n.startswith("__"))


def renamed(target: str, name: str) -> str:
    """Return the name of an attribute in the output.

    Examples
    --------
    >>> renamed("tensorflow", "layers"), renamed("tensorflow", "conv1")
    ('layers_', 'conv1')
    """
    return f"{name}_" if name in reserved_names(target) and name != "training" else name


class Classes(Statements):
    """Converts classes and what is done with their objects."""

    @property
    def style(self) -> Style:
        """How modules are written for the target."""
        return STYLES[self.target.name]

    # -- classes ---------------------------------------------------------------------------------

    def class_def(self, node: cst.ClassDef) -> list[Any]:
        live = self.unit.space.get(node.name.value)
        owner = self.program.class_of(live) if isinstance(live, type) else None
        if owner is None or owner.node is not node:
            self.problem(node, f"class {node.name.value}", "define it at the top of the module")
            return [node]
        bases = []
        for base in node.bases:
            found = self.raw(base.value)
            made = found.node
            if found.foreign:
                made = self._base_of_source(base.value, found.value.live)
            bases.append(base.with_changes(value=made))
        keywords = [k.with_changes(value=self.expr(k.value).node) for k in node.keywords]
        decorators = [
            d.with_changes(decorator=self.expr(d.decorator).node) for d in node.decorators
        ]
        owner.assigned = {}
        converted = {}
        for statement in _init_first(node.body.body):
            converted[id(statement)] = self._member(statement, owner)
        owner.attributes = owner.assigned
        if owner.is_module and not self.program.method_of(owner, "__init__"):
            owner.draws = self._first_base(owner).__name__ in _DRAWN
        body: list[Any] = []
        for statement in node.body.body:
            new = converted[id(statement)]
            if not new:
                continue
            body += new
        if owner.reads_mode and self.style.rngs and not self.program.method_of(owner, "__init__"):
            body.insert(0, cst.parse_statement("deterministic = False"))
        if not body:
            body = [cst.SimpleStatementLine([cst.Pass()])]
        return [
            node.with_changes(
                bases=bases,
                keywords=keywords,
                decorators=decorators,
                body=node.body.with_changes(body=body),
            )
        ]

    def _base_of_source(self, node: cst.BaseExpression, live: Any) -> cst.BaseExpression:
        if any(live is m for m in self.names.modules):
            self._use_base()
            base = self.style.layer_base if self.unit.is_layers else self.style.base
            return self.native(base)
        if isinstance(live, type) and issubclass(live, self.names.module):
            native = self._native_base(live)
            if native is not None:
                return self.native(native.path)
            self.program.layers[live.__name__] = live
            return self.native(f"layers.{live.__name__}")
        self.problem(node, code(node), "a class of the source cannot be derived from")
        return node

    def _native_base(self, live: type) -> Native | None:
        """Return the target's own layer from which classes derive; not if its arrays differ."""
        native = NATIVE[self.target.name].get(live.__name__)
        if native is None or native.weights or not native.path.startswith("nnx."):
            return None
        return None if native.is_function else native

    def _call_of_base(self, node: cst.Call, live: type, args: Sequence[Argument]) -> cst.Call:
        """Convert what is passed to a layer of the source, where a class derives from it."""
        given = self._options(node, live, args)
        native = self._native_base(live)
        if native is not None:
            made = self._native(node, live, native, given)
            if isinstance(made, cst.Call):
                return node.with_changes(args=made.args)
            self.problem(node, code(node), f"{native.path} does not take these arguments")
        self._use_layer(live, given)
        call = node.with_changes(args=_args(given))
        return cst.ensure_type(self._with_rngs(call), cst.Call) if live.__name__ in _DRAWN else call

    def _use_base(self) -> None:
        if self.style.base.startswith("layers."):
            self.program.layers.setdefault("Module", self.names.module)

    def _member(self, statement: Any, owner: Class) -> list[Any]:
        if isinstance(statement, cst.FunctionDef):
            function = self.unit.function(statement, owner)
            function.owner = owner
            if self._is_dropped(owner, function):
                return []
            return [self.function_def(statement, function)]
        return self.statement(statement)

    def _is_dropped(self, owner: Class, function: Function) -> bool:
        if not owner.is_module:
            return False
        if function.name in ("reset_parameters", "extra_repr"):
            return True
        return function.name not in ("__init__", "forward") and self._initialises(function.node)

    def statement(self, node: Any) -> list[Any]:
        inside = self.frames[-1].function if self.frames else None
        if inside is not None and inside.name == "__init__" and inside.owner is not None:
            is_plain = isinstance(node, cst.SimpleStatementLine) and all(
                isinstance(s, cst.Expr) for s in node.body
            )
            if (is_plain or isinstance(node, cst.For | cst.If | cst.With)) and self._initialises(
                node
            ):
                self.note(node, "initial values", "left", "the weights are carried over")
                return []
        return super().statement(node)

    def _initialises(self, node: cst.CSTNode) -> bool:
        """Whether code sets initial values, of a module whose weights are carried over."""
        if self.unit.is_layers or not self.program.instances:
            return False
        functions = vars(self.names.root.nn.init).values()
        owner = self.owner
        scope = self
        found = False

        class Visitor(cst.CSTVisitor):
            def visit_Attribute(self, part: cst.Attribute) -> None:
                self._look(part)

            def visit_Name(self, part: cst.Name) -> None:
                self._look(part)

            def _look(self, part: cst.BaseExpression) -> None:
                nonlocal found
                path = dotted(part)
                method = None
                if owner is not None and path.startswith("self."):
                    method = scope.program.method_of(owner, path.removeprefix("self."))
                live = MISSING if method is not None or not path else scope._evaluated(part)
                if method is None and inspect.isfunction(live) and live.__module__ != "builtins":
                    method = scope.program.function_of(live)
                if method is not None and method.name not in ("__init__", "forward"):
                    found = found or (method.node is not node and scope._initialises(method.node))
                elif inspect.isfunction(live):
                    found = found or any(live is f for f in functions)

        node.visit(Visitor())
        return found

    def method_def(self, node: cst.FunctionDef, function: Function) -> cst.FunctionDef:
        owner = function.owner
        if owner is None or not owner.is_module:
            return node
        name = function.name
        if name == "forward":
            node = node.with_changes(name=cst.Name(self.style.forward))
            if function.reads_mode and self.target.name == "tensorflow":
                extra = cst.Param(cst.Name("training"), default=parse("False"))
                extra = extra.with_changes(equal=cst.AssignEqual(_space(), _space()))
                params = node.params
                node = node.with_changes(params=params.with_changes(params=[*params.params, extra]))
        elif name == "__init__":
            return self._constructor(node, function)
        elif name in reserved_names(self.target.name) and not name.startswith("_"):
            self.problem(
                function.node,
                f"{owner.name}.{name}",
                f"{self.style.base} has a method of this name; rename it",
            )
        return node

    def _constructor(self, node: cst.FunctionDef, function: Function) -> cst.FunctionDef:
        owner = function.owner
        if not self.style.rngs or owner is None:
            return node
        if owner.reads_mode:
            node = _with_statement(node, "self.deterministic = False")
        owner.draws = owner.draws or "rngs" in words_in(node.body, with_keywords=True)
        if not owner.draws:
            return node
        params = node.params
        rngs = _rngs_parameter(self.native("nnx.Rngs"))
        if params.star_kwarg is None and not any(
            p.name.value == "rngs" for p in function.parameters
        ):
            star = params.star_arg
            if not isinstance(star, cst.Param | cst.ParamStar):
                star = cst.ParamStar()
            params = params.with_changes(star_arg=star, kwonly_params=[*params.kwonly_params, rngs])
        return node.with_changes(params=params)

    def call_of_super(self, node: cst.Call) -> Expr:
        assert isinstance(node.func, cst.Attribute)
        assert isinstance(node.func.value, cst.Call)
        name = node.func.attr.value
        arguments = self.arguments(node)
        plain = node.func.value.with_changes(args=[])
        owner = self.owner
        func: cst.BaseExpression = node.func.with_changes(value=plain)
        if owner is None or not owner.is_module:
            return self.rebuilt(node, node.func, arguments)
        method = self._method_of_bases(owner, name)
        if name == "__init__":
            made = self.rebuilt(node, func, arguments, NONE)
            # A layer is one class, whatever bases it has in the frontend.
            plain_base = method is None and self._first_base(owner) in self.names.modules
            if self.unit.is_layers or plain_base:
                if not self.style.initialises_base:
                    return replace(made, dropped=True)
                return made
            if method is None:
                call = self._call_of_base(node, self._first_base(owner), arguments)
                return replace(made, node=call.with_changes(func=func))
            if any(self.program.draws(b) for b in self.program.bases_of(owner) if b is not owner):
                made = replace(made, node=self._with_rngs(made.node))
            return made
        if name == "forward":
            func = node.func.with_changes(value=plain, attr=cst.Name(self.style.forward))
        if method is not None:
            self_value = Value(Fact("python"), owner=owner)
            return self.call_of_function(node, Expr(func), method, arguments, self_value)
        if name == "forward":
            return self.rebuilt(node, func, arguments, types.array())
        self.problem(node, code(node.func), f"{self.style.base} does not have it")
        return self.rebuilt(node, func, arguments)

    def _first_base(self, owner: Class) -> Any:
        if owner.unit.is_layers:
            return self.names.modules[1]
        return next(c for c in owner.live.__mro__[1:] if self.program.class_of(c) is None)

    def _method_of_bases(self, owner: Class, name: str) -> Function | None:
        for base in self.program.bases_of(owner):
            if base is not owner and name in base.methods:
                return base.methods[name]
        return None

    def _with_rngs(self, node: cst.BaseExpression) -> cst.BaseExpression:
        if not self.style.rngs or not isinstance(node, cst.Call):
            return node
        if any(a.keyword is not None and a.keyword.value == "rngs" for a in node.args):
            return node
        given = cst.ensure_type(parse("f(rngs=rngs)"), cst.Call).args[0]
        args = list(node.args)
        if args and isinstance(args[-1].comma, cst.Comma):
            given = given.with_changes(comma=args[-1].comma)
            args[-1] = args[-1].with_changes(comma=args[-2].comma if len(args) > 1 else _comma())
        return node.with_changes(args=[*args, given])

    # -- construction ----------------------------------------------------------------------------

    def construct(self, node: cst.Call, func: Expr, owner: Class, args: Sequence[Argument]) -> Expr:
        init = self.program.method_of(owner, "__init__")
        value = Value(Fact("module" if owner.is_module else "python"), owner=owner)
        if init is None and owner.is_module and self._first_base(owner) not in self.names.modules:
            call = self._call_of_base(node, self._first_base(owner), args)
            made = Expr(call.with_changes(func=func.node), value)
        elif init is None:
            made = self.rebuilt(node, func.node, args, value)
        else:
            made = self.call_of_function(node, func, init, args, value)
            made = replace(made, value=value)
        for a in args:
            self.state.escape(a.expr.value.roots)
        if owner.is_module and self.program.draws(owner):
            self._check_rngs(node)
            made = replace(made, node=self._with_rngs(made.node))
        return made

    def _check_rngs(self, node: cst.Call) -> None:
        """Where modules are made, there have to be random numbers for their weights."""
        if not self.style.rngs:
            return
        frames = [f.function for f in self.frames if f.function is not None]
        inside = any(
            f.name == "__init__" and f.owner is not None and f.owner.is_module for f in frames
        )
        if not inside:
            self.problem(
                node,
                code(node.func),
                "modules with weights are made in the constructor of a module",
            )

    def layer(self, node: cst.Call, live: type, arguments: Sequence[Argument]) -> Expr:
        name = live.__name__
        what = code(node.func)
        value = self._layer_value(live, arguments)
        given = self._options(node, live, arguments)
        native = NATIVE[self.target.name].get(name)
        made = None
        if native is not None:
            made = self._native(node, live, native, given)
        if made is not None:
            self.note(node, what, "in place")
            return Expr(made, value)
        if self.names.twin(live) is None:
            self.problem(node, what, f"ivy's {self.names.source} frontend does not have it")
            return self.rebuilt(node, node.func, arguments, value)
        self._use_layer(live, given)
        self.note(node, what, "layer", f"a class layers.{name} in {self.names.source}'s layout")
        call = node.with_changes(func=self.native(f"layers.{name}"), args=_args(given))
        made_node: cst.BaseExpression = call
        if name in _DRAWN:
            self._check_rngs(node)
            made_node = self._with_rngs(call)
        return Expr(made_node, value)

    def _options(self, node: cst.Call, live: type, arguments: Sequence[Argument]) -> list[Argument]:
        """Return the arguments of a layer that its class in the output takes."""
        names = _parameters_of(live)
        what = code(node.func)
        if live.__name__ == "Identity":
            return []  # whatever it is given
        rare = {} if any(a.star for a in arguments) else rare_options(live.__name__)
        given: list[Argument] = []
        position = 0  # of the next positional argument of the output
        for i, a in enumerate(arguments):
            if a.star:
                if a.star == "*" and position != i:
                    self.problem(node, what, "write out the arguments that are passed with a star")
                given.append(a)
                continue
            option = a.keyword or names[min(i, len(names) - 1)]
            known = a.expr.constant
            if option == "padding_mode" and known != "zeros":
                self.problem(node, what, "only padding_mode='zeros' can be converted")
            elif option == "dtype" and not _is_none(a):
                self.problem(node, what, "layers are made in float32; convert them afterwards")
            elif option in _GRADIENTS and not _is_none(a) and known is not False:
                if option == "max_norm" or self.target.name != "numpy":
                    self.problem(node, what, f"{option} changes derivatives or draws; leave it out")
            if option in _FOREIGN or option in _GRADIENTS:
                continue
            if option in rare and _is_default(a, rare[option]):
                continue
            if not a.keyword and position != i:  # one before it has been left out
                a = replace(a, node=a.node.with_changes(keyword=cst.Name(option), equal=_tight()))
            position += not a.keyword
            given.append(a)
        return given

    def _use_layer(self, live: type, given: Sequence[Argument]) -> None:
        """Take note that the output needs a class for a layer, and what is passed to it."""
        self.program.layers[live.__name__] = live
        options = self.program.layer_options.setdefault(live.__name__, {})
        names = _parameters_of(live)
        for i, a in enumerate(given):
            value = UNKNOWN if a.star else types.without_object(a.expr.value)
            for name in names if a.star else [a.keyword or names[min(i, len(names) - 1)]]:
                options[name] = options[name].join(value) if name in options else value

    def _layer_value(self, live: type, arguments: Sequence[Argument]) -> Value:
        writes = any(a.keyword == "inplace" and a.expr.constant is not False for a in arguments)
        if live.__name__.endswith(("ReLU", "ReLU6", "SiLU", "ELU", "Mish")):
            writes = writes or any(not a.keyword and a.expr.constant is True for a in arguments)
        value = Value(Fact("module", live=live), writes=writes)
        if live.__name__ == "Sequential" and not any(a.star for a in arguments):
            return replace(value, items=tuple(a.expr.value for a in arguments))
        if live.__name__ == "ModuleList" and arguments:
            known = arguments[0].expr.value
            return replace(value, items=known.items, element=types.element(known))
        return value

    def _native(
        self, node: cst.Call, live: type, native: Native, arguments: Sequence[Argument]
    ) -> cst.BaseExpression | None:
        """Return the target's own layer; None where it lacks an option that is given."""
        if native.positional == ("*",):
            if any(a.keyword for a in arguments):
                return None
            return node.with_changes(func=self.native(native.path), args=_args(arguments))
        names = _parameters_of(live)
        by_name: dict[str, Argument] = {}
        for i, a in enumerate(arguments):
            if a.star or (not a.keyword and i >= len(names)):
                return None
            by_name[a.keyword or names[i]] = a
        known = {*native.positional, *native.options}
        if any(n not in known and not _is_none(a) for n, a in by_name.items()):
            return None
        if native.is_function:
            return self.native(native.path)
        args: list[cst.Arg] = []
        for n in native.positional:
            if n in by_name:
                args.append(cst.Arg(by_name[n].converted.value))
            elif n == "p":
                args.append(cst.Arg(parse("0.5")))
        if native.path == "list" and not args:
            return parse("[]")
        if native.path == "list" and isinstance(args[0].value, cst.List | cst.ListComp):
            return args[0].value
        for n, wanted in native.options.items():
            if n in by_name and wanted:
                args.append(_keyword(wanted, by_name[n].expr.node))
        args = [a.with_changes(comma=cst.MaybeSentinel.DEFAULT) for a in args]
        plain = [a.with_changes(equal=_tight()) if a.keyword is not None else a for a in args]
        made = cst.Call(self.native(native.path), plain)
        if not native.rngs:
            return made
        self._check_rngs(node)
        return self._with_rngs(made)

    def parameter(self, node: cst.Call, arguments: Sequence[Argument]) -> Expr:
        if self.unit.is_layers:
            return self.initial(node)
        if not arguments or arguments[0].keyword not in ("", "data"):
            self.problem(node, code(node), "expected an array")
            return self.rebuilt(node, node.func, arguments)
        trained = all(
            a.keyword != "requires_grad" or a.expr.constant is True for a in arguments[1:]
        ) and (len(arguments) < 2 or bool(arguments[1].keyword))
        inner = arguments[0].expr
        template = self.style.parameter if trained else self.style.buffer
        value = Value(
            inner.value.fact if inner.value.is_array else Fact("array"),
            frozenset([types.ELSEWHERE]),
            owner=PARAMETER if trained else BUFFER,
        )
        self.note(node, code(node.func), "in place")
        return Expr(self._kept(template, inner.node), value)

    def _kept(self, template: str, inner: cst.BaseExpression) -> cst.BaseExpression:
        """Return an array as a module of the target keeps it."""
        if "layers.Buffer" in template:
            self.program.layers.setdefault("Buffer", None)
            if self.unit.is_layers:
                template = template.removeprefix("layers.")
        return self.native(template.format("ivy_inner"), ivy_inner=inner)

    def initial(self, node: cst.Call) -> Expr:
        """Convert a layer's parameter, with its initial values."""
        raise NotImplementedError

    # -- attributes ------------------------------------------------------------------------------

    def attribute_of_object(self, node: cst.Attribute, base: Expr) -> Expr:
        name = node.attr.value
        owner = base.value.owner
        if isinstance(owner, Function):
            return Expr(node, UNKNOWN)
        if not isinstance(owner, Class):
            return self._attribute_of_layer(node, base, name)
        if owner.is_module and name == "training":
            return self._mode(node, base, owner)
        value = self._attribute_value(owner, name)
        if owner.is_module:
            node = node.with_changes(attr=cst.Name(renamed(self.target.name, name)))
        if value is None:
            method = self.program.method_of(owner, name)
            if method is not None and method.is_property:
                call = cst.Call(node)
                given = Value(Fact("python"), owner=owner)
                made = self.call_of_function(call, Expr(node), method, (), given)
                return Expr(node, made.value)
            if method is not None:
                return Expr(node, Value(Fact("python"), owner=method))
            found = inspect.getattr_static(owner.live, name, MISSING)
            if found is not MISSING and not callable(found) and not isinstance(found, property):
                return Expr(node, types.of_object(found))
            return Expr(node, UNKNOWN)
        if isinstance(value.owner, Kept):
            read = self.native(self.style.read.format("ivy_inner"), ivy_inner=node)
            if value.optional and self.style.read != "{}":
                read = parse(f"None if {code(node)} is None else {code(read)}")
            roots = frozenset([("state", f"self.{name}")])
            return Expr(read, Value(value.fact, roots, value.optional))
        return Expr(node, value)

    def _attribute_value(self, owner: Class, name: str) -> Value | None:
        shown = self._shown_by_instances(owner, name)
        if shown is not None:
            return shown
        if owner.assigned and name in owner.assigned:
            return owner.assigned[name]
        return self.program.attribute_of(owner, name)

    def _shown_by_instances(self, owner: Class, name: str) -> Value | None:
        """Return what the objects that are converted have under a name."""
        found: Value | None = None
        for live in self.program.instances.get(owner.live, ()):
            value = self._shown(live, name)
            if value is None:
                return None
            found = value if found is None else found.join(value)
        return found

    def _shown(self, live: Any, name: str) -> Value | None:
        roots = frozenset([("state", f"self.{name}")])
        for store, kind in (("_parameters", PARAMETER), ("_buffers", BUFFER)):
            held = getattr(live, store, {})
            if name in held:
                if held[name] is None:
                    return NONE
                return replace(types.of_object(held[name], roots, self.names.tensor), owner=kind)
        if name in getattr(live, "_modules", {}):
            module = live._modules[name]
            return NONE if module is None else self.module_value(module)
        if name in vars(live):
            return types.without_object(types.of_object(vars(live)[name], roots, self.names.tensor))
        return None

    def module_value(self, live: Any) -> Value:
        value = super().module_value(live)
        children = getattr(live, "_modules", {})
        if type(live).__name__ in ("Sequential", "ModuleList") and value.owner is None:
            items = tuple(self.module_value(c) for c in children.values())
            value = replace(value, items=items, element=types.joined(items))
        return value

    def _attribute_of_layer(self, node: cst.Attribute, base: Expr, name: str) -> Expr:
        live = base.value.live
        if isinstance(live, self.names.module):
            shown = self._shown(live, name)
            if shown is not None and shown.kind in ("scalar", "string", "tuple", "none"):
                return Expr(node, shown)
        self.problem(
            node,
            code(node),
            "the target's layer may keep this under another name, or in another layout",
        )
        return Expr(node, UNKNOWN)

    def _mode(self, node: cst.Attribute, base: Expr, owner: Class) -> Expr:
        for frame in self.frames:
            if frame.function is not None:
                frame.function.reads_mode = True
        owner.reads_mode = True
        if self.target.name == "tensorflow":
            return Expr(cst.Name("training"), types.BOOL)
        if self.target.name == "jax":
            return Expr(parse(f"not {code(base.node)}.deterministic"), types.BOOL)
        return Expr(node, types.BOOL)

    def assigned_attribute(self, target: cst.Attribute, found: Expr) -> cst.Attribute:
        base = self.expr(target.value)
        name = target.attr.value
        made = target.with_changes(value=base.node)
        owner = base.value.owner
        if not isinstance(owner, Class):
            if base.value.kind in ("array",):
                self.refuse_write(target, code(target), "whoever holds it")
            self.state.escape(found.value.roots)
            return made
        self.state.escape(found.value.roots)
        if owner.is_module:
            made = made.with_changes(attr=cst.Name(renamed(self.target.name, name)))
        value = types.without_object(found.value)
        value = replace(value, parameter="")
        if value.is_array and value.owner is None:
            value = replace(value, roots=frozenset([("state", f"self.{name}")]))
        before = owner.assigned.get(name)
        inside = self.frames[-1].function if self.frames else None
        in_init = inside is not None and inside.name == "__init__"
        owner.assigned[name] = value if before is None else before.join(value)
        if owner.is_module and not in_init and inside is not None:
            self._check_state(target, name)
        return made

    def kept_value(self, target: cst.Attribute, found: Expr) -> Expr:
        if self.target.name != "jax" or found.value.kind != "none":
            return found
        with self.silently():
            owner = self.expr(target.value).value.owner
        if isinstance(owner, Class) and owner.is_module:
            known = self._attribute_value(owner, target.attr.value)
            if known is not None and known.kind in ("module", "array", "unknown"):
                # nnx wants to know at the first assignment that the attribute holds arrays.
                return replace(found, node=self.native("nnx.data(None)"))
        return found

    def _check_state(self, target: cst.Attribute, name: str) -> None:
        if self.target.name == "numpy":
            return
        inside = self.frames[-1].function
        if inside is not None and inside.name in ("_init_weights", "build", "setup"):
            return
        self.problem(
            target,
            code(target),
            "a call changes the object; compiled code would keep the change of its first run only. "
            "Return the new value, or keep it outside",
        )

    # -- calls of modules ------------------------------------------------------------------------

    def call_of_object(self, node: cst.Call, func: Expr, args: Sequence[Argument]) -> Expr:
        value = func.value
        if isinstance(value.owner, Function):
            return self.call_of_function(node, func, value.owner, args)
        if isinstance(value.owner, Class):
            forward = self.program.method_of(value.owner, "forward")
            if value.owner.is_module and forward is not None:
                return self.call_of_function(node, func, forward, args, value)
            if value.owner.is_module and issubclass(value.owner.live, self.names.module):
                return self.rebuilt(node, func.node, args, types.array())
            call = self.program.method_of(value.owner, "__call__")
            if call is not None:
                return self.call_of_function(node, func, call, args, value)
            return self.rebuilt(node, func.node, args, UNKNOWN)
        result = self._result_of_layer(node, value, [a.expr.value for a in args])
        made = self.rebuilt(node, func.node, args, result)
        if value.writes and args:
            return self.written_through(node, args[0].node.value, args[0].expr, made)
        return made

    def _result_of_layer(self, node: cst.Call, module: Value, inputs: Sequence[Value]) -> Value:
        """Return what is known of what a layer of the source gives."""
        live = module.live
        name = live.__name__ if isinstance(live, type) else type(live).__name__
        first = inputs[0] if inputs else UNKNOWN
        if name in ("Sequential",) and module.items:
            for child in module.items:
                owner = child.owner
                if isinstance(owner, Class):
                    forward = self.program.method_of(owner, "forward")
                    first = forward.result if forward is not None else types.array()
                    if first.kind == "bottom":
                        return BOTTOM
                    first = replace(first, roots=frozenset([types.ELSEWHERE]))
                else:
                    first = self._result_of_layer(node, child, [first])
            return first
        dtype = self._dtype_of_layer(live, name)
        wanted = types.array(dtype=dtype if name != "Embedding" else None)
        self.want(first, wanted)
        ndim = _RANKS.get(name)
        if name in _SAME_RANK and ndim is None:
            ndim = first.fact.ndim if first.is_array else None
        if name == "Flatten" and isinstance(live, self.names.module):
            if (live.start_dim, live.end_dim) == (1, -1):
                ndim = 2
        if name not in _SHARING and name != "Embedding" and dtype is None:
            dtype = first.fact.dtype if first.is_array else None
        if name in _SHARING:
            dtype = first.fact.dtype if first.is_array else None
            return Value(Fact("array", ndim, dtype), first.roots or frozenset([types.ELSEWHERE]))
        if name in ("MultiheadAttention", "LSTM", "GRU", "RNN"):
            pair = [types.array(dtype=dtype), Value(roots=frozenset([types.ELSEWHERE]))]
            return types.row("tuple", pair)
        if live is MISSING:
            return types.array(dtype=None)
        return types.array(ndim, dtype, self.fresh(node))

    def _dtype_of_layer(self, live: Any, name: str) -> Any:
        """Return the dtype of a layer's arrays: its input has to have it, and its output has it."""
        if isinstance(live, self.names.module):
            for parameter in live.parameters(recurse=False):
                return types.dtype_of(parameter.dtype)
            return None
        return float32 if name in _WEIGHTED or name == "Embedding" else None

    def method_of_object(
        self, node: cst.Call, receiver: Expr, name: str, args: Sequence[Argument]
    ) -> Expr:
        assert isinstance(node.func, cst.Attribute)
        owner = receiver.value.owner
        func = fitted(node.func.with_changes(value=receiver.node))
        if isinstance(owner, Kept):
            return self.method(node, receiver, name, args)
        if isinstance(owner, Class):
            method = self.program.method_of(owner, name)
            if method is not None:
                if owner.is_module and name == "forward":
                    callee = Expr(receiver.node)
                    return self.call_of_function(node, callee, method, args, receiver.value)
                made = self.call_of_function(node, Expr(func), method, args, receiver.value)
                return self._overridden(node, func, owner, name, args, made)
            known = self._attribute_value(owner, name)
            if known is not None:
                attribute = self.attribute_of_object(func, receiver)
                return self._call_expr(node, attribute)
            if not owner.is_module:
                found = inspect.getattr_static(owner.live, name, None)
                return (
                    self.unconverted(node, Expr(func), args)
                    if found is None
                    else self.rebuilt(node, func, args)
                )
        return self._method_of_module(node, receiver, func, name, args)

    def _overridden(
        self,
        node: cst.Call,
        func: cst.BaseExpression,
        owner: Class,
        name: str,
        args: Sequence[Argument],
        made: Expr,
    ) -> Expr:
        """Return a call of a method with what holds for all classes that have their own."""
        for other in list(self.program.classes.values()):
            if other is owner or not issubclass(other.live, owner.live):
                continue
            if name in other.methods:
                value = Value(Fact("python"), owner=other)
                found = self.call_of_function(node, Expr(func), other.methods[name], args, value)
                made = replace(made, value=made.value.join(found.value))
        return made

    def _method_of_module(
        self,
        node: cst.Call,
        receiver: Expr,
        func: cst.Attribute,
        name: str,
        args: Sequence[Argument],
    ) -> Expr:
        live = receiver.value.live
        if name == "register_buffer" and len(args) >= 2:
            return self._register(node, receiver, args, BUFFER, self.style.buffer)
        if name == "register_parameter" and len(args) >= 2:
            return self._register(node, receiver, args, PARAMETER, self.style.parameter)
        if name == "append" and _is_list(live):
            return self.rebuilt(node, func, args, NONE)
        if name == "forward":
            return self.call_of_object(node, receiver, args)
        if name in ("train", "eval") and self.target.name != "tensorflow":
            return self.rebuilt(node, func, args, receiver.value)
        if name in ("to", "cpu", "cuda", "float"):
            return Expr(receiver.node, receiver.value)
        self.problem(node, code(node.func), f"{self.style.base} does not have it")
        return self.rebuilt(node, func, args)

    def _register(
        self,
        node: cst.Call,
        receiver: Expr,
        args: Sequence[Argument],
        kind: Kept,
        template: str,
    ) -> Expr:
        """Convert ``self.register_buffer("name", array)`` to an assignment."""
        is_literal, name = literal(args[0].node.value)
        owner = receiver.value.owner
        if not is_literal or not isinstance(owner, Class) or not isinstance(name, str):
            self.problem(node, code(node.func), "the name of the buffer is not known")
            return self.rebuilt(node, node.func, args)
        given = args[1].expr
        value = given.value
        if value.kind == "none":
            before = owner.assigned.get(name)
            owner.assigned[name] = NONE if before is None else before.join(NONE)
            made: cst.BaseExpression = cst.Name("None")
        else:
            fact = value.fact if value.kind == "array" else Fact("array")
            optional = not value.is_array
            kept = Value(fact, frozenset([types.ELSEWHERE]), optional, owner=kind)
            owner.assigned[name] = kept
            made = given.node
            if not isinstance(value.owner, Kept):
                made = self._kept(template, given.node)
                if optional and template != "{}":
                    none = f"None if {code(given.node)} is None else ivy_made"
                    made = self.native(none, ivy_made=made)
        self.note(node, code(node.func), "in place")
        target = f"{code(receiver.node)}.{renamed(self.target.name, name)}"
        return Expr(made, NONE, sets=target)

    def annotation_of_source(self, live: Any) -> cst.BaseExpression | None:
        if live is self.names.module:
            self._use_base()
            return self.native(self.style.base)
        return None

    def foreign_value(self, node: cst.CSTNode, expr: Expr) -> Expr:
        """Convert a function of the source framework that is passed on, not called."""
        live = expr.value.live
        if isinstance(live, type) and issubclass(live, self.names.module):
            base = self.annotation_of_source(live)
            if base is not None:
                return Expr(base, Value(Fact("python", live=live)))
        from ivy.transpiler.names import raw

        twin = self.names.twin(live)
        fn = raw(twin) if twin is not None and not isinstance(live, type) else None
        if fn is not None:
            made = self._as_function(node, expr, fn)
            if made is not None:
                return made
        what = self.names.path(live)
        self.problem(
            node, what, f"it is used as a value, and {self.target.name} has nothing to put there"
        )
        return Expr(expr.node)

    def _as_function(self, node: cst.CSTNode, expr: Expr, fn: Any) -> Expr | None:
        """Return the target's function that does the same with one array."""
        names = [n for n, sure in tensor_parameters(fn).items() if sure]
        required = [
            p
            for p in inspect.signature(fn).parameters.values()
            if p.default is p.empty and p.kind is not p.VAR_KEYWORD
        ]
        if len(names) < 1 or len(required) != 1:
            return None
        x = Expr(cst.Name("x"), types.array())
        lowered = self.lowered(node, code(expr.node), self.lowering.call, (fn, [self.sym(x)], {}))
        if lowered is None:
            return None
        made = self.written(lowered)
        if isinstance(made, cst.Call) and [code(a) for a in made.args] == ["x"]:
            return Expr(made.func, types.PYTHON)
        text = f"(lambda x: {code(made)})"
        return Expr(parse(text), types.PYTHON)


def _with_statement(node: cst.FunctionDef, text: str) -> cst.FunctionDef:
    """Return a function with one more statement at its end."""
    body = node.body
    if isinstance(body, cst.SimpleStatementSuite):
        lines: list[Any] = [cst.SimpleStatementLine(list(body.body))]
    else:
        lines = list(body.body)
    return node.with_changes(body=cst.IndentedBlock([*lines, cst.parse_statement(text)]))


def _init_first(body: Sequence[Any]) -> list[Any]:
    return sorted(
        body, key=lambda s: not (isinstance(s, cst.FunctionDef) and s.name.value == "__init__")
    )


def _is_list(live: Any) -> bool:
    name = live.__name__ if isinstance(live, type) else type(live).__name__
    return name == "ModuleList"


def _is_none(argument: Argument) -> bool:
    return argument.expr.value.kind in ("none", "device")


def _is_default(argument: Argument, default: Any) -> bool:
    """Whether an argument says what is meant without it; one number may stand for several."""
    found = argument.expr.constant
    if default is None or isinstance(default, bool):
        return found is default or (default is None and _is_none(argument))
    values = found if isinstance(found, tuple | list) else (found,)
    return all(type(v) is type(default) and v == default for v in values)


@functools.cache
def _parameters_of(live: type) -> list[str]:
    return list(inspect.signature(live).parameters)


def _args(arguments: Sequence[Argument]) -> list[cst.Arg]:
    args = [a.converted for a in arguments]
    if args and not isinstance(args[-1].comma, cst.Comma):
        return args
    if args:
        args[-1] = args[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return args


def _keyword(name: str, value: cst.BaseExpression) -> cst.Arg:
    if name.startswith("not "):
        name = name.removeprefix("not ")
        value = parse(f"not {code(enclosed(value, ATOM))}")
    return cst.Arg(value, keyword=cst.Name(name))


def _space() -> cst.SimpleWhitespace:
    return cst.SimpleWhitespace("")


def _tight() -> cst.AssignEqual:
    return cst.AssignEqual(_space(), _space())


def _comma() -> cst.Comma:
    return cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))


def _rngs_parameter(kind: cst.BaseExpression) -> cst.Param:
    statement = cst.parse_statement("def f(*, rngs: nnx.Rngs): pass")
    found = cst.ensure_type(statement, cst.FunctionDef).params.kwonly_params[0]
    assert found.annotation is not None
    return found.with_changes(annotation=found.annotation.with_changes(annotation=kind))
