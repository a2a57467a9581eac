"""Converting expressions: each becomes one of the output, with what is known of it."""

from __future__ import annotations

import ast
import operator
import types as python_types
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import libcst as cst

from ivy.transpiler import types
from ivy.transpiler.effects import State
from ivy.transpiler.lower import Lowered
from ivy.transpiler.scope import Expr, Frame, Scope
from ivy.transpiler.syntax import SYMBOLS, code, fitted, literal, parse
from ivy.transpiler.types import BOOL, BOTTOM, INT, NONE, SCALAR, STRING, UNKNOWN, Value
from ivy.transpiler.values import MISSING, Fact, Sym

# Properties of the source's arrays that a conversion would not notice on an unknown object.
TELLING = frozenset(
    [
        "T",
        "mT",
        "H",
        "mH",
        "data",
        "grad",
        "grad_fn",
        "is_cuda",
        "requires_grad",
        "is_leaf",
        "device",
    ]
)


class Expressions(Scope):
    """Converts expressions; calls are converted by a subclass."""

    def call(self, node: cst.Call) -> Expr:
        """Convert a call."""
        raise NotImplementedError

    def attribute_of_object(self, node: cst.Attribute, base: Expr) -> Expr:
        """Convert an attribute of an object of one of the user's classes."""
        raise NotImplementedError

    def bind(self, target: cst.BaseExpression, value: Value) -> cst.BaseExpression:
        """Give a target of an assignment a value."""
        raise NotImplementedError

    def nested(self, node: cst.Lambda, parameters: cst.Parameters) -> cst.Parameters:
        """Convert the parameters of a function inside an expression, and bind them."""
        raise NotImplementedError

    def foreign_value(self, node: cst.CSTNode, expr: Expr) -> Expr:
        """Convert an object of the source framework that is used as a value."""
        raise NotImplementedError

    # -- the ways in ---------------------------------------------------------------------------

    def expr(self, node: cst.BaseExpression) -> Expr:
        """Convert an expression whose value is used."""
        found = self.raw(node)
        return self.foreign_value(node, found) if found.foreign else found

    def raw(self, node: cst.BaseExpression) -> Expr:
        """Convert an expression; what is left may still name an object of the source."""
        convert = getattr(self, f"expr_{type(node).__name__}", None)
        if convert is None:
            self.problem(node, code(node), "this kind of expression is not understood")
            return Expr(node)
        found: Expr = convert(node)
        return found

    def quiet(self, node: cst.BaseExpression) -> Expr:
        """Convert an expression without taking notes."""
        with self.silently():
            return self.expr(node)

    def placed(self, node: cst.CSTNode, found: Expr) -> Expr:
        """Return an expression as it is; a device is a problem where it is no argument."""
        if found.value.kind == "device":
            self.problem(
                node, code(node), "devices can only be passed on to functions that take one"
            )
        return found

    def truth(self, node: cst.BaseExpression) -> Expr:
        """Convert an expression that decides what runs."""
        found = self.expr(node)
        if found.value.kind == "array" and self.target.name in ("jax", "tensorflow"):
            why = "decides on the elements of an array, so this function cannot be compiled"
            self.note(node, code(node), "assumption", why)
        return found

    # -- names and literals --------------------------------------------------------------------

    def expr_Name(self, node: cst.Name) -> Expr:
        is_literal, constant = literal(node)
        if is_literal:
            return Expr(node, types.of_object(constant), constant=constant)
        name = node.value
        local = self.local(name)
        if local is not None:
            return Expr(node, self.seen(node, name, local))
        live = self.object(name)
        if live is MISSING:
            return Expr(node)
        return self.live(node, live, name)

    def live(self, node: cst.BaseExpression, live: Any, name: str = "") -> Expr:
        """Convert an expression that names a known Python object."""
        names = self.names
        if any(live is t for t in names.tensors):
            return Expr(self.native(self.target.array), Value(Fact("python", live=live)))
        if isinstance(live, names.root.dtype):
            dtype = types.dtype_of(live)
            if dtype is None:
                self.problem(node, code(node), f"{self.target.name} has no such dtype")
                return Expr(node)
            sym = self.target.dtype(dtype)
            return Expr(self.native(sym.text), Value(Fact("dtype", dtype=dtype, live=live)))
        if isinstance(live, names.tensor):
            if name:
                self.need(name)
            return Expr(node, types.of_object(live, frozenset([types.ELSEWHERE]), names.tensor))
        if isinstance(live, names.module):
            if name:
                self.need(name)
            return Expr(node, self.module_value(live))
        if names.owns(live):
            return Expr(node, Value(Fact("python", live=live)), foreign=True)
        if name:
            self.need(name)
        value = types.of_object(live, frozenset([types.ELSEWHERE]), names.tensor)
        if isinstance(live, python_types.FunctionType | type | python_types.ModuleType):
            value = Value(Fact("python", live=live))
        return Expr(node, value)

    def module_value(self, live: Any) -> Value:
        """Return what is known of a live module of the source."""
        owner = self.program.class_of(type(live))
        writes = getattr(live, "inplace", False) is True and owner is None
        return Value(Fact("module", live=live), owner=owner, writes=writes)

    def need(self, name: str) -> None:
        """Let the output hold what a global name stands for."""
        if name in self.unit.bound:
            self.unit.needed.add(name)

    def _number(self, node: Any) -> Expr:
        constant = ast.literal_eval(node.value)
        return Expr(node, types.of_object(constant), constant=constant)

    expr_Integer = expr_Float = expr_Imaginary = _number

    def expr_SimpleString(self, node: cst.SimpleString) -> Expr:
        text = ast.literal_eval(node.value)
        if not isinstance(text, str):
            return Expr(node, types.PYTHON)
        return Expr(self.message(node), Value(Fact("string", live=text)), constant=text)

    def expr_ConcatenatedString(self, node: cst.ConcatenatedString) -> Expr:
        left, right = self.expr(node.left).node, self.expr(node.right).node
        return Expr(_with(node, left=left, right=right), STRING)

    def expr_FormattedString(self, node: cst.FormattedString) -> Expr:
        parts: list[Any] = []
        for part in node.parts:
            if isinstance(part, cst.FormattedStringExpression):
                self.placed(part.expression, self.quiet(part.expression))
                spec = part.format_spec
                if spec is not None:
                    spec = [
                        _with(s, expression=self.expr(s.expression).node)
                        if isinstance(s, cst.FormattedStringExpression)
                        else s
                        for s in spec
                    ]
                inner = self.expr(part.expression).node
                parts.append(_with(part, expression=inner, format_spec=spec))
            else:
                parts.append(self.message(part))
        return Expr(_with(node, parts=parts), STRING)

    def message(self, node: Any) -> Any:
        """Convert the source framework's names in the text of a message."""
        if not self.in_message or self.names.source not in node.value:
            return node
        text = node.value
        words = sorted(_dotted_words(text, self.names.source), key=len, reverse=True)
        for word in words:
            live: Any = self.names.root
            for part in word.split(".")[1:]:
                live = getattr(live, part, MISSING)
            if live is MISSING:
                continue
            if live is self.names.tensor or isinstance(live, self.names.root.dtype):
                with self.silently():
                    text = text.replace(word, code(self.live(parse("x"), live).node))
            else:
                self.note(node, word, "left", "a message of the source names it")
        return node.with_changes(value=text)

    # -- attributes and subscripts -------------------------------------------------------------

    def expr_Attribute(self, node: cst.Attribute) -> Expr:
        base = self.raw(node.value)
        name = node.attr.value
        live = base.value.live
        if base.value.kind in ("device", "dtype"):
            what = f"{self.target.name} has no such attribute of a {base.value.kind}"
            self.problem(node, code(node), what)
            return Expr(node)
        if self._is_namespace(live) and base.value.kind == "python":
            inner = getattr(live, name, MISSING)
            if inner is MISSING:
                if base.foreign:
                    self.problem(node, code(node), f"{self.names.path(live)} has no {name}")
                return Expr(_with(node, value=base.node))
            return self.live_attribute(node, base, live, name, inner)
        if base.foreign:
            base = self.foreign_value(node.value, base)
        converted = fitted(_with(node, value=base.node))
        value = base.value
        if value.owner is not None or value.kind == "module":
            return self.attribute_of_object(converted, base)
        if value.names and name in value.names and value.items is not None:
            i = value.names.index(name)
            if isinstance(base.node, cst.Tuple) and len(base.node.elements) == len(value.items):
                return Expr(base.node.elements[i].value, value.items[i])
            return Expr(fitted(cst.Subscript(base.node, _index(str(i)))), value.items[i])
        if value.is_array:
            return self._array_attribute(node, converted, base)
        if value.kind == "bottom":
            return Expr(converted, BOTTOM)
        if name in TELLING and value.kind == "unknown" and self.names.is_property(name):
            self._untyped(node, name)
        if name == "shape":
            return Expr(converted, Value(Fact("shape")))
        return Expr(converted, UNKNOWN)

    def _is_namespace(self, live: Any) -> bool:
        return isinstance(live, python_types.ModuleType | type)

    def live_attribute(
        self, node: cst.Attribute, base: Expr, live: Any, name: str, inner: Any
    ) -> Expr:
        """Convert an attribute of a module or class."""
        converted = _with(node, value=base.node)
        found = self.live(converted, inner)
        if isinstance(live, python_types.ModuleType):
            unit = self.program.unit(live.__name__)
            if unit is not None and not found.foreign:
                unit.needed.add(name)
        return found

    def _untyped(self, node: cst.BaseExpression, name: str) -> None:
        receiver = code(node.value) if isinstance(node, cst.Attribute) else code(node)
        tensor = self.names.path(self.names.tensor)
        self.problem(
            node,
            code(node),
            f"`{receiver}` may be an array, and {tensor} has `{name}`; say what it is with an "
            f"annotation ({receiver if receiver.isidentifier() else 'x'}: {tensor}), or pass "
            "example `args`",
        )

    def _array_attribute(self, node: cst.Attribute, converted: Any, base: Expr) -> Expr:
        name = node.attr.value
        fact = base.value.fact
        if name == "shape":
            return Expr(converted, Value(Fact("shape", fact.ndim)))
        if name == "dtype":
            return Expr(converted, Value(Fact("dtype", dtype=fact.dtype)))
        if name == "ndim":
            return Expr(converted, INT)
        if name == "device":
            return Expr(converted, Value(Fact("device")))
        if name == "data":
            return base
        method = self.names.method(name)
        if method is None or not self.names.is_property(name):
            what = f"{self.names.path(self.names.tensor)}.{name}"
            if self.names.has_method(name):
                self.problem(node, what, "ivy's frontend does not have it")
            return Expr(converted, UNKNOWN)
        lowered = self.lowered(
            node, code(node), self.lowering.call, (method, [self.argument(base)], {})
        )
        if lowered is None:
            return Expr(converted, UNKNOWN)
        roots = self.roots_of(name, node, [base.value])
        return Expr(self.written(lowered), types.from_fact(lowered.fact, roots))

    def expr_Subscript(self, node: cst.Subscript) -> Expr:
        base = self.raw(node.value)
        if base.foreign or isinstance(base.value.live, type):
            # Subscripts of classes are annotations.
            elements = [self._slice(e)[0] for e in node.slice]
            return Expr(_with(node, value=base.node, slice=elements), Value(Fact("python")))
        elements, key, key_exprs = self.index(node.slice)
        converted = fitted(_with(node, value=base.node, slice=elements))
        value = base.value
        if value.is_array:
            lowered = self.lowered(node, code(node), self.lowering.subscript, (self.sym(base), key))
            if lowered is None:
                return Expr(converted, UNKNOWN)
            copies = any(e.value.kind in ("array", "list") for e in key_exprs)
            roots = self.fresh(node) if copies else value.roots
            return Expr(
                self.kept(node, converted, lowered, ast.Subscript),
                types.from_fact(lowered.fact, roots),
            )
        return Expr(converted, self.item(value, key, node.slice))

    def kept(
        self, node: cst.CSTNode, converted: Any, lowered: Lowered, kind: type[ast.AST]
    ) -> cst.BaseExpression:
        """Return the user's own form of an expression where the lowering left it as it was."""
        written = self.written(lowered)
        if isinstance(lowered.node, kind) and _same_code(written, converted):
            made: cst.BaseExpression = converted
            return made
        return written

    def item(self, value: Value, key: Any, elements: Sequence[cst.SubscriptElement]) -> Value:
        """Return what is known of an element or a slice of something that is no array."""
        if value.kind == "bottom":
            return BOTTOM
        if value.optional:
            return Value(roots=value.roots)
        if value.kind == "shape":
            if isinstance(key, slice):
                parts = (key.start, key.stop, key.step)
                if any(isinstance(p, Sym) for p in parts):
                    return Value(Fact("shape"))
                shape = Sym(ast.Name("s"), value.fact)
                return Value(shape[key].fact)
            return INT
        if value.items is not None:
            if isinstance(key, int) and -len(value.items) <= key < len(value.items):
                return value.items[key]
            if isinstance(key, slice) and not any(
                isinstance(p, Sym) for p in (key.start, key.stop, key.step)
            ):
                return types.row(value.kind, value.items[key])
        if isinstance(key, slice):
            return Value(Fact(value.kind), value.roots, element=types.element(value))
        return types.element(value) or Value(roots=value.roots)

    def index(
        self, elements: Sequence[cst.SubscriptElement]
    ) -> tuple[list[cst.SubscriptElement], Any, list[Expr]]:
        """Convert an index: the nodes, the index as the lowering takes it, and its parts."""
        nodes, keys, exprs = [], [], []
        for e in elements:
            node, key, parts = self._slice(e)
            nodes.append(node)
            keys.append(key)
            exprs += parts
        single = len(keys) == 1 and not isinstance(elements[0].comma, cst.Comma)
        return nodes, keys[0] if single else tuple(keys), exprs

    def _slice(self, element: cst.SubscriptElement) -> tuple[cst.SubscriptElement, Any, list[Expr]]:
        part = element.slice
        if isinstance(part, cst.Index):
            found = self.expr(part.value)
            if isinstance(part.value, cst.Ellipsis):
                return element, Ellipsis, []
            changed = _with(element, slice=_with(part, value=found.node))
            return changed, self.argument(found), [found]
        assert isinstance(part, cst.Slice)
        ends = [None if p is None else self.expr(p) for p in (part.lower, part.upper, part.step)]
        nodes = [None if e is None else e.node for e in ends]
        changed = _with(part, lower=nodes[0], upper=nodes[1], step=nodes[2])
        key = slice(*[None if e is None else self.argument(e) for e in ends])
        return _with(element, slice=changed), key, [e for e in ends if e is not None]

    def expr_Ellipsis(self, node: cst.Ellipsis) -> Expr:
        return Expr(node, Value(Fact("python", live=Ellipsis)), constant=Ellipsis)

    # -- operators -----------------------------------------------------------------------------

    def expr_BinaryOperation(self, node: cst.BinaryOperation) -> Expr:
        left, right = self.expr(node.left), self.expr(node.right)
        converted = fitted(_with(node, left=left.node, right=right.node))
        return self.operated(node, converted, SYMBOLS[type(node.operator)], left, right)

    def operated(
        self, node: cst.CSTNode, converted: Any, symbol: str, left: Expr, right: Expr
    ) -> Expr:
        """Convert an operator between two operands."""
        a, b = left.value, right.value
        if not (a.is_array or b.is_array):
            if symbol == "%" and a.kind == "string":
                return Expr(converted, STRING)
            return Expr(converted, _arithmetic(symbol, a, b))
        lowered = self.lowered(
            node,
            code(node),
            self.lowering.operator,
            (symbol, self.argument(left), self.argument(right)),
        )
        if lowered is None:
            return Expr(converted, UNKNOWN)
        value = types.from_fact(lowered.fact, self.fresh(node))
        return Expr(self.kept(node, converted, lowered, ast.BinOp), value)

    def expr_UnaryOperation(self, node: cst.UnaryOperation) -> Expr:
        if isinstance(node.operator, cst.Not):
            inner = self.truth(node.expression)
            return Expr(fitted(_with(node, expression=inner.node)), BOOL)
        is_literal, constant = literal(node)
        if is_literal:
            return Expr(node, types.of_object(constant), constant=constant)
        inner = self.expr(node.expression)
        converted = fitted(_with(node, expression=inner.node))
        if not inner.value.is_array:
            return Expr(converted, types.without_object(inner.value))
        lowered = self.lowered(
            node,
            code(node),
            self.lowering.operator,
            (SYMBOLS[type(node.operator)], self.argument(inner)),
        )
        if lowered is None:
            return Expr(converted, UNKNOWN)
        value = types.from_fact(lowered.fact, self.fresh(node))
        return Expr(self.kept(node, converted, lowered, ast.UnaryOp), value)

    def expr_Comparison(self, node: cst.Comparison) -> Expr:
        operands = [self.expr(node.left), *[self.expr(c.comparator) for c in node.comparisons]]
        for operand in operands:
            self.placed(node, operand)
        parts = [
            _with(c, comparator=e.node) for c, e in zip(node.comparisons, operands[1:], strict=True)
        ]
        converted = fitted(_with(node, left=operands[0].node, comparisons=parts))
        operators = [type(c.operator) for c in node.comparisons]
        arrays = [e for e in operands if e.value.is_array]
        if not arrays or operators[0] not in SYMBOLS:
            return Expr(converted, BOOL)
        if len(operators) > 1:
            self.problem(node, code(node), "a chain of comparisons of arrays has no one truth")
            return Expr(converted, UNKNOWN)
        lowered = self.lowered(
            node,
            code(node),
            self.lowering.operator,
            (SYMBOLS[operators[0]], self.argument(operands[0]), self.argument(operands[1])),
        )
        if lowered is None:
            return Expr(converted, UNKNOWN)
        value = types.from_fact(lowered.fact, self.fresh(node))
        return Expr(self.kept(node, converted, lowered, ast.Compare), value)

    def expr_BooleanOperation(self, node: cst.BooleanOperation) -> Expr:
        left = self.truth(node.left)
        before = self.state.copy()
        self.narrow(node.left, isinstance(node.operator, cst.And))
        right = self.expr(node.right)
        self.state = before
        converted = fitted(_with(node, left=left.node, right=right.node))
        if left.value.kind == right.value.kind == "scalar":
            return Expr(converted, types.without_object(left.value.join(right.value)))
        if isinstance(node.operator, cst.Or) and left.value.optional:
            known = replace(left.value, optional=False)
            return Expr(converted, known.join(right.value))
        return Expr(converted, types.without_object(left.value.join(right.value)))

    def expr_IfExp(self, node: cst.IfExp) -> Expr:
        test = self.truth(node.test)
        before = self.state.copy()
        self.narrow(node.test, True)
        body = self.expr(node.body)
        self.state = before.copy()
        self.narrow(node.test, False)
        orelse = self.expr(node.orelse)
        self.state = before
        converted = fitted(_with(node, test=test.node, body=body.node, orelse=orelse.node))
        return Expr(converted, body.value.join(orelse.value))

    def narrow(self, test: cst.BaseExpression, holds: bool) -> None:
        """Take note of what a condition says of names, where it holds or where it does not."""
        match test:
            case cst.UnaryOperation(operator=cst.Not()):
                self.narrow(test.expression, not holds)
            case cst.BooleanOperation():
                if isinstance(test.operator, cst.And) == holds:
                    self.narrow(test.left, holds)
                    self.narrow(test.right, holds)
            case cst.Comparison(left=cst.Name(), comparisons=[comparison]):
                is_none = code(comparison.comparator) == "None"
                if is_none and isinstance(comparison.operator, cst.Is | cst.IsNot):
                    self._narrow_none(
                        code(test.left), isinstance(comparison.operator, cst.Is) == holds
                    )
            case cst.Name():
                if holds:
                    self._narrow_none(test.value, False)
            case cst.Call(func=cst.Name(value="isinstance"), args=[first, second]):
                if isinstance(first.value, cst.Name) and holds:
                    self._narrow_type(first.value.value, second.value)

    def _narrow_none(self, name: str, is_none: bool) -> None:
        value = self.local(name)
        if value is None:
            return
        if is_none:
            self.state.names[name] = NONE
        elif value.optional:
            self.state.names[name] = replace(value, optional=False)

    def _narrow_type(self, name: str, kind: cst.BaseExpression) -> None:
        value = self.local(name)
        if value is None or value.kind != "unknown":
            return
        with self.silently():
            live = self.raw(kind).value.live
        known = types.of_annotation(
            live, self.names.tensor, self.names.module, value.roots or frozenset([types.ELSEWHERE])
        )
        if known.kind != "unknown" and live is not MISSING:
            self.state.names[name] = known

    # -- containers ----------------------------------------------------------------------------

    def _row(self, node: Any, kind: str) -> Expr:
        parts: list[Expr] = []
        elements, starred = [], False
        for e in node.elements:
            found = self.placed(e.value, self.expr(e.value))
            starred = starred or isinstance(e, cst.StarredElement)
            parts.append(found)
            elements.append(_with(e, value=found.node))
        converted = _with(node, elements=elements)
        if starred:
            known = types.joined(
                types.element(p.value) or UNKNOWN
                if isinstance(e, cst.StarredElement)
                else types.without_object(p.value)
                for p, e in zip(parts, node.elements, strict=True)
            )
            roots = frozenset[Any]().union(*(p.value.roots for p in parts))
            return Expr(converted, Value(Fact(kind), roots, element=known))
        value = types.row(kind, [p.value for p in parts])
        constants = [p.constant for p in parts]
        constant: Any = MISSING
        if MISSING not in constants and Ellipsis not in constants:
            constant = tuple(constants) if kind == "tuple" else constants
        return Expr(converted, value, tuple(parts), constant)

    def expr_Tuple(self, node: cst.Tuple) -> Expr:
        return self._row(node, "tuple")

    def expr_List(self, node: cst.List) -> Expr:
        return self._row(node, "list")

    def expr_Set(self, node: cst.Set) -> Expr:
        elements = [_with(e, value=self.expr(e.value).node) for e in node.elements]
        return Expr(_with(node, elements=elements), types.PYTHON)

    def expr_Dict(self, node: cst.Dict) -> Expr:
        elements: list[Any] = []
        found: list[Value] = []
        for e in node.elements:
            value = self.expr(e.value)
            found.append(value.value)
            if isinstance(e, cst.DictElement):
                elements.append(_with(e, key=self.expr(e.key).node, value=value.node))
            else:
                elements.append(_with(e, value=value.node))
        roots = frozenset[Any]().union(*(v.roots for v in found))
        known = types.joined(found)
        return Expr(_with(node, elements=elements), Value(Fact("python"), roots, element=known))

    def _comprehension(self, node: Any, kind: str) -> Expr:
        before = self.state
        self.state = before.copy()
        loop = self._loop(node.for_in)
        if isinstance(node, cst.DictComp):
            key = self.expr(node.key)
            found = self.expr(node.value)
            converted = _with(node, key=key.node, value=found.node, for_in=loop)
        else:
            found = self.expr(node.elt)
            converted = _with(node, elt=found.node, for_in=loop)
        self.state = before
        value = Value(Fact(kind), found.value.roots, element=types.without_object(found.value))
        return Expr(converted, value)

    def _loop(self, node: cst.CompFor) -> cst.CompFor:
        iterated = self.expr(node.iter)
        target = self.bind(
            node.target, types.element(iterated.value) or self._unknown_item(iterated)
        )
        tests = []
        for test in node.ifs:
            tests.append(_with(test, test=self.truth(test.test).node))
            self.narrow(test.test, True)
        inner = None if node.inner_for_in is None else self._loop(node.inner_for_in)
        return node.with_changes(iter=iterated.node, target=target, ifs=tests, inner_for_in=inner)

    def _unknown_item(self, expr: Expr) -> Value:
        return BOTTOM if expr.value.kind == "bottom" else Value(roots=expr.value.roots)

    def expr_ListComp(self, node: cst.ListComp) -> Expr:
        return self._comprehension(node, "list")

    def expr_SetComp(self, node: cst.SetComp) -> Expr:
        return self._comprehension(node, "python")

    def expr_DictComp(self, node: cst.DictComp) -> Expr:
        return self._comprehension(node, "python")

    def expr_GeneratorExp(self, node: cst.GeneratorExp) -> Expr:
        return self._comprehension(node, "python")

    # -- the rest ------------------------------------------------------------------------------

    def expr_Lambda(self, node: cst.Lambda) -> Expr:
        self.outer.append(self.state)
        reads = self.frames[-1].reads if self.frames else None
        assert reads is not None or not self.frames
        self.state = State()
        if reads is not None:
            self.frames.append(Frame(None, reads, [], None))
        params = self.nested(node, node.params)
        body = self.expr(node.body)
        if reads is not None:
            self.frames.pop()
        self.state = self.outer.pop()
        return Expr(_with(node, params=params, body=body.node), types.PYTHON)

    def expr_NamedExpr(self, node: cst.NamedExpr) -> Expr:
        found = self.expr(node.value)
        target = self.bind(node.target, types.without_object(found.value))
        return Expr(_with(node, target=target, value=found.node), found.value)

    def expr_Await(self, node: cst.Await) -> Expr:
        return Expr(_with(node, expression=self.expr(node.expression).node))

    def expr_Yield(self, node: cst.Yield) -> Expr:
        if node.value is None:
            return Expr(node)
        if isinstance(node.value, cst.From):
            found = self.expr(node.value.item)
            self.state.escape(found.value.roots)
            return Expr(_with(node, value=_with(node.value, item=found.node)))
        found = self.expr(node.value)
        self.state.escape(found.value.roots)
        return Expr(_with(node, value=found.node))

    def expr_Call(self, node: cst.Call) -> Expr:
        return self.call(node)


