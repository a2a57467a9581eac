"""Expressions of the output as LibCST nodes: from `ast`, with the user's nodes in place."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Mapping
from typing import Any, TypeVar

import libcst as cst

N = TypeVar("N", bound=cst.CSTNode)

ATOM = 20
_EMPTY = cst.Module([])
_BINARY: dict[type[cst.CSTNode], int] = {
    cst.BitOr: 6,
    cst.BitXor: 7,
    cst.BitAnd: 8,
    cst.LeftShift: 9,
    cst.RightShift: 9,
    cst.Add: 10,
    cst.Subtract: 10,
    cst.Multiply: 11,
    cst.Divide: 11,
    cst.FloorDivide: 11,
    cst.Modulo: 11,
    cst.MatrixMultiply: 11,
    cst.Power: 13,
    cst.Or: 2,
    cst.And: 3,
}
# The symbol of each operator, as `Lowering.operator` takes it.
SYMBOLS: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.Minus: "-",
    cst.Plus: "+",
    cst.BitInvert: "~",
}
# What an augmented assignment computes.
AUGMENTED: dict[type[cst.CSTNode], str] = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
    cst.LeftShiftAssign: "<<",
    cst.RightShiftAssign: ">>",
}
# The operator of an augmented assignment, by its symbol.
OPERATORS: dict[str, type[cst.BaseBinaryOp]] = {
    SYMBOLS[k]: k for k in reversed(list(SYMBOLS)) if issubclass(k, cst.BaseBinaryOp)
}


def code(node: cst.CSTNode) -> str:
    """Return the source of a node.

    Examples
    --------
    >>> code(cst.parse_expression("f( x )"))
    'f( x )'
    """
    return _EMPTY.code_for_node(node)


def precedence(node: cst.CSTNode) -> int:
    """Return how tightly an expression holds together; `ATOM` needs no parentheses anywhere."""
    if getattr(node, "lpar", ()):
        return ATOM
    match node:
        case cst.Lambda() | cst.NamedExpr() | cst.Yield() | cst.From():
            return 0
        case cst.IfExp():
            return 1
        case cst.BinaryOperation() | cst.BooleanOperation():
            return _BINARY[type(node.operator)]
        case cst.UnaryOperation():
            return 4 if isinstance(node.operator, cst.Not) else 12
        case cst.Comparison():
            return 5
        case cst.Await():
            return 14
        case cst.Tuple():
            return -1
        case cst.ConcatenatedString():
            return 15
    return ATOM


def enclosed(node: cst.BaseExpression, least: int) -> cst.BaseExpression:
    """Return an expression in parentheses if it holds together less tightly than `least`."""
    if precedence(node) >= least:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def fitted(node: N) -> N:
    """Return an expression whose operands have the parentheses that they need."""
    match node:
        case cst.BinaryOperation() | cst.BooleanOperation():
            p = _BINARY[type(node.operator)]
            left, right = (p + 1, 12) if isinstance(node.operator, cst.Power) else (p, p + 1)
            return _changed(node, left=enclosed(node.left, left), right=enclosed(node.right, right))
        case cst.UnaryOperation():
            return _changed(node, expression=enclosed(node.expression, precedence(node)))
        case cst.Comparison():
            parts = [_changed(c, comparator=enclosed(c.comparator, 6)) for c in node.comparisons]
            return _changed(node, left=enclosed(node.left, 6), comparisons=parts)
        case cst.IfExp():
            return _changed(
                node,
                body=enclosed(node.body, 2),
                test=enclosed(node.test, 2),
                orelse=enclosed(node.orelse, 1),
            )
        case cst.Attribute() | cst.Subscript():
            return _changed(node, value=enclosed(node.value, ATOM))
        case cst.Call():
            return _changed(
                node,
                func=enclosed(node.func, ATOM),
                args=[_changed(a, value=enclosed(a.value, 0)) for a in node.args],
            )
    return node


def _changed(node: Any, **changes: Any) -> Any:
    return node.with_changes(**changes)


def parse(text: str) -> cst.BaseExpression:
    """Return the node of an expression."""
    return cst.parse_expression(text)


class Fill(cst.CSTTransformer):
    """Puts the user's nodes in the place of names, and the strings in double quotes."""

    def __init__(self, slots: Mapping[str, cst.BaseExpression], numbers: Mapping[str, str]) -> None:
        super().__init__()
        self._slots = slots
        self._numbers = numbers

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        node = super().on_leave(original_node, updated_node)
        match node:
            case cst.Attribute():
                node = node.with_changes(attr=original_node.attr)  # no name of its own
            case cst.Arg():
                node = node.with_changes(keyword=original_node.keyword)
            case cst.Name() if node.value in self._slots:
                return self._slots[node.value]
            case cst.Attribute():  # the names of attributes and arguments stand for themselves
                node = node.with_changes(attr=original_node.attr)
            case cst.Arg():
                node = node.with_changes(keyword=original_node.keyword)
            case cst.SimpleString() if node.value[:1] == "'":
                text = ast.literal_eval(node.value)
                if '"' not in text and "\\" not in node.value:
                    return node.with_changes(value=f'"{text}"')
            case cst.Float() | cst.Integer() if node.value in self._numbers:
                return node.with_changes(value=self._numbers[node.value])
        return fitted(node) if isinstance(node, cst.CSTNode) else node


