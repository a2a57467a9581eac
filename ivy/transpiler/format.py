"""Formatting the output: lines that became too long are broken as a formatter would."""

from __future__ import annotations

from typing import Any

import libcst as cst

from ivy.transpiler.syntax import code

WIDTH = 100


def formatted(text: str) -> str:
    """Return a module's text with no line longer than `WIDTH` that can be broken.

    Lines of the user's that were too long before and have not changed are broken as well.

    Examples
    --------
    >>> print(formatted("x = f(" + ", ".join(["argument"] * 11) + ")"), end="")
    x = f(
        argument,
        argument,
        argument,
        argument,
        argument,
        argument,
        argument,
        argument,
        argument,
        argument,
        argument,
    )
    """
    if not _fits(text):
        tree = cst.parse_module(text)
        # Walking through all of a module takes a while, and most of it fits.
        body = [s if _fits(code(s)) else s.visit(_Breaker(tree.default_indent)) for s in tree.body]
        text = tree.with_changes(body=body).code
    return text if text.endswith("\n") else f"{text}\n"


def _fits(text: str) -> bool:
    return all(len(line) <= WIDTH for line in text.split("\n"))


class _Breaker(cst.CSTTransformer):
    """Breaks the statements that are too long."""

    def __init__(self, indent: str) -> None:
        super().__init__()
        self._indent = indent
        self._depth = 0

    def visit_IndentedBlock(self, node: cst.IndentedBlock) -> None:
        self._depth += 1

    def leave_IndentedBlock(self, original_node: Any, updated_node: Any) -> Any:
        self._depth -= 1
        return updated_node

    def leave_SimpleStatementLine(self, original_node: Any, updated_node: Any) -> Any:
        node = updated_node
        bare = node.with_changes(leading_lines=[])
        if self._fits(code(bare), len(self._indent) * self._depth):
            return node
        if len(node.body) != 1:
            return node
        small = node.body[0]
        level = len(self._indent) * self._depth
        value = getattr(small, "value", None)
        if isinstance(small, cst.Assign | cst.Return | cst.Expr | cst.AnnAssign | cst.AugAssign):
            if value is None:
                return node
            head = len(code(small)) - len(code(value))
            new = self._broken(value, level, head)
            if new is not None:
                return node.with_changes(body=[small.with_changes(value=new)])
        if isinstance(small, cst.Raise) and small.exc is not None:
            new = self._broken(small.exc, level, len("raise "))
            if new is not None:
                return node.with_changes(body=[small.with_changes(exc=new)])
        return node

    def leave_FunctionDef(self, original_node: Any, updated_node: Any) -> Any:
        node = updated_node
        bare = node.with_changes(
            leading_lines=[],
            lines_after_decorators=[],
            decorators=[],
            body=cst.SimpleStatementSuite([cst.Pass()]),
        )
        level = len(self._indent) * self._depth
        head = code(bare).strip().removesuffix("pass").rstrip()
        if "\n" in head or level + len(head) <= WIDTH or not node.params.children:
            return node
        params = node.params
        groups = ("posonly_params", "params", "kwonly_params")
        changed = {
            g: [p.with_changes(comma=cst.MaybeSentinel.DEFAULT) for p in getattr(params, g)]
            for g in groups
        }
        star, double = params.star_arg, params.star_kwarg
        if isinstance(star, cst.Param):
            star = star.with_changes(comma=cst.MaybeSentinel.DEFAULT)
        if double is not None:
            double = double.with_changes(comma=cst.MaybeSentinel.DEFAULT)
        plain = params.with_changes(**changed, star_arg=star, star_kwarg=double)
        inner = level + len(self._indent)
        outer = _newline(" " * level)
        if inner + len(code(plain)) <= WIDTH:
            # All parameters fit into one line of their own.
            return node.with_changes(
                params=self._closed(plain, outer, None),
                whitespace_before_params=_newline(" " * inner),
            )
        return node.with_changes(
            params=self._closed(plain, outer, _newline(" " * inner)),
            whitespace_before_params=_newline(" " * inner),
        )

    def _closed(self, params: cst.Parameters, outer: Any, between: Any) -> cst.Parameters:
        """Return parameters with the closing parenthesis on a line of its own.

        With `between` each parameter is on a line of its own too.
        """
        comma = (
            cst.MaybeSentinel.DEFAULT if between is None else cst.Comma(whitespace_after=between)
        )
        posonly = [p.with_changes(comma=comma) for p in params.posonly_params]
        plain = [p.with_changes(comma=comma) for p in params.params]
        only = [p.with_changes(comma=comma) for p in params.kwonly_params]
        star: Any = params.star_arg
        if isinstance(star, cst.Param | cst.ParamStar) and between is not None:
            star = star.with_changes(comma=comma)
        double = params.star_kwarg
        last = (
            {"whitespace_after_param": outer}
            if between is None
            else {"comma": cst.Comma(whitespace_after=outer)}
        )
        if double is not None:
            double = double.with_changes(**last)
        elif only:
            only[-1] = only[-1].with_changes(**last)
        elif isinstance(star, cst.Param):
            star = star.with_changes(**last)
        elif plain:
            plain[-1] = plain[-1].with_changes(**last)
        elif posonly:
            posonly[-1] = posonly[-1].with_changes(**last)
        return params.with_changes(
            posonly_params=posonly,
            params=plain,
            kwonly_params=only,
            star_arg=star,
            star_kwarg=double,
        )

    def _fits(self, text: str, level: int) -> bool:
        return all(len(line) + level <= WIDTH for line in text.strip("\n").split("\n"))

    def _broken(self, node: Any, level: int, head: int) -> Any:
        """Return an expression over several lines; None where it cannot be broken."""
        match node:
            case cst.Call() if node.args:
                return self._broken_call(node, level, head)
            case cst.BinaryOperation() | cst.BooleanOperation() | cst.Comparison() | cst.IfExp():
                return self._in_parentheses(node, level)
            case cst.Tuple() | cst.List() if node.elements:
                return self._broken_row(node, level)
            case cst.Attribute():
                new = self._broken(node.value, level, head)
                return None if new is None else node.with_changes(value=new)
            case cst.Subscript():
                new = self._broken(node.value, level, head)
                return None if new is None else node.with_changes(value=new)
        return None

    def _broken_call(self, node: cst.Call, level: int, head: int) -> Any:
        step = len(self._indent)
        func = code(node.func)
        if (
            isinstance(node.func, cst.Attribute | cst.Subscript)
            and level + head + len(func) > WIDTH
        ):
            new = self._broken(node.func.value, level, head)
            if new is not None:
                return node.with_changes(func=node.func.with_changes(value=new))
        plain = [a.with_changes(comma=cst.MaybeSentinel.DEFAULT) for a in node.args]
        inner = " " * (level + step)
        text = ", ".join(code(a) for a in plain)
        outer = _newline(" " * level)
        if level + step + len(text) <= WIDTH and "\n" not in text:
            args = [a.with_changes(comma=_comma()) for a in plain[:-1]]
            args.append(plain[-1].with_changes(whitespace_after_arg=outer))
            return node.with_changes(args=args, whitespace_before_args=_newline(inner))
        args = []
        for i, a in enumerate(plain):
            value = a.value
            if len(code(a)) + level + step + 1 > WIDTH:
                broken = self._broken(value, level + step, len(code(a)) - len(code(value)))
                value = value if broken is None else broken
            after = outer if i == len(plain) - 1 else _newline(inner)
            args.append(a.with_changes(value=value, comma=cst.Comma(whitespace_after=after)))
        return node.with_changes(args=args, whitespace_before_args=_newline(inner))

    def _broken_row(self, node: Any, level: int) -> Any:
        step = len(self._indent)
        inner = " " * (level + step)
        elements = []
        for i, e in enumerate(node.elements):
            value = e.value
            if len(code(value)) + level + step + 1 > WIDTH:
                broken = self._broken(value, level + step, 0)
                value = value if broken is None else broken
            after = _newline(" " * level if i == len(node.elements) - 1 else inner)
            elements.append(e.with_changes(value=value, comma=cst.Comma(whitespace_after=after)))
        if isinstance(node, cst.List):
            return node.with_changes(
                elements=elements,
                lbracket=cst.LeftSquareBracket(whitespace_after=_newline(inner)),
            )
        left = cst.LeftParen(whitespace_after=_newline(inner))
        return node.with_changes(elements=elements, lpar=[left], rpar=[cst.RightParen()])

    def _in_parentheses(self, node: Any, level: int) -> Any:
        step = len(self._indent)
        inner = _newline(" " * (level + step))
        if node.lpar:
            return None
        broken = node
        if len(code(node)) + level + step > WIDTH:
            broken = self._operands(node, level + step)
        return broken.with_changes(
            lpar=[cst.LeftParen(whitespace_after=inner)],
            rpar=[cst.RightParen(whitespace_before=_newline(" " * level))],
        )

    def _operands(self, node: Any, level: int) -> Any:
        """Return an operation with its operands on lines of their own."""
        line = _newline(" " * level)
        if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
            left = node.left
            if type(left) is type(node) and not left.lpar:
                left = self._operands(left, level)
            elif len(code(left)) + level > WIDTH:
                broken = self._broken(left, level, 0)
                left = left if broken is None else broken
            right = node.right
            if len(code(right)) + level + 2 > WIDTH:
                broken = self._broken(right, level, 2)
                right = right if broken is None else broken
            return node.with_changes(
                left=left,
                right=right,
                operator=node.operator.with_changes(whitespace_before=line),
            )
        if isinstance(node, cst.IfExp):
            return node.with_changes(whitespace_before_if=line, whitespace_before_else=line)
        return node


def _newline(indent: str) -> cst.ParenthesizedWhitespace:
    return cst.ParenthesizedWhitespace(
        first_line=cst.TrailingWhitespace(), last_line=cst.SimpleWhitespace(indent)
    )


def _comma() -> cst.Comma:
    return cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
