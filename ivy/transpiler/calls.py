"""Converting calls: of the source framework, of the user's functions, and of all else."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import libcst as cst

from ivy.transpiler import types
from ivy.transpiler.effects import is_in_place, seen_elsewhere
from ivy.transpiler.expressions import Expressions
from ivy.transpiler.names import raw, tensor_parameters
from ivy.transpiler.program import Class, Function
from ivy.transpiler.scope import Expr
from ivy.transpiler.syntax import code, fitted, literal, parse
from ivy.transpiler.types import BOOL, BOTTOM, INT, PYTHON, SCALAR, STRING, UNKNOWN, Value
from ivy.transpiler.values import MISSING, Fact


@dataclass
class Argument:
    """An argument of a call."""

    node: cst.Arg
    expr: Expr

    @property
    def keyword(self) -> str:
        """The name that it is passed by, or an empty text."""
        return "" if self.node.keyword is None else self.node.keyword.value

    @property
    def star(self) -> str:
        """``"*"``, ``"**"`` or an empty text."""
        return self.node.star

    @property
    def converted(self) -> cst.Arg:
        """The argument of the output."""
        if self.expr.value.kind == "device":
            return self.node.with_changes(value=cst.Name("None"))
        return self.node.with_changes(value=self.expr.node)


# What Python's functions return, for arguments of any kind.
_RESULTS: dict[Any, Value] = {
    len: INT,
    int: INT,
    ord: INT,
    hash: INT,
    id: INT,
    float: types.FLOAT,
    bool: BOOL,
    isinstance: BOOL,
    issubclass: BOOL,
    callable: BOOL,
    hasattr: BOOL,
    any: BOOL,
    all: BOOL,
    str: STRING,
    repr: STRING,
    format: STRING,
    print: types.NONE,
}
# Those that give the elements of their first argument.
_ITERATORS = (list, tuple, sorted, reversed, iter, set)
# Methods of arrays that leave the framework, for each target.
_LEAVING = {
    "item": {"numpy": "{}.item()", "jax": "{}.item()", "tensorflow": "{}.numpy().item()"},
    "numel": {"numpy": "{}.size", "jax": "{}.size", "tensorflow": "math.prod({}.shape)"},
    "nelement": {"numpy": "{}.size", "jax": "{}.size", "tensorflow": "math.prod({}.shape)"},
    "tolist": {"numpy": "{}.tolist()", "jax": "{}.tolist()", "tensorflow": "{}.numpy().tolist()"},
}


class Calls(Expressions):
    """Converts calls; what has to do with classes is done by a subclass."""

    def layer(self, node: cst.Call, live: type, arguments: Sequence[Argument]) -> Expr:
        """Convert the construction of a layer of the source framework."""
        raise NotImplementedError

    def parameter(self, node: cst.Call, arguments: Sequence[Argument]) -> Expr:
        """Convert the construction of a trainable parameter."""
        raise NotImplementedError

    def construct(self, node: cst.Call, func: Expr, owner: Class, args: Sequence[Argument]) -> Expr:
        """Convert the construction of an object of a class of the user's."""
        raise NotImplementedError

    def call_of_object(self, node: cst.Call, func: Expr, args: Sequence[Argument]) -> Expr:
        """Convert the call of a module."""
        raise NotImplementedError

    def method_of_object(
        self, node: cst.Call, receiver: Expr, name: str, args: Sequence[Argument]
    ) -> Expr:
        """Convert a method's call of a module or of an object of one of the user's classes."""
        raise NotImplementedError

    def call_of_super(self, node: cst.Call) -> Expr:
        """Convert ``super().name(...)``."""
        raise NotImplementedError

    # -- what is called --------------------------------------------------------------------------

    def call(self, node: cst.Call) -> Expr:
        func = node.func
        if isinstance(func, cst.Attribute):
            return self._call_attribute(node, func)
        callee = self.raw(func)
        return self._call_expr(node, callee)

    def _call_expr(self, node: cst.Call, callee: Expr) -> Expr:
        live = callee.value.live
        if callee.value.kind == "module" or callee.value.owner is not None:
            if not callee.value.optional:
                return self.call_of_object(node, callee, self.arguments(node))
        if callee.foreign and id(live) not in self.program.by_object:
            return self._call_foreign(node, live)
        if live is not MISSING and callee.value.kind == "python":
            return self._call_known(node, callee, live)
        return self.unconverted(node, callee, self.arguments(node))

    def _call_attribute(self, node: cst.Call, func: cst.Attribute) -> Expr:
        if (
            isinstance(func.value, cst.Call)
            and isinstance(func.value.func, cst.Name)
            and func.value.func.value == "super"
        ):
            return self.call_of_super(node)
        name = func.attr.value
        if is_in_place(name) and _changed_by(func.value) is not None:
            self.chained.add(id(func.value))
        receiver = self.raw(func.value)
        live = receiver.value.live
        if self._is_namespace(live) and receiver.value.kind == "python":
            return self._call_expr(node, self.raw(func))
        if receiver.foreign:
            receiver = self.foreign_value(func.value, receiver)
        value = receiver.value
        if value.kind == "module" or value.owner is not None:
            return self.method_of_object(node, receiver, name, self.arguments(node))
        if value.is_array:
            return self.method(node, receiver, name, self.arguments(node))
        return self._method_of_other(node, func, receiver, name)

    def _method_of_other(
        self, node: cst.Call, func: cst.Attribute, receiver: Expr, name: str
    ) -> Expr:
        value = receiver.value
        arguments = self.arguments(node)
        converted = fitted(func.with_changes(value=receiver.node))
        if value.kind == "shape" and name == "numel":
            made = self.native("math.prod(ivy_inner)", ivy_inner=receiver.node)
            return Expr(made, INT)
        if value.kind == "device":
            return Expr(converted, Value(Fact("device")))
        if value.kind == "bottom":
            return self.rebuilt(node, converted, arguments, BOTTOM)
        if value.kind == "list" and name in ("append", "extend", "insert"):
            return self._grown(node, func, converted, name, arguments)
        result = UNKNOWN
        if value.kind == "list" and name == "pop":
            result = types.element(value) or UNKNOWN
        elif value.kind == "string":
            result = STRING if name in ("format", "lower", "upper", "strip", "join") else PYTHON
        elif value.kind == "python" and value.element is not None:
            if name in ("get", "pop"):
                result = value.element
            elif name in ("values",):
                result = Value(Fact("python"), value.roots, element=value.element)
            elif name == "items":
                pair = types.row("tuple", [UNKNOWN, value.element])
                result = Value(Fact("python"), value.roots, element=pair)
        if value.kind == "unknown" and self.names.has_method(name):
            self._untyped(func, name)
        for argument in arguments:
            self.state.escape(argument.expr.value.roots)
        return self.rebuilt(node, converted, arguments, result)

    def _grown(
        self,
        node: cst.Call,
        func: cst.Attribute,
        converted: cst.BaseExpression,
        name: str,
        arguments: Sequence[Argument],
    ) -> Expr:
        """Take note of what a list is given."""
        added = arguments[-1].expr.value if arguments else UNKNOWN
        item = (types.element(added) or UNKNOWN) if name == "extend" else added
        if isinstance(func.value, cst.Name):
            known = self.local(func.value.value)
            if known is not None:
                old = types.element(known)
                is_empty = known.items == ()
                grown = item if old is None and is_empty else item.join(old or UNKNOWN)
                self.state.names[func.value.value] = Value(
                    Fact("list"), known.roots | added.roots, element=types.without_object(grown)
                )
        else:
            self.state.escape(added.roots)
        return self.rebuilt(node, converted, arguments, types.NONE)

    def arguments(self, node: cst.Call) -> list[Argument]:
        """Convert the arguments of a call."""
        return [Argument(a, self.expr(a.value)) for a in node.args]

    def rebuilt(
        self,
        node: cst.Call,
        func: cst.BaseExpression,
        arguments: Sequence[Argument],
        value: Value = UNKNOWN,
    ) -> Expr:
        """Return the call as it stands, with converted parts."""
        made = node.with_changes(func=func, args=[a.converted for a in arguments])
        return Expr(fitted(made), value)

    def unconverted(self, node: cst.Call, callee: Expr, arguments: Sequence[Argument]) -> Expr:
        """Convert a call of something that is not known."""
        if callee.value.kind == "bottom":
            return self.rebuilt(node, callee.node, arguments, BOTTOM)
        roots = frozenset([types.ELSEWHERE]).union(*(a.expr.value.roots for a in arguments))
        for a in arguments:
            self.state.escape(a.expr.value.roots)
        return self.rebuilt(node, callee.node, arguments, Value(roots=roots))

    # -- Python's and the user's functions -------------------------------------------------------

    def _call_known(self, node: cst.Call, callee: Expr, live: Any) -> Expr:
        if isinstance(live, type):
            owner = self.program.class_of(live)
            if owner is not None:
                return self.construct(node, callee, owner, self.arguments(node))
        found = self.program.function_of(live)
        if found is not None:
            return self.call_of_function(node, callee, found, self.arguments(node))
        arguments = self.arguments(node)
        value = self._result(node, live, arguments)
        if live is isinstance and len(arguments) == 2:
            return self.rebuilt(node, callee.node, arguments, BOOL)
        if live is len and arguments and arguments[0].expr.value.is_array:
            if self.target.name == "tensorflow":
                inner = arguments[0].expr.node
                shape = fitted(cst.Attribute(inner, cst.Name("shape")))
                return Expr(parse(f"{code(shape)}[0]"), INT)
        if live is getattr and len(arguments) == 2:
            value = UNKNOWN
        return self.rebuilt(node, callee.node, arguments, value)

    def _result(self, node: cst.Call, live: Any, arguments: Sequence[Argument]) -> Value:
        """Return what is known of the result of a function that is left as it is."""
        first = arguments[0].expr.value if arguments else UNKNOWN
        if first.kind == "bottom":
            return BOTTOM
        if _in(live, _RESULTS):
            return _RESULTS[live]
        if live is range:
            return Value(Fact("python"), element=INT)
        if any(live is f for f in _ITERATORS):
            return self._listed(live, first)
        if live is enumerate:
            pair = types.row("tuple", [INT, types.element(first) or Value(roots=first.roots)])
            return Value(Fact("python"), first.roots, element=pair)
        if live is zip:
            parts = [a.expr.value for a in arguments]
            pair = types.row("tuple", [types.element(p) or Value(roots=p.roots) for p in parts])
            return Value(Fact("python"), pair.roots, element=pair)
        if live is sum:
            return self._summed(node, first)
        if live in (min, max) or live is abs or live is round:
            return self._chosen(node, live, arguments)
        if getattr(live, "__module__", None) == "math":
            return INT if live.__name__ in ("ceil", "floor", "prod", "gcd", "comb") else types.FLOAT
        if isinstance(live, type) and issubclass(live, tuple):
            return self._named_tuple(live, arguments)
        roots = frozenset([types.ELSEWHERE]).union(*(a.expr.value.roots for a in arguments))
        if live is dict:
            return Value(Fact("python"), roots)
        return Value(roots=roots)

    def _named_tuple(self, live: type, arguments: Sequence[Argument]) -> Value:
        names = tuple(getattr(live, "_fields", ()))
        items = [a.expr.value for a in arguments]
        if names and len(items) == len(names) and not any(a.keyword or a.star for a in arguments):
            return replace(types.row("tuple", items), names=names)
        return UNKNOWN

    def _listed(self, live: Any, first: Value) -> Value:
        kind = {list: "list", sorted: "list", tuple: "tuple"}.get(live, "python")
        if first.kind == "shape" and live is tuple:
            return Value(Fact("shape", first.fact.ndim))
        if live in (list, tuple) and first.items is not None:
            return types.row(kind, first.items)
        return Value(Fact(kind), first.roots, element=types.element(first))

    def _summed(self, node: cst.Call, first: Value) -> Value:
        item = types.element(first)
        if item is None:
            return UNKNOWN
        if item.is_array:
            return types.array(item.fact.ndim, item.fact.dtype, self.fresh(node))
        return types.without_object(item)

    def _chosen(self, node: cst.Call, live: Any, arguments: Sequence[Argument]) -> Value:
        found = [a.expr.value for a in arguments if not a.keyword]
        if len(found) == 1 and live in (min, max):
            known = types.element(found[0])
            found = [known] if known is not None else []
        if not found:
            return UNKNOWN
        if live is abs and found[0].is_array:
            return types.array(found[0].fact.ndim, found[0].fact.dtype, self.fresh(node))
        if live is round:
            return INT if len(arguments) == 1 else types.FLOAT
        if all(v.kind == "scalar" for v in found):
            joined = types.joined(types.without_object(v) for v in found)
            return SCALAR if joined is None else joined
        return types.joined(types.without_object(v) for v in found) or UNKNOWN

    def call_of_function(
        self,
        node: cst.Call,
        callee: Expr,
        function: Function,
        arguments: Sequence[Argument],
        bound: Value | None = None,
    ) -> Expr:
        """Convert a call of one of the user's functions, which is converted too."""
        passed = self.passed(function, arguments, bound)
        for name, value in function.wanted.items():
            given = passed.get(name)
            if given is not None:
                self.want(given, value)
        function.call({n: types.without_object(v) for n, v in passed.items()})
        for name in function.keeps:
            if name in passed:
                self.state.escape(passed[name].roots)
        given = function.result
        if function.is_wrapped:
            # What a decorator returns is its own affair; an annotation is taken at its word.
            given = replace(function.declared, roots=frozenset([types.ELSEWHERE]))
            for value in passed.values():
                self.state.escape(value.roots)
        result = self._substituted(given, passed, node)
        return self.rebuilt(node, callee.node, arguments, result)

    def passed(
        self, function: Function, arguments: Sequence[Argument], bound: Value | None
    ) -> dict[str, Value]:
        """Return what a call passes for each parameter."""
        params = function.node.params
        positional = [p.name.value for p in (*params.posonly_params, *params.params)]
        names = [p.name.value for p in function.parameters]
        passed: dict[str, Value] = {}
        owned = function.owner is not None and positional[:1] == ["self"]
        if not function.is_static and ((bound is not None and positional) or owned):
            positional = positional[1:]
        open_ended = False
        for i, argument in enumerate(arguments):
            if argument.star:
                open_ended = True
            elif argument.keyword:
                if argument.keyword in names:
                    passed[argument.keyword] = argument.expr.value
            elif i < len(positional) and not open_ended:
                passed[positional[i]] = argument.expr.value
        if open_ended:
            rest = [n for n in names if n not in passed and n != "self"]
            passed |= dict.fromkeys(rest, UNKNOWN)
        return passed

    def _substituted(self, result: Value, passed: Mapping[str, Value], node: cst.Call) -> Value:
        """Return a function's result, with the memory of arguments in the place of parameters."""
        if result.kind == "bottom":
            return BOTTOM

        def roots(value: Value) -> frozenset[Any]:
            found: set[Any] = set()
            for root in value.roots:
                if root[0] == "parameter":
                    given = passed.get(root[1])
                    found |= given.roots if given is not None else {types.ELSEWHERE}
                elif root[0] in ("new", "earlier"):
                    found |= self.fresh(node)
                else:
                    found.add(root)
            return frozenset(found)

        def replaced(value: Value) -> Value:
            token = value.fact.dtype
            fact = value.fact
            if isinstance(token, str) and token.startswith("dtype of "):
                given = passed.get(token.removeprefix("dtype of "))
                dtype = given.fact.dtype if given is not None and given.is_array else None
                fact = replace(fact, dtype=dtype)
            items = None if value.items is None else tuple(replaced(v) for v in value.items)
            item = None if value.element is None else replaced(value.element)
            return replace(
                value, fact=fact, roots=roots(value), items=items, element=item, parameter=""
            )

        return replaced(result)

    def want(self, given: Value, wanted: Value) -> None:
        """Take note that a parameter of which nothing is known has to be something."""
        function = self.frames[-1].function if self.frames else None
        if function is None or not given.parameter:
            return
        if given.kind in ("unknown", "array") and not given.optional:
            before = function.wanted.get(given.parameter)
            roots = frozenset([("parameter", given.parameter)])
            function.wanted[given.parameter] = (
                replace(wanted, roots=roots) if before is None else _narrower(before, wanted, roots)
            )

    # -- functions of the source framework -------------------------------------------------------

    def _call_foreign(self, node: cst.Call, live: Any) -> Expr:
        names = self.names
        path = names.path(live)
        if live is names.root.device:
            return Expr(cst.Name("None"), Value(Fact("device")))
        arguments = self.arguments(node)
        name = path.rpartition(".")[2]
        if isinstance(live, type):
            found = self._class_of_source(node, live, arguments)
            if found is not None:
                return found
        twin = names.twin(live)
        if twin is None and is_in_place(name):
            twin = names.twin(names.object(path.removesuffix("_")))
        fn = None if twin is None else raw(twin)
        if live is names.root.is_tensor and len(arguments) == 1:
            made = f"isinstance(ivy_inner, {self.target.array})"
            return Expr(self.native(made, ivy_inner=arguments[0].expr.node), BOOL)
        if fn is None and name in ("tensor", "as_tensor"):
            fn = twin  # it has no boundary: what it is given is made into an array
        if fn is None:
            reason = f"ivy's {names.source} frontend does not have it"
            if twin is not None:
                reason = "it has no meaning as a plain function of arrays"
            self.problem(node, code(node.func), reason)
            return self.rebuilt(node, node.func, arguments)
        if is_in_place(name):
            return self._write_by_function(node, name, fn, arguments)
        return self.foreign(node, code(node.func), name, fn, arguments)

    def _class_of_source(
        self, node: cst.Call, live: type, arguments: Sequence[Argument]
    ) -> Expr | None:
        root = self.names.root
        if any(live is p for p in self.names.parameters):
            return self.parameter(node, arguments)
        if issubclass(live, self.names.module):
            return self.layer(node, live, arguments)
        if live is root.Size:
            made = node.with_changes(func=cst.Name("tuple"), args=[a.converted for a in arguments])
            return Expr(made, Value(Fact("shape")))
        return None

    def _write_by_function(
        self, node: cst.Call, name: str, fn: Callable[..., Any], arguments: list[Argument]
    ) -> Expr:
        """Convert ``F.relu_(x)``."""
        if not arguments or arguments[0].keyword or arguments[0].star:
            self.problem(node, code(node), "the array that it changes cannot be told")
            return self.rebuilt(node, node.func, arguments)
        made = self.foreign(node, code(node.func), name.rstrip("_"), fn, arguments)
        return self.written_through(node, arguments[0].node.value, arguments[0].expr, made)

    def foreign(
        self,
        node: cst.Call,
        what: str,
        name: str,
        fn: Callable[..., Any],
        arguments: Sequence[Argument],
        receiver: Expr | None = None,
    ) -> Expr:
        """Lower a call of a function of the source framework."""
        arguments = list(arguments)
        if not self._is_plain(node, what, arguments):
            return self.rebuilt(node, node.func, arguments)
        parameters = list(inspect.signature(fn).parameters.values())
        sure = tensor_parameters(fn)
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        inputs: list[Value] = []
        changes: Argument | None = None
        if receiver is not None:
            args.append(self._as_array(receiver))
            inputs.append(receiver.value)
        row = self._row_of(parameters, len(args), arguments)
        if row is not None:
            args.append(row[0])
            inputs += [a.expr.value for a in row[1]]
            arguments = [a for a in arguments if a not in row[1]]
        for argument in arguments:
            p = _parameter_of(parameters, len(args), argument.keyword)
            if argument.keyword == "inplace":
                if argument.expr.constant is True:
                    changes = next((a for a in arguments if not a.keyword), None)
                elif argument.expr.constant is not False:
                    self.problem(node, what, "whether it works in place is not known")
                continue
            value = argument.expr.value
            inputs.append(value)
            is_tensor = p is not None and sure.get(p.name, False)
            if is_tensor and value.parameter:
                self.want(value, types.array())
            if p is not None and p.name == "device":
                if value.kind not in ("device", "none"):
                    self.note(node, what, "assumption", "arrays live where the target puts them")
                given: Any = None
            elif is_tensor and value.kind in ("unknown", "bottom") and not value.optional:
                given = self._as_array(argument.expr)
            else:
                given = self.argument(argument.expr)
            if argument.star:
                spread = self._spread(node, what, argument, p)
                if spread is None:
                    return self.rebuilt(node, node.func, arguments)
                args += spread
            elif argument.keyword:
                kwargs[argument.keyword] = given
            else:
                args.append(given)
        lowered = self.lowered(node, what, self.lowering.call, (fn, args, kwargs))
        if lowered is None:
            return self.rebuilt(node, node.func, arguments)
        roots = self.roots_of(name, node, inputs)
        made = Expr(self.written(lowered), types.from_fact(lowered.fact, roots))
        if lowered.fact.kind in ("unknown", "list", "tuple") and made.value.items is None:
            made.value = _by_annotation(fn, made.value)
        fields = getattr(lowered.fact.live, "_fields", ())
        if fields:
            made.value = replace(made.value, names=tuple(fields))
        if changes is not None:
            return self.written_through(node, changes.node.value, changes.expr, made)
        return made

    def _row_of(
        self, parameters: Sequence[inspect.Parameter], start: int, arguments: Sequence[Argument]
    ) -> tuple[Any, list[Argument]] | None:
        """Return the arguments of ``x.view(-1, *shape)`` as one row; None without a star."""
        plain = [a for a in arguments if not a.keyword]
        p = _parameter_of(parameters, start, "")
        if p is None or p.kind is not p.VAR_POSITIONAL or len(plain) < 2:
            return None
        if not any(a.star for a in plain) or any(a.expr.value.optional for a in plain):
            return None
        elements = [
            cst.StarredElement(a.expr.node) if a.star else cst.Element(a.expr.node) for a in plain
        ]
        counts = [
            1 if not a.star else len(a.expr.value.items or ()) or a.expr.value.fact.ndim
            for a in plain
        ]
        count = None if None in counts else sum(c for c in counts if c is not None)
        made = Expr(cst.Tuple(elements, lpar=[cst.LeftParen()], rpar=[cst.RightParen()]))
        return self.sym(made, Fact("tuple", count)), plain

    def _as_array(self, expr: Expr) -> Any:
        if expr.value.is_array:
            return self.sym(expr)
        return self.sym(expr, Fact("array"))

    def _is_plain(self, node: cst.Call, what: str, arguments: Sequence[Argument]) -> bool:
        """Whether the arguments can be passed on; a problem is noted where they cannot."""
        for a in arguments:
            if a.star == "**":
                self.problem(node, what, "its keyword arguments are not known; write them out")
                return False
            if a.keyword == "out" and a.expr.constant is not None:
                self.problem(
                    node, what, f"`out=` changes `{code(a.node.value)}`; assign the result instead"
                )
                return False
        return True

    def _spread(
        self, node: cst.Call, what: str, argument: Argument, p: inspect.Parameter | None
    ) -> list[Any] | None:
        """Return the arguments that a starred one stands for."""
        value = argument.expr.value
        if argument.expr.parts is not None:
            return [self.argument(e) for e in argument.expr.parts]
        if p is not None and p.kind is p.VAR_POSITIONAL:
            alone = sum(not a.keyword for a in [argument]) == 1 and len(node.args) == 1
            if alone and not value.optional:
                # permute(*dims) and permute(dims) mean the same.
                fact = value.fact if value.kind in ("tuple", "list", "shape") else Fact("tuple")
                return [self.sym(argument.expr, fact)]
        count = len(value.items) if value.items is not None else None
        count = value.fact.ndim if value.kind == "shape" else count
        if count is not None:
            base = argument.expr.node
            made = []
            for i in range(count):
                item = value.items[i] if value.items is not None else INT
                element = cst.Subscript(base, [cst.SubscriptElement(cst.Index(parse(str(i))))])
                made.append(self.argument(Expr(fitted(element), item)))
            return made
        self.problem(node, what, "how many arguments the star stands for is not known")
        return None

    # -- methods of arrays -----------------------------------------------------------------------

    def method(
        self, node: cst.Call, receiver: Expr, name: str, arguments: Sequence[Argument]
    ) -> Expr:
        """Convert the call of a method of an array."""
        names = self.names
        what = code(node.func)
        what = what if "\n" not in what and len(what) < 60 else f"….{name}"
        if name in _LEAVING:
            text = _LEAVING[name][self.target.name].format("ivy_inner")
            made = self.native(text, ivy_inner=receiver.node)
            if name in ("numel", "nelement"):
                return Expr(made, INT)
            if self.target.name != "numpy":
                self.note(node, what, "assumption", "needs the elements, so it cannot be compiled")
            return Expr(made, SCALAR if name == "item" else PYTHON)
        if name == "to" and arguments and all(_is_place(a) for a in arguments):
            return Expr(receiver.node, receiver.value)
        fn = names.method(name)
        if is_in_place(name):
            return self._method_in_place(node, receiver, name, what, arguments)
        if fn is None:
            known = names.has_method(name)
            path = f"{names.path(names.tensor)}.{name}"
            reason = "ivy's frontend does not have it" if known else "arrays have no such method"
            if name in ("backward", "requires_grad_", "retain_grad", "register_hook"):
                reason = f"derivatives are taken otherwise in {self.target.name}"
            self.problem(node, path, reason)
            return self.rebuilt(node, node.func, arguments)
        return self.foreign(node, what, name, fn, arguments, receiver)

    def _method_in_place(
        self,
        node: cst.Call,
        receiver: Expr,
        name: str,
        what: str,
        arguments: Sequence[Argument],
    ) -> Expr:
        """Convert ``x.add_(1)``: the name gets the sum."""
        assert isinstance(node.func, cst.Attribute)
        plain = name[:-1]
        fn = self.names.method(plain)
        if plain == "zero":
            fn = raw(self.names.frontend.zeros_like)
        elif plain == "fill":
            fn = raw(self.names.frontend.full_like)
        elif plain == "copy":
            made: Expr | None = self._copied(node, receiver, what, arguments)
            fn = None
            if made is not None:
                return self.written_through(node, node.func.value, receiver, made)
        if fn is None:
            known = self.names.has_method(name)
            reason = "ivy cannot say what it leaves in the array" if known else "no such method"
            self.problem(node, f"{self.names.path(self.names.tensor)}.{name}", reason)
            return self.rebuilt(node, node.func, arguments)
        made = self.foreign(node, what, plain, fn, arguments, receiver)
        if made.value.is_array:
            made = replace(made, value=replace(made.value, roots=self.fresh(node)))
        return self.written_through(node, node.func.value, receiver, made)

    def _copied(
        self, node: cst.Call, receiver: Expr, what: str, arguments: Sequence[Argument]
    ) -> Expr | None:
        """Return ``y.copy_(x)``, as assigned, where `x` has the shape and dtype of `y`."""
        if len(arguments) != 1 or not isinstance(self.place, cst.CSTNode):
            return None
        self.problem(node, what, "assign the array instead, or write into it: y[...] = x")
        return Expr(arguments[0].expr.node, receiver.value)

    def written_through(
        self, node: cst.Call, target: cst.BaseExpression, receiver: Expr, made: Expr
    ) -> Expr:
        """Give the name behind an array that is changed in place its new value.

        Parameters
        ----------
        node
            The call.
        target
            The expression of the array in the source.
        receiver
            What it became.
        made
            The new value of the array.
        """
        old = receiver.value
        if old.is_array and made.value.is_array:
            kept = replace(made.value.fact, dtype=old.fact.dtype)
            made = replace(made, value=Value(kept, old.roots))
        if isinstance(target, cst.Subscript) and self.is_statement is node:
            return self.stored(node, target, made)
        target = _changed_by(target) or target
        if not isinstance(target, cst.Name):
            return self._written_unnamed(node, target, receiver, made)
        name = target.value
        place = self.position(self.place)
        frame = self.frame
        if frame is None or self.state.names.get(name) is None:
            self.problem(node, code(node), f"it changes `{name}`, which belongs to other code")
            return made
        who = seen_elsewhere(self.state, name, old, frame.reads, place, self.rebound)
        if who:
            self.refuse_write(node, name, who)
            return made
        if self.is_statement is node:
            self.state.names[name] = made.value
            return replace(made, sets=name)
        if id(node) in self.chained:  # y.add_(1).mul_(2): the last one sets `y`
            self.state.names[name] = made.value
            return made
        if name in self.rebound or not frame.reads.after(name, place):
            return made
        self.state.names[name] = made.value
        walrus = cst.NamedExpr(
            cst.Name(name), made.node, lpar=[cst.LeftParen()], rpar=[cst.RightParen()]
        )
        return replace(made, node=walrus)

    def _written_unnamed(
        self, node: cst.Call, target: cst.BaseExpression, receiver: Expr, made: Expr
    ) -> Expr:
        """Convert ``(x + 1).mul_(2)``, which nobody else sees."""
        held = frozenset[Any]().union(*(v.roots for v in self.state.names.values()))
        roots = receiver.value.roots
        if roots and all(r[0] == "new" for r in roots):
            if not roots & held and not roots & self.state.escaped:
                return made
        self.refuse_write(node, code(target), f"`{code(target)}`, which is more than a name")
        return made

    def refuse_write(self, node: cst.CSTNode, name: str, who: str) -> None:
        """Note a write that somebody else would see."""
        self.problem(
            node,
            code(node) if not isinstance(node, cst.FunctionDef) else name,
            f"it changes `{name}` in place and with it {who}; {self.target.name} arrays would not "
            f"follow. Change a copy ({name} = {name}.clone()) or assign a new array",
        )

    def stored(self, node: cst.CSTNode, target: cst.Subscript, made: Expr) -> Expr:
        """Convert an assignment to a subscript; the result sets a name."""
        raise NotImplementedError