def _arithmetic(symbol: str, a: Value, b: Value) -> Value:
    """Return what is known of ``a symbol b`` where neither is an array."""
    if "bottom" in (a.kind, b.kind):
        return BOTTOM
    if a.optional or b.optional:
        return UNKNOWN
    if symbol == "+" and a.kind == b.kind and a.kind in ("list", "tuple"):
        if a.items is not None and b.items is not None:
            return types.row(a.kind, [*a.items, *b.items])
        known = types.joined(v for v in (types.element(a), types.element(b)) if v is not None)
        return Value(Fact(a.kind), a.roots | b.roots, element=known)
    if symbol == "*" and "list" in (a.kind, b.kind):
        source = a if a.kind == "list" else b
        return Value(Fact("list"), source.roots, element=types.element(source))
    operators = {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "/": operator.truediv,
        "//": operator.floordiv,
        "%": operator.mod,
        "**": operator.pow,
        "&": operator.and_,
        "|": operator.or_,
        "^": operator.xor,
        "<<": operator.lshift,
        ">>": operator.rshift,
    }
    if symbol not in operators:
        return UNKNOWN
    kinds = {a.kind, b.kind}
    if kinds == {"scalar"}:
        left, right = Sym(ast.Name("a"), a.fact), Sym(ast.Name("b"), b.fact)
        found = operators[symbol](left, right)
        return Value(replace(found.fact, live=MISSING))
    if kinds <= {"shape", "tuple"} and "shape" in kinds and symbol == "+":
        known_ranks = [v.fact.ndim for v in (a, b)]
        if None not in known_ranks:
            return Value(Fact("shape", sum(n for n in known_ranks if n is not None)))
        return Value(Fact("shape"))
    if "string" in kinds and symbol == "+":
        return STRING
    return SCALAR if "scalar" in kinds and kinds <= {"scalar", "python"} else UNKNOWN


def _with(node: Any, **changes: Any) -> Any:
    return node.with_changes(**changes)


def _index(text: str) -> list[cst.SubscriptElement]:
    return [cst.SubscriptElement(cst.Index(parse(text)))]


def _same_code(a: cst.CSTNode, b: cst.CSTNode) -> bool:
    """Return whether two expressions are the same but for spaces, quotes and parentheses."""
    return ast.dump(ast.parse(f"({code(a)})", mode="eval")) == ast.dump(
        ast.parse(f"({code(b)})", mode="eval")
    )


def _dotted_words(text: str, root: str) -> set[str]:
    """Return the dotted names in a text that start with a name."""
    found = set()
    for word in "".join(c if c.isalnum() or c in "._" else " " for c in text).split():
        word = word.strip(".")
        if word.startswith(f"{root}."):
            found.add(word)
    return found
