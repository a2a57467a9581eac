"""Small programs with views, in-place writes and gradients, run with torch and on Ivy."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from ivy_tests.frontends.torch.support import assert_agree

A = numpy.arange(12, dtype="float32").reshape(3, 4) / 5 + 0.1
PROGRAMS: dict[str, Callable[[Any], Any]] = {}


def program(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    PROGRAMS[fn.__name__] = fn
    return fn


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_agrees_with_torch(name: str, backend: str) -> None:
    assert_agree(PROGRAMS[name])


def tensor(T: Any, requires_grad: bool = False) -> Any:
    return T.tensor(A, requires_grad=requires_grad)


# -- views -----------------------------------------------------------------------------------------


@program
def base_written_view_read(T: Any) -> Any:
    a = tensor(T)
    v = a.view(4, 3)
    a.add_(1.0)
    return a, v


@program
def view_written_base_read(T: Any) -> Any:
    a = tensor(T)
    v = a.view(4, 3)
    v.mul_(2.0)
    return a, v


@program
def views_of_views(T: Any) -> Any:
    a = tensor(T)
    v = a.view(2, 6).t()
    w = v[1:4]
    u = w.select(1, 0)
    u.add_(10.0)
    w.mul_(2.0)
    return a, v, w, u


@program
def siblings(T: Any) -> Any:
    a = tensor(T)
    row, column = a[0], a[:, 1]
    row.fill_(7.0)
    column.mul_(3.0)
    return a, row, column


@program
def item_assignment(T: Any) -> Any:
    a = tensor(T)
    v = a.t()
    v[1] = 5.0
    a[2, 1:3] = T.tensor([1.0, 2.0])
    a[0, 0] = T.tensor(9.0)
    return a, v


@program
def chunks(T: Any) -> Any:
    a = tensor(T)
    x, y = a.chunk(2, 1)
    x.copy_(y)
    y.zero_()
    return a, x, y


@program
def augmented_assignment_of_parts(T: Any) -> Any:
    a = tensor(T)
    v = a.view(-1)
    a[1] += 1.0
    v[::2] *= 2.0
    a[:, 0] -= a[:, 1]
    a /= 2
    return a, v


@program
def detached_shares_memory(T: Any) -> Any:
    a = tensor(T)
    d = a.detach()
    d.add_(1.0)
    return a, d


@program
def permuted(T: Any) -> Any:
    a = tensor(T)
    v = a.view(3, 2, 2).permute(2, 0, 1)
    v[0].add_(1.0)
    return a, v


@program
def moved_and_swapped(T: Any) -> Any:
    a = T.tensor(numpy.arange(24.0).reshape(2, 3, 4))
    a.movedim(0, 2)[1].mul_(2)
    a.movedim((0, 1), (2, 0))[0].add_(1)
    a.swapaxes(0, 1)[0].neg_()
    a.mT[:, 0].zero_()
    return a


@program
def squeezed_and_unsqueezed(T: Any) -> Any:
    a = tensor(T)
    a.unsqueeze(1)[0].add_(5)
    a[None].squeeze(0)[1].mul_(2)
    a.squeeze()[2].zero_()
    return a


@program
def flattened_writes_through(T: Any) -> Any:
    a = tensor(T)
    a.flatten()[3] = 9.0
    a.reshape(-1)[5] = 8.0
    a.ravel()[7] = 7.0
    a.unflatten(1, (2, 2))[0, 1, 1] = 6.0
    return a


@program
def reshape_of_transposed_copies(T: Any) -> Any:
    a = tensor(T)
    a.t().reshape(-1)[0] = 9.0
    a.t().flatten()[1] = 9.0
    return a


@program
def contiguous_is_the_tensor_or_a_copy(T: Any) -> Any:
    a = tensor(T)
    a.contiguous()[0, 0] = 9.0
    a.t().contiguous()[0, 0] = 7.0
    return a, a.contiguous() is a


@program
def advanced_indexing_copies(T: Any) -> Any:
    a = tensor(T)
    a[[0, 2]].zero_()
    a[a > 1].zero_()
    a[T.tensor([0])].zero_()
    return a


@program
def assignment_by_mask(T: Any) -> Any:
    a = tensor(T)
    a[a > 1] = 0.0
    a[T.tensor([True, False, True])] *= 3
    a[a < 0.5] = T.tensor(-1.0)
    return a


@program
def assignment_by_positions(T: Any) -> Any:
    a = tensor(T)
    a[[0, 2], [1, 3]] = T.tensor([10.0, 20.0])
    a[T.tensor([1]), 1:] = 5.0
    a[:, [0]] = T.tensor([[1.0], [2.0], [3.0]])
    return a


@program
def assignment_casts_and_broadcasts(T: Any) -> Any:
    i = T.zeros(2, 3, dtype=T.int64)
    i[0] = 2.7
    i[1] = T.tensor([1.9, -1.9, 0.0])
    f = T.zeros(2, 3)
    f[:] = T.arange(3)
    f[0] = T.ones(1, 3)
    return i, f


@program
def assignment_of_wrong_shape(T: Any) -> Any:
    a = tensor(T)
    a[0] = T.ones(3)


@program
def expanded_cannot_be_written(T: Any) -> Any:
    T.ones(3).expand(2, 3).add_(1)


@program
def expanded_reads_its_base(T: Any) -> Any:
    a = T.ones(3)
    e = a.expand(2, 3)
    a[1] = 5.0
    return e, a.expand(2, -1).sum()


@program
def diagonal_is_a_view(T: Any) -> Any:
    a = tensor(T)
    a.diagonal().fill_(0.0)
    a.diagonal(1).add_(1.0)
    return a


@program
def split_and_unbind_are_views(T: Any) -> Any:
    a = tensor(T)
    for part in a.split([1, 3], dim=1):
        part.add_(part.sum())
    for row in a.unbind():
        row.mul_(2)
    for i, row in enumerate(a):
        row[0] = i
    return a


@program
def narrow_and_select(T: Any) -> Any:
    a = tensor(T)
    a.narrow(1, 1, 2).zero_()
    a.select(0, -1).add_(1)
    return a


@program
def view_of_noncontiguous_is_refused(T: Any) -> Any:
    tensor(T).t().view(-1)


@program
def view_after_write_of_part(T: Any) -> Any:
    a = T.zeros(4, 4)
    v = a[1:3, 1:3]
    w = v.t()
    w[0] = 1.0
    v += 1
    return a, v, w, v.stride(), w.is_contiguous()


@program
def data_attribute(T: Any) -> Any:
    x = tensor(T, True)
    x.data.mul_(2.0)
    (x * x).sum().backward()
    return x, x.grad


@program
def data_assignment(T: Any) -> Any:
    x = tensor(T, True)
    x.data = T.ones(2)
    (x * 3).sum().backward()
    return x, x.grad, x.is_leaf


@program
def data_swapped_and_restored(T: Any) -> Any:
    x = tensor(T, True)
    kept, part = x.data, x.detach()[0]
    x.data = T.zeros(3, 4)
    during = x.clone().detach()
    x.data.add_(1)
    x.data = kept
    part.add_(5)
    (x * x).sum().backward()
    return during, kept, part, x, x.grad


@program
def grad_required_after_views(T: Any) -> Any:
    x = tensor(T)
    v = x[0]
    x.requires_grad_()
    with T.no_grad():
        x.mul_(2)
    w = x[1]
    (w * w).sum().backward()
    flags = w.requires_grad, x.requires_grad
    x.requires_grad_(False)
    x += 1
    return flags, v.detach(), x, x.grad, x.requires_grad


@program
def view_as_leaf(T: Any) -> Any:
    x = tensor(T)
    v = x[0].requires_grad_()
    (v * v).sum().backward()
    with T.no_grad():
        v -= 0.1 * v.grad
    return x, v, v.grad, v.is_leaf, x.requires_grad


@program
def in_place_methods(T: Any) -> Any:
    a = tensor(T)
    a.add_(1, alpha=2) if False else a.add_(T.ones(3, 4), alpha=2)
    a.sub_(0.5).mul_(2).div_(3).pow_(2).clamp_(0.1, 2.0).sqrt_().exp_().log_().neg_().abs_()
    a.addcmul_(T.ones(3, 4), a, value=0.1).addcdiv_(a, a + 1, value=-0.5).lerp_(T.zeros(3, 4), 0.25)
    a.round_().tanh_().sigmoid_().relu_()
    return a, a.fill_(3.0).sum(), a.zero_()


@program
def in_place_keeps_the_dtype(T: Any) -> Any:
    a = tensor(T)
    a += T.ones(4, dtype=T.float64)
    a *= T.tensor([1, 2, 3, 4])
    i = T.arange(3)
    i += True
    i *= 2
    return a, i


@program
def in_place_does_not_cast_down(T: Any) -> Any:
    T.arange(3).add_(1.5)


@program
def in_place_does_not_grow(T: Any) -> Any:
    T.ones(1).add_(T.ones(3))


@program
def in_place_division_of_integers(T: Any) -> Any:
    i = T.arange(3)
    i /= 2


@program
def masked_and_indexed_in_place(T: Any) -> Any:
    a = tensor(T)
    a.masked_fill_(a > 1.5, -1.0)
    a.index_fill_(1, T.tensor([0]), 2.0)
    a.scatter_(1, T.tensor([[1], [2], [3]]), 7.0)
    a.scatter_add_(0, T.tensor([[0, 0, 1, 2]]), T.ones(1, 4))
    a.index_add_(0, T.tensor([2, 2]), T.ones(2, 4))
    a.fill_diagonal_(0.0)
    return a


@program
def copy_broadcasts_and_casts(T: Any) -> Any:
    a = T.zeros(2, 3, dtype=T.int64)
    return a.copy_(T.tensor([1.5, 2.5, 3.5])), a


@program
def aliases_are_one_tensor(T: Any) -> Any:
    a = tensor(T)
    b = a
    b += 1
    c = a.to(T.float32)
    c += 1
    d = a.float().contiguous().requires_grad_(False)
    d += 1
    return a, a is c, a is d


# -- gradients -------------------------------------------------------------------------------------


@program
def gradients_accumulate(T: Any) -> Any:
    x = tensor(T, True)
    (x * x).sum().backward()
    first = x.grad
    (x * 3.0).sum().backward()
    return x.grad, first, first is x.grad


@program
def gradient_through_in_place(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 1.0
    y.mul_(x)
    y[0].add_(y[1])
    y.sum().backward()
    return x.grad, y


@program
def gradient_through_views_in_place(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 2.0
    v = y.view(4, 3)
    w = v[1]
    w.mul_(w.detach())
    (y * y).sum().backward()
    return x.grad, y, v, w


@program
def gradient_into_a_constant(T: Any) -> Any:
    x = T.tensor(A[0], requires_grad=True)
    z = T.zeros(3, 4)
    z[1] = x * x
    z[2].add_(x)
    (z * z).sum().backward()
    return x.grad, z, z.requires_grad


@program
def view_taken_before_the_write(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 1.0
    v = y[1]
    y.mul_(3.0)
    (v * v).sum().backward()
    return x.grad, v


@program
def steps_without_grad(T: Any) -> Any:
    x = tensor(T, True)
    for _ in range(3):
        (x * x * x).sum().backward()
        with T.no_grad():
            x -= 0.1 * x.grad
        x.grad = None
    return x


@program
def parameters_written_in_parts(T: Any) -> Any:
    x = tensor(T, True)
    with T.no_grad():
        x[0].zero_()
        x.view(-1)[5:7].fill_(2.0)
    (x**2.0).sum().backward()
    return x, x.grad


@program
def second_derivative(T: Any) -> Any:
    x = tensor(T, True)
    (g,) = T.autograd.grad((x**3.0).sum(), x, create_graph=True)
    (h,) = T.autograd.grad((g * g).sum(), x)
    return g.detach(), h


@program
def gradients_through_chunks(T: Any) -> Any:
    x = tensor(T, True)
    p, q = (x * 1.0).chunk(2, 1)
    (p * q.tanh()).sum().backward()
    return x.grad


@program
def retained_graph(T: Any) -> Any:
    x = tensor(T, True)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    return x.grad


@program
def unsaved_values_may_be_overwritten(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 1.0
    z = y + y
    y.add_(1.0)
    z.sum().backward()
    return x.grad


@program
def zeroed_result_still_requires_grad(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 2
    y.zero_()
    y.sum().backward()
    return x.grad, y.requires_grad


@program
def gradient_argument(T: Any) -> Any:
    x = tensor(T, True)
    (x * x).backward(T.ones(3, 4) * 2)
    return x.grad


@program
def several_outputs(T: Any) -> Any:
    x, y = tensor(T, True), tensor(T, True)
    return T.autograd.grad([(x * y).sum(), (x * x).sum()], [x, y])


@program
def unused_input(T: Any) -> Any:
    x, y = tensor(T, True), tensor(T, True)
    return T.autograd.grad((x * 2).sum(), [x, y], allow_unused=True)


@program
def unused_input_is_refused(T: Any) -> Any:
    x, y = tensor(T, True), tensor(T, True)
    return T.autograd.grad((x * 2).sum(), [x, y])


@program
def hooks(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 3
    seen = []
    handle = y.register_hook(lambda g: seen.append(g) or g * 2)
    x.register_hook(lambda g: g + 1)
    y.sum().backward(retain_graph=True)
    first = x.grad.clone()
    handle.remove()
    x.grad = None
    y.sum().backward()
    return first, x.grad, seen


@program
def retained_gradient(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 3
    y.retain_grad()
    (y * y).sum().backward()
    return x.grad, y.grad, y.retains_grad


@program
def post_accumulate_hook(T: Any) -> Any:
    x = tensor(T, True)
    seen = []
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.clone()))
    (x * 2).sum().backward()
    return seen


@program
def modes(T: Any) -> Any:
    x = tensor(T, True)
    with T.no_grad():
        a = x * 2
        with T.enable_grad():
            b = x * 2
    with T.set_grad_enabled(False):
        c = x * 2
    with T.inference_mode():
        d = (x * 2).sum().item()

    @T.no_grad()
    def f() -> Any:
        return x * 2

    return [t.requires_grad for t in (a, b, c, f())], d, T.is_grad_enabled()


@program
def flags(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 2
    z = (x > 0).float()
    return (
        *(x.is_leaf, y.is_leaf, x.requires_grad, y.requires_grad, z.requires_grad),
        *(x.grad_fn is None, y.grad_fn is not None, x.detach().requires_grad, x.grad),
        *(y.detach().is_leaf, (x.argmax() * 1).requires_grad, x.long().requires_grad),
    )


@program
def integers_do_not_require_grad(T: Any) -> Any:
    T.tensor([1], requires_grad=True)


@program
def flag_of_a_result_cannot_be_taken(T: Any) -> Any:
    (tensor(T, True) * 2).requires_grad_(False)


@program
def mixed_dtypes(T: Any) -> Any:
    x = tensor(T, True)
    (x.double() * T.tensor(A.astype("float64")) + x.half()).sum().backward()
    return x.grad


@program
def loop_and_branches(T: Any) -> Any:
    x = T.tensor(1.5, requires_grad=True)
    y = x
    while y < 50:
        y = y * x if y > 3 else y + x
    y.backward()
    return y.detach(), x.grad


# -- errors of autograd ----------------------------------------------------------------------------


@program
def leaf_written_in_place(T: Any) -> Any:
    tensor(T, True).add_(1.0)


@program
def view_of_leaf_written_in_place(T: Any) -> Any:
    tensor(T, True)[0].add_(1.0)


@program
def leaf_assigned_to(T: Any) -> Any:
    tensor(T, True)[0] = 1.0


@program
def saved_value_overwritten(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 1.0
    z = y * y
    y.add_(1.0)
    z.sum().backward()


@program
def saved_result_overwritten(T: Any) -> Any:
    x = tensor(T, True)
    y = x.exp()
    y.add_(1.0)
    y.sum().backward()


@program
def saved_view_overwritten_through_base(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 1.0
    v = y[0]
    z = v * v
    y.add_(1.0)
    z.sum().backward()


@program
def saved_base_overwritten_through_view(T: Any) -> Any:
    x = tensor(T, True)
    y = x * 1.0
    z = y * y
    y[0].add_(1.0)
    z.sum().backward()


@program
def saved_constant_overwritten(T: Any) -> Any:
    x, k = tensor(T, True), tensor(T)
    z = x * k
    k.add_(1.0)
    z.sum().backward()


@program
def parameter_stepped_before_backward(T: Any) -> Any:
    x = tensor(T, True)
    z = (x * x).sum()
    with T.no_grad():
        x.mul_(2.0)
    z.backward()


@program
def backward_twice(T: Any) -> Any:
    y = (tensor(T, True) ** 2).sum()
    y.backward()
    y.backward()


@program
def backward_of_many(T: Any) -> Any:
    (tensor(T, True) * 2).backward()


@program
def backward_without_grad(T: Any) -> Any:
    tensor(T).sum().backward()


@program
def gradient_of_wrong_shape(T: Any) -> Any:
    tensor(T, True).backward(T.ones(3))


@program
def view_made_without_grad_written_with(T: Any) -> Any:
    a = T.zeros(3, 4)
    with T.no_grad():
        v = a[0]
    v.add_(T.ones(4, requires_grad=True))


# -- Python's protocols ----------------------------------------------------------------------------


@program
def copies(T: Any) -> Any:
    x = tensor(T, True)
    (x[0] * x[1]).sum().backward()
    x.mark = [1]
    d = copy.deepcopy(x)
    with T.no_grad():
        d.add_(1)
    return x, d, d.requires_grad, d.grad, d.mark, d.mark is x.mark


@program
def copy_of_a_result_is_refused(T: Any) -> Any:
    copy.deepcopy(tensor(T, True) * 2)


@program
def pickles(T: Any) -> Any:
    x, v = tensor(T, True), tensor(T)[1:]
    sent = pickle.loads(pickle.dumps([x, x[0].detach(), v, T.float16, x.shape]))
    return sent[:3], sent[3] is T.float16, sent[4]


@program
def sets_and_dictionaries(T: Any) -> Any:
    a, b = tensor(T), tensor(T)
    return len({a, b, a}), {a: 1}[a]


@program
def numpy_protocol(T: Any) -> Any:
    a = tensor(T)
    return (numpy.asarray(a).tolist(), numpy.sum(a.numpy()).item(), a.numpy().dtype == "float32")


@program
def attributes(T: Any) -> Any:
    a = tensor(T)
    a.name_of_mine = 5
    return a.name_of_mine, hasattr(a, "no_such_thing")


# -- random numbers --------------------------------------------------------------------------------


@program
def draws(T: Any) -> Any:
    T.manual_seed(3)
    a = T.zeros(40)
    with T.no_grad():
        a.uniform_(-1, 1)
    return (
        *(T.rand(3), T.randn(5), T.randn(20), T.randint(0, 10, (4,)), T.randint(5, (2, 2))),
        *(T.randperm(9), T.rand(2, 3, dtype=T.float64), T.randn_like(a), T.rand_like(a), a),
        *(T.bernoulli(T.full((8,), 0.3)), T.normal(0.0, 2.0, (3,)), T.normal(T.ones(4), 0.5)),
        *(T.multinomial(T.tensor([0.1, 0.2, 0.7]), 5, replacement=True), T.initial_seed()),
        *(T.empty(3).normal_(1, 2), T.empty(3, dtype=T.int64).random_(10), T.zeros(4).bernoulli_()),
        *(T.zeros(3).exponential_(), T.randint(high=7, size=(3,))),
    )


@program
def generators(T: Any) -> Any:
    g = T.Generator().manual_seed(5)
    a = T.rand(4, generator=g)
    state = g.get_state()
    b = T.rand(4, generator=g)
    g.set_state(state)
    kept = T.get_rng_state()
    c = T.rand(2)
    T.set_rng_state(kept)
    return a, b, T.rand(4, generator=g), T.equal(c, T.rand(2)), g.initial_seed()


@program
def thinned(T: Any) -> Any:
    T.manual_seed(1)
    x = T.ones(5, 4, requires_grad=True)
    y = T.nn.functional.dropout(x, 0.3)
    y.sum().backward()
    return y.detach(), x.grad, T.nn.functional.dropout2d(T.ones(2, 3, 2, 2), 0.5)
