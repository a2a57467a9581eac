"""`Module`: what has parameters, buffers and modules inside."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from ivy.frontends._boundary import missing
from ivy.frontends.torch._modes import no_grad
from ivy.frontends.torch._types import dtype as Dtype
from ivy.frontends.torch.nn.parameter import Buffer, Parameter
from ivy.frontends.torch.tensor import RemovableHandle, Tensor

M = TypeVar("M", bound="Module")

# Methods that torch's Module has and this one lacks.
_LACKING = frozenset(
    [
        *("register_backward_hook", "register_full_backward_hook", "compile", "to_empty"),
        *("register_full_backward_pre_hook", "register_state_dict_post_hook", "share_memory"),
        *("register_load_state_dict_post_hook", "register_load_state_dict_pre_hook"),
        *("register_state_dict_pre_hook", "get_extra_state", "set_extra_state", "set_submodule"),
    ]
)
_OWN = ("_parameters", "_buffers", "_modules")


class IncompatibleKeys(NamedTuple):
    """The keys that a state lacked, and those that the module has no place for."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return (
            f"_IncompatibleKeys(missing_keys={self.missing_keys}, "
            f"unexpected_keys={self.unexpected_keys})"
        )


class _State(OrderedDict[str, Tensor]):
    """The state of a module, which says that torch of today would have written it."""

    _metadata: Mapping[str, Any] = {"": {"version": 2}}