def _changed_by(node: cst.BaseExpression) -> cst.Name | None:
    """Return the name that ``y.add_(1).mul_(2)`` changes; None for anything else."""
    found = node
    while isinstance(found, cst.Call) and isinstance(found.func, cst.Attribute):
        if not is_in_place(found.func.attr.value):
            return None
        found = found.func.value
    return found if isinstance(found, cst.Name) and found is not node else None


def _narrower(a: Value, b: Value, roots: frozenset[Any]) -> Value:
    """Return what two places together ask of a parameter."""
    if a.kind != "array" or b.kind != "array":
        return a if a.kind == "array" else b
    ndim = a.fact.ndim if a.fact.ndim is not None else b.fact.ndim
    dtype = a.fact.dtype if a.fact.dtype is not None else b.fact.dtype
    return Value(Fact("array", ndim, dtype), roots)


def _parameter_of(
    parameters: Sequence[inspect.Parameter], position: int, keyword: str
) -> inspect.Parameter | None:
    if keyword:
        return next((p for p in parameters if p.name == keyword), None)
    for i, p in enumerate(parameters):
        if p.kind is p.VAR_POSITIONAL:
            return p
        if i == position:
            return p if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) else None
    return None


def _is_place(argument: Argument) -> bool:
    """Whether an argument of ``Tensor.to`` says where, and not what dtype."""
    if argument.keyword in ("non_blocking", "device"):
        return True
    is_literal, text = literal(argument.node.value)
    return argument.expr.value.kind == "device" or (is_literal and isinstance(text, str))


def _in(live: Any, table: Mapping[Any, Any]) -> bool:
    return any(live is key for key in table)


def _by_annotation(fn: Callable[..., Any], value: Value) -> Value:
    """Return what a function of the frontend says of its result, where the lowering knows less."""
    annotation = str(fn.__annotations__.get("return", ""))
    if annotation in ("tuple[Tensor, ...]", "list[Tensor]", "tuple[Array, ...]", "list[Array]"):
        kind = annotation.partition("[")[0]
        return Value(Fact(kind), value.roots, element=Value(Fact("array"), value.roots))
    return value