def from_ast(
    node: ast.expr,
    slots: Mapping[str, cst.BaseExpression] | None = None,
    numbers: Mapping[str, str] | None = None,
) -> cst.BaseExpression:
    """Return an `ast` expression as a node.

    Parameters
    ----------
    node
        The expression.
    slots
        Names in it that stand for nodes of the user's.
    numbers
        How the user wrote numbers, by how Python writes them.

    Examples
    --------
    >>> product = ast.parse("2 * a", mode="eval").body
    >>> code(from_ast(product, {"a": parse("x + 1")}))
    '2 * (x + 1)'
    """
    parsed = parse(ast.unparse(node))
    filled = parsed.visit(Fill(slots or {}, numbers or {}))
    assert isinstance(filled, cst.BaseExpression)
    return filled


def double_quoted(text: str) -> str:
    """Return the source of a module with its strings in double quotes, where they need no escapes.

    Examples
    --------
    >>> double_quoted("x = 'a'")
    'x = "a"'
    """
    lines = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        string = token.string
        if token.type != tokenize.STRING or string[0] != "'" or string.startswith("'''"):
            continue
        if '"' not in string and "\\" not in string:
            (row, start), (_, end) = token.start, token.end
            line = lines[row - 1]
            lines[row - 1] = f'{line[:start]}"{string[1:-1]}"{line[end:]}'
    return "".join(lines)


def dotted(node: cst.BaseExpression) -> str:
    """Return ``a.b.c`` for a name or a chain of attributes, otherwise an empty text."""
    if getattr(node, "lpar", ()):
        return ""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        base = dotted(node.value)
        return f"{base}.{node.attr.value}" if base else ""
    return ""


def literal(node: cst.BaseExpression) -> tuple[bool, Any]:
    """Return whether an expression is a literal number or string, and its value."""
    match node:
        case cst.Integer() | cst.Float() | cst.Imaginary():
            return True, ast.literal_eval(node.value)
        case cst.SimpleString():
            return True, ast.literal_eval(node.value)
        case cst.Name(value="True"):
            return True, True
        case cst.Name(value="False"):
            return True, False
        case cst.Name(value="None"):
            return True, None
        case cst.UnaryOperation(operator=cst.Minus(), expression=cst.Integer() | cst.Float()):
            return True, -ast.literal_eval(node.expression.value)
    return False, None


class Comments(cst.CSTVisitor):
    """The comments inside a node."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def visit_Comment(self, node: cst.Comment) -> None:
        self.found.append(node.value)


def comments_in(node: cst.CSTNode) -> list[str]:
    """Return the comments inside a node, in order."""
    visitor = Comments()
    node.visit(visitor)
    return visitor.found


def words_in(node: cst.CSTNode, with_keywords: bool = False) -> set[str]:
    """Return the names that occur in a node, those behind a dot not among them.

    Examples
    --------
    >>> sorted(words_in(parse("f(a.b, c=1)")))
    ['a', 'f']
    """
    found: set[str] = set()

    class Visitor(cst.CSTVisitor):
        def visit_Name(self, name: cst.Name) -> None:
            found.add(name.value)

        def visit_Attribute(self, attribute: cst.Attribute) -> bool:
            attribute.value.visit(self)
            return False

        def visit_Arg(self, arg: cst.Arg) -> bool:
            if with_keywords and arg.keyword is not None:
                found.add(arg.keyword.value)
            arg.value.visit(self)
            return False

    node.visit(Visitor())
    return found


def words_of(text: str) -> set[str]:
    """Return the names that occur in the source of a module, those behind a dot not among them.

    Examples
    --------
    >>> sorted(words_of("x = f(a.b, c=1)"))
    ['a', 'f', 'x']
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name():
                found.add(node.id)
            case ast.FunctionDef() | ast.ClassDef():
                found.add(node.name)
            case ast.arg():
                found.add(node.arg)
    return found