class Module:
    """The base of all layers and models; see :class:`torch.nn.Module`.

    Examples
    --------
    >>> import ivy.frontends.torch as torch
    >>> model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU())
    >>> model
    Sequential(
      (0): Linear(in_features=2, out_features=3, bias=True)
      (1): ReLU()
    )
    >>> model(torch.ones(1, 2)).shape
    torch.Size([1, 3])
    """

    training: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args or kwargs:
            raise TypeError(
                f"{type(self).__name__}.__init__() got arguments that nn.Module does not take"
            )
        put = super().__setattr__
        put("training", True)
        put("_parameters", {})
        put("_buffers", {})
        put("_non_persistent", set())
        put("_modules", {})
        put("_forward_pre_hooks", OrderedDict())
        put("_forward_hooks", OrderedDict())

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the module's result; each module defines its own."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not (self._forward_pre_hooks or self._forward_hooks):
            return self.forward(*args, **kwargs)
        for hook, with_kwargs in list(self._forward_pre_hooks.values()):
            changed = hook(self, args, kwargs) if with_kwargs else hook(self, args)
            if changed is None:
                continue
            if with_kwargs:
                args, kwargs = changed
            else:
                args = changed if isinstance(changed, tuple) else (changed,)
        result = self.forward(*args, **kwargs)
        for hook, with_kwargs in list(self._forward_hooks.values()):
            given = (self, args, kwargs, result) if with_kwargs else (self, args, result)
            changed = hook(*given)
            result = result if changed is None else changed
        return result

    # -- attributes --------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        for group in _OWN:
            members = self.__dict__.get(group)
            if members is not None and name in members:
                return members[name]
        if name in _LACKING:
            raise missing("torch.nn.Module", name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if isinstance(value, Parameter | Module | Buffer) and "_parameters" not in own:
            kind = "parameters" if isinstance(value, Parameter) else "module"
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if isinstance(value, Parameter):
            self._forget(name)
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            self._forget(name)
            own["_modules"][name] = value
        elif isinstance(value, Buffer):
            self._forget(name)
            self.register_buffer(name, value, value.persistent)
        elif "_parameters" in own and name in own["_parameters"]:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{type(value).__name__}' as parameter '{name}' "
                    "(torch.nn.Parameter or None expected)"
                )
            own["_parameters"][name] = None
        elif "_modules" in own and name in own["_modules"]:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{type(value).__name__}' as child module '{name}' "
                    "(torch.nn.Module or None expected)"
                )
            own["_modules"][name] = None
        elif "_buffers" in own and name in own["_buffers"]:
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"cannot assign '{type(value).__name__}' as buffer '{name}' "
                    "(torch.Tensor or None expected)"
                )
            own["_buffers"][name] = value
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        for group in _OWN:
            if name in self.__dict__[group]:
                del self.__dict__[group][name]
                self._non_persistent.discard(name)
                return
        super().__delattr__(name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *itertools.chain(*[self.__dict__[g] for g in _OWN])})

    def _forget(self, name: str) -> None:
        self.__dict__.pop(name, None)
        for group in _OWN:
            self.__dict__[group].pop(name, None)
        self._non_persistent.discard(name)

    def _check_name(self, kind: str, name: str, group: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {type(name).__name__}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in self.__dict__[group]:
            raise KeyError(f"attribute '{name}' already exists")

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter."""
        self._check_name("parameter", name, "_parameters")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{type(param).__name__}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        if param is not None and not param.is_leaf:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                "created explicitly."
            )
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is no parameter; one that is not persistent is not in the state."""
        self._check_name("buffer", name, "_buffers")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent.discard(name)
        else:
            self._non_persistent.add(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a module."""
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        self._check_name("module", name, "_modules")
        self._modules[name] = module

    register_module = add_module

    def get_submodule(self, target: str) -> Module:
        """Return the module of a dotted name."""
        module = self
        for name in target.split(".") if target else ():
            found = module._modules.get(name)
            if not isinstance(found, Module):
                raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
            module = found
        return module

    def get_parameter(self, target: str) -> Parameter:
        """Return the parameter of a dotted name."""
        path, _, name = target.rpartition(".")
        found = self.get_submodule(path)._parameters.get(name)
        if found is None:
            raise AttributeError(f"`{target}` is not an nn.Parameter")
        parameter: Parameter = found
        return parameter

    def get_buffer(self, target: str) -> Tensor:
        """Return the buffer of a dotted name."""
        path, _, name = target.rpartition(".")
        found = self.get_submodule(path)._buffers.get(name)
        if found is None:
            raise AttributeError(f"`{target}` is not a buffer")
        buffer: Tensor = found
        return buffer

    # -- what is inside ----------------------------------------------------------------------------

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """Yield this module and all inside it, with their dotted names."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                inner = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, inner, remove_duplicate)

    def modules(self) -> Iterator[Module]:
        """Yield this module and all inside it."""
        for _, module in self.named_modules():
            yield module

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield the modules directly inside this one, with their names."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """Yield the modules directly inside this one."""
        for _, module in self.named_children():
            yield module

    def _named(
        self, group: str, prefix: str, recurse: bool, remove_duplicate: bool
    ) -> Iterator[tuple[str, Any]]:
        seen = set()
        modules = (
            self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
            if recurse
            else [(prefix, self)]
        )
        for path, module in modules:
            for name, value in module.__dict__[group].items():
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield (f"{path}.{name}" if path else name), value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield the parameters with their dotted names."""
        yield from self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yield the parameters."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield the buffers with their dotted names."""
        yield from self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield the buffers."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    # -- state -------------------------------------------------------------------------------------

    def state_dict(
        self,
        *,
        destination: dict[str, Tensor] | None = None,
        prefix: str = "",
        keep_vars: bool = False,
    ) -> dict[str, Tensor]:
        """Return parameters and persistent buffers by their dotted names."""
        state: dict[str, Tensor] = _State() if destination is None else destination
        own = {
            **self._parameters,
            **{k: v for k, v in self._buffers.items() if k not in self._non_persistent},
        }
        for name, tensor in own.items():
            if tensor is not None:
                state[prefix + name] = tensor if keep_vars else tensor.detach()
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=state, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        return state

    def load_state_dict(
        self, state_dict: Mapping[str, Tensor], strict: bool = True, assign: bool = False
    ) -> IncompatibleKeys:
        """Copy parameters and buffers from a state.

        Raises
        ------
        RuntimeError
            Keys are missing or, if `strict`, there are others, or shapes do not fit: the message
            names each.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(
                f"Expected state_dict to be dict-like, got {type(state_dict).__name__}."
            )
        if assign:
            raise NotImplementedError("torch.nn.Module.load_state_dict: expected assign=False")
        own = self.state_dict(keep_vars=True)
        # Torch of old did not count batches, and did not write metadata.
        old = not hasattr(state_dict, "_metadata")
        lacking = [
            k
            for k in own
            if k not in state_dict and not (old and k.endswith("num_batches_tracked"))
        ]
        unexpected = [k for k in state_dict if k not in own]
        errors = []
        if strict and unexpected:
            errors.append(f"Unexpected key(s) in state_dict: {_quoted(unexpected)}. ")
        if strict and lacking:
            errors.append(f"Missing key(s) in state_dict: {_quoted(lacking)}. ")
        for name, tensor in own.items():
            if name not in state_dict:
                continue
            value = state_dict[name]
            if not isinstance(value, Tensor):
                errors.append(
                    f'While copying the parameter named "{name}", expected torch.Tensor or '
                    f"Tensor-like object from checkpoint but received {type(value).__name__}"
                )
            elif value.shape != tensor.shape:
                errors.append(
                    f"size mismatch for {name}: copying a param with shape {value.shape} from "
                    f"checkpoint, the shape in current model is {tensor.shape}."
                )
            else:
                with no_grad():
                    tensor.copy_(value)
        if errors:
            joined = "\n\t".join(errors)
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{joined}"
            )
        return IncompatibleKeys(lacking, unexpected)

    # -- changing all of it ------------------------------------------------------------------------

    def train(self: M, mode: bool = True) -> M:
        """Say that the module is being trained, or not."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self: M) -> M:
        """Say that the module is not being trained."""
        return self.train(False)

    def requires_grad_(self: M, requires_grad: bool = True) -> M:
        """Say whether gradients are computed for the parameters."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of the parameters, or make them zero."""
        for parameter in self.parameters():
            if parameter.grad is not None:
                if set_to_none:
                    parameter.grad = None
                else:
                    parameter.grad = parameter.grad.detach().zero_()

    def apply(self: M, fn: Callable[[Module], Any]) -> M:
        """Call a function with each module inside, and then with this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self: M, change: Callable[[Tensor], Tensor]) -> M:
        """Replace the values of all parameters and buffers."""
        for _, module in self.named_modules():
            for parameter in module._parameters.values():
                if parameter is None:
                    continue
                with no_grad():
                    changed = change(parameter)
                if changed is not parameter:
                    parameter.data = changed
                if parameter._grad is not None:
                    parameter._grad = change(parameter._grad)
            for name, buffer in module._buffers.items():
                if buffer is not None:
                    module._buffers[name] = change(buffer)
        return self

    def to(self: M, *args: Any, **kwargs: Any) -> M:
        """Cast floating-point parameters and buffers to a dtype; devices are checked only."""
        dtypes = [a for a in (*args, *kwargs.values()) if isinstance(a, Dtype)]
        dtypes += [a.dtype for a in args if isinstance(a, Tensor)]
        if dtypes and not (dtypes[0].is_floating_point or dtypes[0].is_complex):
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={dtypes[0]}"
            )

        def change(tensor: Tensor) -> Tensor:
            if tensor.is_floating_point():
                return tensor.to(*args, **kwargs)
            rest = [a for a in args if not isinstance(a, Dtype | Tensor)]
            options = {k: v for k, v in kwargs.items() if k != "dtype"}
            return tensor.to(*rest, **options)

        return self._apply(change)

    def float(self: M) -> M:
        """Cast floating-point parameters and buffers to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self: M) -> M:
        """Cast floating-point parameters and buffers to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self: M) -> M:
        """Cast floating-point parameters and buffers to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self: M) -> M:
        """Cast floating-point parameters and buffers to bfloat16."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def type(self: M, dst_type: Any) -> M:
        """Cast all parameters and buffers."""
        return self._apply(lambda t: t.type(dst_type))

    def cpu(self: M) -> M:
        """Return the module itself."""
        return self

    def cuda(self: M, device: Any = None) -> M:
        """Raise: there is no such device here."""
        return self._apply(lambda t: t.cuda(device))

    # -- hooks -------------------------------------------------------------------------------------

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args)`` before each `forward`; it may return other arguments."""
        return _hooked(self._forward_pre_hooks, (hook, with_kwargs), prepend)

    def register_forward_hook(
        self,
        hook: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """Call ``hook(module, args, output)`` after `forward`; it may return another output."""
        if always_call:
            raise NotImplementedError(
                "torch.nn.Module.register_forward_hook: expected always_call=False"
            )
        return _hooked(self._forward_hooks, (hook, with_kwargs), prepend)

    # -- text --------------------------------------------------------------------------------------

    def extra_repr(self) -> str:
        """Return what the module says of itself when it is printed."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        extra = self.extra_repr()
        own = extra.split("\n") if extra else []
        inner = []
        for name, module in self._modules.items():
            inner.append(f"({name}): " + repr(module).replace("\n", "\n  "))
        lines = [*own, *inner]
        if not inner and len(own) <= 1:
            return f"{self._get_name()}({extra})"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"


def _hooked(hooks: OrderedDict[int, Any], entry: Any, prepend: bool) -> RemovableHandle:
    handle = RemovableHandle(hooks)
    hooks[handle.id] = entry
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _quoted(names: list[str]) -> str:
    return ", ".join(f'"{n}"' for n in names)
