"""Converting statements: assignments and writes, the ways that a program can take, functions."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import libcst as cst

from ivy.dtypes import DType
from ivy.transpiler import types
from ivy.transpiler.calls import Calls
from ivy.transpiler.effects import State, seen_elsewhere
from ivy.transpiler.program import Function, imported
from ivy.transpiler.scope import Expr, Frame, described
from ivy.transpiler.syntax import AUGMENTED, OPERATORS, code, fitted, parse
from ivy.transpiler.types import BOTTOM, PYTHON, UNKNOWN, Value
from ivy.transpiler.values import MISSING, SCALARS, Fact

# How often a loop is walked through before what is known at its head must have settled.
TURNS = 8
# What only says whether derivatives are recorded.
_MODES = ("no_grad", "enable_grad", "inference_mode", "set_grad_enabled")


class Statements(Calls):
    """Converts statements and functions."""

    def class_def(self, node: cst.ClassDef) -> list[Any]:
        """Convert a class."""
        raise NotImplementedError

    def assigned_attribute(self, target: cst.Attribute, found: Expr) -> cst.Attribute:
        """Convert the target of an assignment to an attribute."""
        raise NotImplementedError

    def kept_value(self, target: cst.Attribute, found: Expr) -> Expr:
        """Convert a value once more, for the attribute that it is assigned to."""
        raise NotImplementedError

    def method_def(self, node: cst.FunctionDef, function: Function) -> cst.FunctionDef:
        """Finish a converted method: its name and parameters."""
        raise NotImplementedError

    # -- blocks --------------------------------------------------------------------------------

    def block(self, body: Any) -> Any:
        """Convert the body of a compound statement."""
        if isinstance(body, cst.SimpleStatementSuite):
            small = self._small_statements(body.body)
            return body.with_changes(body=small or [cst.Pass()])
        statements = self.statements(body.body)
        if not statements:
            statements = [cst.SimpleStatementLine([cst.Pass()])]
        return body.with_changes(body=statements)

    def statements(self, body: Sequence[Any]) -> list[Any]:
        """Convert the statements of a block."""
        made: list[Any] = []
        pending: list[cst.EmptyLine] = []
        for statement in body:
            new = self.statement(statement)
            if not new:
                pending += [line for line in statement.leading_lines if line.comment or not made]
                continue
            if pending:
                lines = [*pending, *new[0].leading_lines]
                new[0] = new[0].with_changes(leading_lines=lines)
                pending = []
            made += new
        return made

    def statement(self, node: Any) -> list[Any]:
        """Convert a statement to none, one or several."""
        self.place = node
        self.rebound = frozenset()
        self.hoisted = []
        match node:
            case cst.SimpleStatementLine():
                small = self._small_statements(node.body)
                if not small:
                    return []
                lines = [
                    *node.leading_lines,
                    *[cst.EmptyLine(comment=cst.Comment(c)) for c in self.hoisted],
                ]
                self.hoisted = []
                return [node.with_changes(body=small, leading_lines=lines)]
            case cst.If():
                return [self._if(node)]
            case cst.For():
                return [self._for(node)]
            case cst.While():
                return [self._while(node)]
            case cst.With():
                return self._with(node)
            case cst.Try():
                return [self._try(node)]
            case cst.FunctionDef():
                return self._local_function(node)
            case cst.ClassDef():
                return self.class_def(node)
        self.problem(node, type(node).__name__, "this kind of statement is not understood")
        return [node]

    def _small_statements(self, body: Sequence[Any]) -> list[Any]:
        made: list[Any] = []
        for small in body:
            made += self._small(small)
        if made:
            last = made[-1]
            if isinstance(getattr(last, "semicolon", None), cst.Semicolon):
                made[-1] = last.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
        return made

    def _small(self, node: Any) -> list[Any]:
        match node:
            case cst.Expr():
                return self._expression(node)
            case cst.Assign():
                return self._assign(node)
            case cst.AnnAssign():
                return self._annotated(node)
            case cst.AugAssign():
                return self._augmented(node)
            case cst.Return():
                return [self._return(node)]
            case cst.Raise():
                return [self._raise(node)]
            case cst.Assert():
                return [self._assert(node)]
            case cst.Import() | cst.ImportFrom():
                return self.import_statement(node)
            case cst.Break():
                if self.breaks:
                    self.breaks[-1].append(self.state.copy())
                self.state.alive = False
                return [node]
            case cst.Continue():
                if self.continues:
                    self.continues[-1].append(self.state.copy())
                self.state.alive = False
                return [node]
            case cst.Global() | cst.Nonlocal():
                for item in node.names:
                    self.state.names[item.name.value] = Value(roots=frozenset([types.ELSEWHERE]))
                return [node]
            case cst.Del():
                return [node]
            case cst.Pass():
                return [node]
        self.problem(node, code(node), "this kind of statement is not understood")
        return [node]

    # -- expressions and assignments -------------------------------------------------------------

    def _expression(self, node: cst.Expr) -> list[Any]:
        if isinstance(node.value, cst.SimpleString | cst.ConcatenatedString):
            return [node]
        self.is_statement = node.value
        found = self.expr(node.value)
        self.is_statement = None
        if found.dropped:
            return []
        if found.sets:
            return self._set_name(found.sets, found)
        if isinstance(found.node, cst.Name) and isinstance(node.value, cst.Call):
            return []  # a call that does nothing here, such as `x.cpu()`
        return [node.with_changes(value=found.node)]

    def _set_name(self, name: str, found: Expr) -> list[Any]:
        if isinstance(found.node, cst.Name) and found.node.value == name:
            return []
        return [cst.Assign([cst.AssignTarget(parse(name))], found.node)]

    def _assign(self, node: cst.Assign) -> list[Any]:
        self.rebound = frozenset(
            t.target.value for t in node.targets if isinstance(t.target, cst.Name)
        )
        found = self.expr(node.value)
        value = types.without_object(found.value)
        if value.kind == "device" and all(isinstance(t.target, cst.Name) for t in node.targets):
            for name in self.rebound:
                self.state.names[name] = value
            return []
        first = node.targets[0].target
        if len(node.targets) == 1 and isinstance(first, cst.Subscript):
            stored = self._assign_item(node, first, found)
            if stored is not None:
                return stored
        if len(node.targets) == 1 and isinstance(first, cst.Tuple):
            short = self._unpacked(node, first, found)
            if short is not None:
                return short
        if isinstance(first, cst.Attribute):
            found = self.kept_value(first, found)
        targets = [t.with_changes(target=self.bind(t.target, value)) for t in node.targets]
        if found.value.owner is not None and isinstance(first, cst.Attribute):
            targets[0] = targets[0].with_changes(target=self.assigned_attribute(first, found))
        return [node.with_changes(targets=targets, value=found.node)]

    def _unpacked(self, node: cst.Assign, target: cst.Tuple, found: Expr) -> list[Any] | None:
        """Convert ``_, i = torch.max(x, 1)``: what is thrown away is not computed."""
        if not isinstance(found.node, cst.Tuple) or not isinstance(node.value, cst.Call):
            return None
        items = found.value.items
        if items is None or len(items) != len(target.elements) != len(found.node.elements):
            return None
        kept = [
            (t.value, e.value, v)
            for t, e, v in zip(target.elements, found.node.elements, items, strict=True)
            if not (isinstance(t.value, cst.Name) and t.value.value == "_")
        ]
        if len(kept) != 1:
            return None
        to, what, value = kept[0]
        return [cst.Assign([cst.AssignTarget(self.bind(to, value))], what)]

    def bind(self, target: cst.BaseExpression, value: Value) -> Any:
        match target:
            case cst.Name():
                value = replace(value, parameter="") if value.parameter else value
                self.state.names[target.value] = value
                return target
            case cst.Tuple() | cst.List():
                return self._bind_row(target, value)
            case cst.Attribute():
                return self.assigned_attribute(target, Expr(target, value))
            case cst.Subscript():
                base = self.expr(target.value)
                elements, _, _ = self.index(target.slice)
                if base.value.is_array:
                    self.problem(
                        target, code(target), "a write into an array needs a statement of its own"
                    )
                self._held(target.value, value)
                return target.with_changes(value=base.node, slice=elements)
            case cst.StarredElement():
                return target
        self.problem(target, code(target), "this kind of target is not understood")
        return target

    def _bind_row(self, target: Any, value: Value) -> Any:
        count = len(target.elements)
        starred = any(isinstance(e, cst.StarredElement) for e in target.elements)
        items: list[Value]
        if value.items is not None and len(value.items) == count and not starred:
            items = list(value.items)
        else:
            known = types.element(value)
            if known is None:
                known = BOTTOM if value.kind == "bottom" else Value(roots=value.roots)
            items = [types.without_object(known)] * count
        made = []
        for e, item in zip(target.elements, items, strict=True):
            if isinstance(e, cst.StarredElement):
                rest = Value(Fact("list"), value.roots, element=item)
                made.append(e.with_changes(value=self.bind(e.value, rest)))
            else:
                made.append(e.with_changes(value=self.bind(e.value, types.without_object(item))))
        return target.with_changes(elements=made)

    def _held(self, container: cst.BaseExpression, value: Value) -> None:
        """Take note that a container holds a value."""
        name = container.value if isinstance(container, cst.Name) else ""
        known = self.state.names.get(name)
        if known is None:
            self.state.escape(value.roots)
        else:
            old = types.element(known)
            item = value if old is None else old.join(value)
            self.state.names[name] = Value(
                known.fact if known.kind != "list" else Fact("list"),
                known.roots | value.roots,
                known.optional,
                element=types.without_object(item),
                owner=known.owner,
            )

    def _assign_item(
        self, node: cst.Assign, target: cst.Subscript, found: Expr
    ) -> list[Any] | None:
        """Convert ``x[key] = value`` for an array; None for other containers."""
        with self.silently():
            base = self.expr(target.value)
        if base.value.kind in ("unknown", "bottom") and found.value.is_array:
            if base.value.kind == "unknown" and not isinstance(target.value, cst.Attribute):
                self._untyped(target.value, "__setitem__")
            return None
        if not base.value.is_array:
            return None
        made = self.stored(node, target, found)
        if made.sets:
            return self._set_name(made.sets, made)
        return [
            node.with_changes(
                targets=[node.targets[0].with_changes(target=made.node)], value=found.node
            )
        ]

    def stored(self, node: cst.CSTNode, target: cst.Subscript, made: Expr) -> Expr:
        base = self.expr(target.value)
        elements, key, _ = self.index(target.slice)
        converted = fitted(target.with_changes(value=base.node, slice=elements))
        if not self._may_store(node, target, base):
            return Expr(converted, UNKNOWN)
        lowered = self.lowered(
            node,
            f"{code(target)} = …",
            lambda: self.lowering.store(self.sym(base), key, self.argument(made), fresh=True),
        )
        if lowered is None:  # it stays as it is, or the problem has been noted
            return Expr(converted, base.value)
        name = code(target.value)
        return Expr(self.written(lowered), base.value, sets=name)

    def _may_store(self, node: cst.CSTNode, target: cst.Subscript, base: Expr) -> bool:
        inner = target.value
        frame = self.frame
        if isinstance(inner, cst.Subscript):
            self.problem(
                node, code(target), "write with one index: x[i, j] = v in the place of x[i][j] = v"
            )
            return False
        if not isinstance(inner, cst.Name) or frame is None or inner.value not in self.state.names:
            self.refuse_write(node, code(inner), "whoever else holds it")
            return False
        who = seen_elsewhere(
            self.state,
            inner.value,
            base.value,
            frame.reads,
            self.position(self.place),
            frozenset(),
        )
        if who:
            self.refuse_write(node, inner.value, who)
        return not who

    def _annotated(self, node: cst.AnnAssign) -> list[Any]:
        annotation, known = self.annotation(node.annotation)
        if node.value is None:
            if isinstance(node.target, cst.Name):
                self.state.names.setdefault(node.target.value, known)
            return [] if annotation is None else [node.with_changes(annotation=annotation)]
        found = self.expr(node.value)
        value = types.without_object(found.value)
        if value.kind == "device":
            self.bind(node.target, value)
            return []
        if value.kind == "unknown" and known.kind != "unknown":
            value = replace(known, roots=value.roots)
        if value.kind == "list" and value.items == () and known.element is not None:
            value = replace(known, roots=value.roots)
        target = self.bind(node.target, value)
        if annotation is None:
            return [cst.Assign([cst.AssignTarget(target)], found.node)]
        return [node.with_changes(target=target, annotation=annotation, value=found.node)]

    def _augmented(self, node: cst.AugAssign) -> list[Any]:
        target = node.target
        symbol = AUGMENTED[type(node.operator)]
        with self.silently():
            base = self.expr(target.value if isinstance(target, cst.Subscript) else target)
        if isinstance(target, cst.Subscript) and base.value.is_array:
            return self._augmented_item(node, target, symbol)
        old = self.expr(target)
        value = self.expr(node.value)
        if isinstance(target, cst.Name):
            return self._augmented_name(node, target, symbol, old, value)
        if isinstance(target, cst.Attribute):
            if old.value.is_array:
                self.refuse_write(node, code(target), "whoever else holds it")
            made = self.bind(target, types.without_object(old.value))
            return [node.with_changes(target=made, value=value.node)]
        if old.value.is_array or (old.value.kind == "unknown" and old.value.roots):
            self.refuse_write(node, code(target), "whoever else holds it")
        return [node.with_changes(target=old.node, value=value.node)]

    def _augmented_name(
        self, node: cst.AugAssign, target: cst.Name, symbol: str, old: Expr, value: Expr
    ) -> list[Any]:
        name = target.value
        changed = node.with_changes(value=value.node)
        if old.value.kind == "bottom":
            return [changed]
        if not old.value.is_array:
            if old.value.kind == "unknown" and (value.value.is_array or old.value.roots):
                self._untyped(target, f"__i{symbol}__")
                return [changed]
            with self.silently():
                found = self._operation(node, target, symbol, old, value)
            self.state.names[name] = types.without_object(found.value)
            if value.value.is_array:  # `total = 0; total += x` makes a new array
                again = self._operation(node, target, symbol, old, value)
                self.state.names[name] = replace(again.value, roots=self.fresh(node))
                return self._kept_operator(node, target, symbol, again, changed)
            return [changed]
        frame = self.frame
        if frame is None or name not in self.state.names:
            self.problem(node, code(node), f"it changes `{name}`, which belongs to other code")
            return [changed]
        place = self.position(self.place)
        who = seen_elsewhere(self.state, name, old.value, frame.reads, place, frozenset())
        if who:
            self.refuse_write(node, name, who)
            return [changed]
        made = self._operation(node, target, symbol, old, value)
        kept = replace(old.value.fact, live=MISSING)
        dtype, new = old.value.fact.dtype, made.value.fact.dtype
        self.state.names[name] = Value(kept, old.value.roots)
        if isinstance(dtype, DType) and isinstance(new, DType) and dtype != new:
            fn = self.names.method("to")
            back = (
                None
                if fn is None
                else self.lowered(
                    node, code(node), self.lowering.call, (fn, [self.sym(made), dtype], {})
                )
            )
            if back is not None:
                return self._set_name(name, Expr(self.written(back)))
        elif (dtype is None or dtype != new) and value.value.kind != "scalar":
            claim = f"`{name}` keeps its dtype; it is taken to be that of the result"
            self.note(node, code(node), "assumption", claim)
        return self._kept_operator(node, target, symbol, made, changed)

    def _operation(
        self, node: cst.AugAssign, target: cst.BaseExpression, symbol: str, old: Expr, value: Expr
    ) -> Expr:
        """Convert what an augmented assignment computes."""
        plain = cst.BinaryOperation(old.node, OPERATORS[symbol](), value.node)
        return self.operated(node, fitted(plain), symbol, old, value)

    def _kept_operator(
        self, node: cst.AugAssign, target: cst.Name, symbol: str, made: Expr, changed: Any
    ) -> list[Any]:
        """Return ``x += y`` where the target means the same, otherwise an assignment."""
        plain = ast.dump(ast.parse(f"{target.value} {symbol} ({code(changed.value)})"))
        if ast.dump(ast.parse(code(made.node))) == plain:
            return [changed]
        return self._set_name(target.value, made)

    def _augmented_item(self, node: cst.AugAssign, target: cst.Subscript, symbol: str) -> list[Any]:
        with self.silently():
            old = self.expr(target)
        value = self.expr(node.value)
        with self.silently():
            made = self._operation(node, target, symbol, old, value)
        stored = self.stored(node, target, made)
        if stored.sets:
            return self._set_name(stored.sets, stored)
        return [node.with_changes(target=stored.node, value=value.node)]

    # -- leaving -------------------------------------------------------------------------------

    def _return(self, node: cst.Return) -> Any:
        value = types.NONE
        if node.value is not None:
            found = self.placed(node.value, self.expr(node.value))
            value = found.value
            node = node.with_changes(value=found.node)
        if self.frames:
            self.frames[-1].returns.append(types.without_object(value))
        self.state.alive = False
        return node

    def _raise(self, node: cst.Raise) -> Any:
        self.in_message = True
        if node.exc is not None:
            node = node.with_changes(exc=self.expr(node.exc).node)
        if node.cause is not None:
            node = node.with_changes(
                cause=node.cause.with_changes(item=self.expr(node.cause.item).node)
            )
        self.in_message = False
        self.state.alive = False
        return node

    def _assert(self, node: cst.Assert) -> Any:
        test = self.truth(node.test).node
        self.in_message = True
        message = None if node.msg is None else self.expr(node.msg).node
        self.in_message = False
        self.narrow(node.test, True)
        return node.with_changes(test=test, msg=message)

    # -- ways that a program can take ------------------------------------------------------------

    def _if(self, node: cst.If) -> cst.If:
        self.place = node.test
        test = self.truth(node.test).node
        before = self.state.copy()
        self.narrow(node.test, True)
        body = self.block(node.body)
        after = self.state
        self.state = before
        self.narrow(node.test, False)
        orelse: Any = node.orelse
        if isinstance(orelse, cst.If):
            orelse = self._if(orelse)
        elif isinstance(orelse, cst.Else):
            orelse = orelse.with_changes(body=self.block(orelse.body))
        self.state = after.join(self.state)
        return node.with_changes(test=test, body=body, orelse=orelse)

    def _for(self, node: cst.For) -> cst.For:
        self.place = node.iter
        iterated = self.expr(node.iter)
        item = types.element(iterated.value)
        if item is None:
            item = BOTTOM if iterated.value.kind == "bottom" else Value(roots=iterated.value.roots)
        item = types.without_object(item)

        def turn() -> tuple[Any, Any]:
            target = self.bind(node.target, item)
            return target, self.block(node.body)

        target, body = self._settled(turn)
        orelse: Any = node.orelse
        if orelse is not None:
            orelse = orelse.with_changes(body=self.block(orelse.body))
        return node.with_changes(iter=iterated.node, target=target, body=body, orelse=orelse)

    def _while(self, node: cst.While) -> cst.While:
        def turn() -> tuple[Any, Any]:
            self.place = node.test
            test = self.truth(node.test).node
            self.narrow(node.test, True)
            return test, self.block(node.body)

        test, body = self._settled(turn)
        self.narrow(node.test, False)
        orelse: Any = node.orelse
        if orelse is not None:
            orelse = orelse.with_changes(body=self.block(orelse.body))
        return node.with_changes(test=test, body=body, orelse=orelse)

    def _settled(self, turn: Any) -> Any:
        """Walk through a loop until what is known at its head holds for every turn."""
        head = self.state.copy()
        for _ in range(TURNS):
            with self.silently():
                end = self._turn(turn, head)[1]
            joined = head.join(end)
            if joined.same(head):
                break
            head = joined
        made, end, breaks = self._turn(turn, head)
        self.state = head.join(end)
        for state in breaks:
            self.state = self.state.join(state)
        return made

    def _turn(self, turn: Any, head: State) -> tuple[Any, State, list[State]]:
        self.state = head.copy()
        self.breaks.append([])
        self.continues.append([])
        made = turn()
        end = self.state
        for state in self.continues.pop():
            end = end.join(state)
        return made, end, self.breaks.pop()

    def _with(self, node: cst.With) -> list[Any]:
        items: list[Any] = []
        for item in node.items:
            self.place = item.item
            if self._is_mode(item.item):
                continue
            found = self.expr(item.item)
            changed = item.with_changes(item=found.node)
            if item.asname is not None:
                target = self.bind(item.asname.name, UNKNOWN)
                changed = changed.with_changes(asname=item.asname.with_changes(name=target))
            items.append(changed)
        if items:
            items[-1] = items[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            return [node.with_changes(items=items, body=self.block(node.body))]
        if isinstance(node.body, cst.SimpleStatementSuite):
            body = [cst.SimpleStatementLine(self._small_statements(node.body.body))]
        else:
            body = self.statements(node.body.body)
        if body:
            lines = [*node.leading_lines, *body[0].leading_lines]
            body[0] = body[0].with_changes(leading_lines=lines)
        return body

    def _is_mode(self, node: cst.BaseExpression) -> bool:
        """Whether a context manager or decorator only says whether derivatives are recorded."""
        with self.silently():
            found = self.raw(node.func if isinstance(node, cst.Call) else node)
        if not found.foreign:
            return False
        name = self.names.path(found.value.live).rpartition(".")[2]
        if name not in _MODES:
            return False
        if self.target.name != "numpy":
            claim = f"derivatives would pass where {self.names.source} stops them"
            self.note(node, code(node), "assumption", claim)
        return True

    def _try(self, node: cst.Try) -> cst.Try:
        before = self.state.copy()
        body = self.block(node.body)
        after = self.state
        inside = before.join(after)
        for handler in node.handlers:
            if handler.type is not None and code(handler.type) != "ImportError":
                claim = f"{self.target.name} raises other errors than {self.names.source}"
                self.note(handler.type, f"except {code(handler.type)}", "assumption", claim)
        handlers = []
        ends = []
        for handler in node.handlers:
            self.state = inside.copy()
            kind = None if handler.type is None else self.expr(handler.type).node
            if handler.name is not None and isinstance(handler.name.name, cst.Name):
                self.state.names[handler.name.name.value] = PYTHON
            handlers.append(handler.with_changes(type=kind, body=self.block(handler.body)))
            ends.append(self.state)
        self.state = after
        orelse: Any = node.orelse
        if orelse is not None:
            orelse = orelse.with_changes(body=self.block(orelse.body))
        for end in ends:
            self.state = self.state.join(end)
        final: Any = node.finalbody
        if final is not None:
            final = final.with_changes(body=self.block(final.body))
        return node.with_changes(body=body, handlers=handlers, orelse=orelse, finalbody=final)

    # -- imports -------------------------------------------------------------------------------

    def import_statement(self, node: Any) -> list[Any]:
        """Convert an import inside a function: those of the source framework are not needed."""
        kept = []
        aliases = node.names if not isinstance(node.names, cst.ImportStar) else []
        for alias in aliases:
            live = self._imported_object(node, alias)
            name = imported(alias)
            if live is MISSING:
                self.state.names[name] = UNKNOWN
                kept.append(alias)
                continue
            self.state.names[name] = Value(Fact("python", live=live))
            if not self.names.owns(live):
                kept.append(alias)
        if not kept:
            return []
        kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return [node.with_changes(names=kept)]

    def _imported_object(self, node: Any, alias: cst.ImportAlias) -> Any:
        """Return what an import gives, of a module that has been imported before."""
        import sys

        path = code(alias.name)
        if isinstance(node, cst.Import):
            if alias.asname is None:
                path = path.partition(".")[0]
            return sys.modules.get(path, MISSING)
        if node.relative or node.module is None:
            return MISSING
        module = sys.modules.get(code(node.module))
        found = getattr(module, path, MISSING) if module is not None else MISSING
        return sys.modules.get(f"{code(node.module)}.{path}", found) if found is MISSING else found

    # -- functions -----------------------------------------------------------------------------

    def _local_function(self, node: cst.FunctionDef) -> list[Any]:
        function = self.unit.function(node)
        value = Value(Fact("python"), owner=function)
        self.state.names[node.name.value] = value
        made = self.function_def(node, function)
        self.state.names[node.name.value] = value
        return [made]

    def function_def(self, node: cst.FunctionDef, function: Function) -> cst.FunctionDef:
        """Convert a function."""
        first_site = len(self.program.sites)
        decorators = []
        for d in node.decorators:
            self.place = d
            if not self._is_mode(d.decorator):
                function.shown_decorators.add(code(d.decorator))
                decorators.append(d.with_changes(decorator=self.expr(d.decorator).node))
        saved = (self.state, self.place, self.breaks, self.continues, self.rebound)
        self.outer.append(self.state)
        self.state, self.breaks, self.continues = State(), [], []
        self.frames.append(Frame(function, function.reads, [], function.owner))
        self.place = node
        params = self._parameters(node, function)
        returns = node.returns
        if returns is not None:
            annotation, declared = self.annotation(returns)
        else:
            annotation, declared = None, UNKNOWN
        function.declared = declared
        body = self.block(node.body)
        frame = self.frames.pop()
        if self.state.alive:
            frame.returns.append(types.NONE)
        function.keeps |= {r[1] for r in self.state.escaped if r[0] == "parameter"}
        self.outer.pop()
        self.state, self.place, self.breaks, self.continues, self.rebound = saved
        result = types.joined(frame.returns)
        if result is not None:
            if result.kind == "unknown" and declared.kind != "unknown":
                result = replace(declared, roots=result.roots | declared.roots)
            function.result = result
        if function.is_generator:
            function.result = UNKNOWN
        made = node.with_changes(
            decorators=decorators, params=params, returns=annotation, body=body
        )
        if function.owner is not None:
            made = self.method_def(made, function)
        return self._marked(made, function, first_site)

    def _marked(
        self, made: cst.FunctionDef, function: Function, first_site: int
    ) -> cst.FunctionDef:
        """Replace a function that cannot be converted by one that says so, where that is wanted."""
        sites = self.program.sites
        refused = [s for s in sites[first_site:] if s.how == "refused"]
        if not refused or not self.program.mark or not self.recording or self.frames:
            return made
        for i in range(first_site, len(sites)):
            if sites[i].how == "refused":
                sites[i] = replace(sites[i], how="marked")
        what = "; ".join(f"line {s.line}: {s.what}: {s.reason}" for s in refused)
        text = f"{function.name} was not converted: {what}"
        # The block around it indents all of its lines.
        room = 88 if function.owner is None else 84
        pieces = textwrap.wrap(
            text, room, drop_whitespace=False, break_long_words=False, break_on_hyphens=False
        )
        lines = "".join(f"    {_quoted(p)}\n" for p in pieces)
        stub = cst.parse_statement(f"raise NotImplementedError(\n{lines})")
        body: list[Any] = [stub]
        first = function.node.body.body[0] if function.node.body.body else None
        if isinstance(first, cst.SimpleStatementLine) and isinstance(first.body[0], cst.Expr):
            if isinstance(first.body[0].value, cst.SimpleString):
                body.insert(0, first)
        return made.with_changes(body=cst.IndentedBlock(body))

    def nested(self, node: cst.Lambda, parameters: cst.Parameters) -> cst.Parameters:
        return self._converted_parameters(parameters, lambda p: UNKNOWN)

    def _parameters(self, node: cst.FunctionDef, function: Function) -> cst.Parameters:
        bound = function.owner is not None and not function.is_static
        first = function.parameters[0].name.value if function.parameters and bound else ""

        def known(p: cst.Param) -> Value:
            if p.name.value == first:
                return Value(Fact("python"), owner=function.owner)
            return self._parameter_value(p, function)

        return self._converted_parameters(node.params, known)

    def _converted_parameters(self, params: cst.Parameters, known: Any) -> cst.Parameters:
        def converted(p: cst.Param) -> cst.Param:
            changed = p
            if p.default is not None:
                state, self.state = self.state, self.outer[-1]
                default = self.expr(p.default)
                self.state = state
                value = cst.Name("None") if default.value.kind == "device" else default.node
                changed = changed.with_changes(default=value)
            if p.annotation is not None:
                annotation, _ = self.annotation(p.annotation)
                changed = changed.with_changes(annotation=annotation)
            self.state.names[p.name.value] = known(p)
            return changed

        star = params.star_arg
        if isinstance(star, cst.Param):
            self.state.names[star.name.value] = Value(
                Fact("tuple"), frozenset([("parameter", star.name.value)])
            )
            if star.annotation is not None:
                star = star.with_changes(annotation=self.annotation(star.annotation)[0])
        double = params.star_kwarg
        if double is not None:
            self.state.names[double.name.value] = PYTHON
            if double.annotation is not None:
                double = double.with_changes(annotation=self.annotation(double.annotation)[0])
        return params.with_changes(
            posonly_params=[converted(p) for p in params.posonly_params],
            params=[converted(p) for p in params.params],
            star_arg=star,
            kwonly_params=[converted(p) for p in params.kwonly_params],
            star_kwarg=double,
        )

    def _parameter_value(self, p: cst.Param, function: Function) -> Value:
        """Return what is known of a parameter, from all that speaks of it."""
        name = p.name.value
        roots = frozenset([("parameter", name)])
        value = Value(roots=roots, parameter=name)
        default = _constant(p.default)
        if p.annotation is not None:
            with self.silently():
                _, value = self.annotation(p.annotation, roots)
            if value.kind == "unknown":
                value = replace(value, roots=roots, parameter=name)
        elif default is not MISSING and type(default) in SCALARS:
            value = Value(Fact("scalar", dtype=SCALARS[type(default)]))
            if type(default) is not bool:
                claim = f"is {described(value)}, as its default is"
                self.note(p, name, "assumption", claim)
        elif isinstance(default, str):
            value = types.STRING
        shown = function.known.get(name)
        if (
            value.kind == "unknown"
            and shown is not None
            and shown.kind not in ("unknown", "bottom")
        ):
            value = replace(shown, roots=roots if shown.roots else frozenset())
            if self.unit.everything or function in self.program.entries:
                claim = f"is {described(value)}, as calls of `{function.name}` pass"
                self.note(p, name, "assumption", claim)
        wanted = function.wanted.get(name)
        if wanted is not None and (value.kind == "unknown" or value.is_array):
            value = wanted if value.kind == "unknown" else _refined(value, wanted)
        seen = self.program.observed.get((self.unit.file, self._first_line(function), name))
        if seen is not None:
            before = self.place
            self.place = function.node.body.body[0] if function.node.body.body else before
            value = self.seen(p, name, value)
            self.place = before
        if default is None and value.kind != "unknown":
            value = replace(value, optional=True)
        elif default is None:
            value = replace(value, optional=True, parameter="")
        if value.kind == "array" and value.fact.dtype is None:
            value = replace(value, fact=replace(value.fact, dtype=f"dtype of {name}"))
        if value.is_array and not value.parameter:
            value = replace(value, parameter=name)
        return value

    def _first_line(self, function: Function) -> int:
        body = function.node.body.body
        return self.line(body[0]) if body else 0

    def annotation(
        self, node: cst.Annotation, roots: frozenset[Any] = frozenset([types.ELSEWHERE])
    ) -> tuple[cst.Annotation | None, Value]:
        """Convert an annotation; None where the output has none, and what it says."""
        text = node.annotation
        if isinstance(text, cst.SimpleString):
            try:
                text = cst.parse_expression(str(ast.literal_eval(text.value)))
            except cst.ParserSyntaxError:
                return node, UNKNOWN
        live = self._evaluated(text)
        if live is MISSING:
            return node, UNKNOWN
        if any(live is t for t in self.names.tensors):
            live = self.names.tensor  # the frontend's own layers name its twin
        known = types.of_annotation(live, self.names.tensor, self.names.module, roots)
        if isinstance(live, type):
            owner = self.program.class_of(live)
            if owner is not None:
                known = replace(known, owner=owner)
        root = self.names.root
        if live in (root.device, root.dtype):
            kind = "device" if live is root.device else "dtype"
            return None, Value(Fact(kind))
        made = self.annotated_class(text)
        if made is None:
            return None, known
        if isinstance(node.annotation, cst.SimpleString):
            made = cst.SimpleString(f'"{code(made)}"')
        return node.with_changes(annotation=made), known

    def annotated_class(self, node: cst.BaseExpression) -> cst.BaseExpression | None:
        """Convert the expression of an annotation; None if it names what the target lacks."""
        before = len(self.program.sites)
        found = self.raw(node)
        if found.foreign:
            base = self.annotation_of_source(found.value.live)
            return base
        if len(self.program.sites) > before and self.program.sites[-1].how == "refused":
            del self.program.sites[before:]
            return None
        return found.node

    def annotation_of_source(self, live: Any) -> cst.BaseExpression | None:
        """Return what stands for a class of the source framework in annotations."""
        raise NotImplementedError

    def _evaluated(self, node: cst.BaseExpression) -> Any:
        """Return the object that an annotation names, as Python would."""
        try:
            return eval(code(node), dict(self.unit.space))
        except (NameError, AttributeError, TypeError, SyntaxError):
            return MISSING


def _refined(value: Value, wanted: Value) -> Value:
    fact = value.fact
    if wanted.kind != "array":
        return value
    ndim = fact.ndim if fact.ndim is not None else wanted.fact.ndim
    dtype = fact.dtype if fact.dtype is not None else wanted.fact.dtype
    return replace(value, fact=Fact("array", ndim, dtype))


def _constant(node: cst.BaseExpression | None) -> Any:
    if node is None:
        return MISSING
    try:
        return ast.literal_eval(code(node))
    except (ValueError, SyntaxError):
        return MISSING


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
