"""How compiled functions become machine code: parts, which are copied into their callers, and units, which are called by their name.

Left alone, Numba optimises every function for itself, with all that it calls, and again within each of its callers. Here a part is never
more than LLVM's code for its own lines, and a unit is optimised once, with its parts; whoever calls a unit knows its name alone.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Final

import llvmlite.binding as llvm
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.itanium_mangler import mangle
from numba.core.registry import CPUDispatcher

__all__ = ["PartDispatcher", "UnitDispatcher", "rebuilt", "reduced"]

SELDOM: Final = 200_000
"""New objects between two looks for garbage."""

Origin = tuple[str, str, tuple[Any, ...]]
"""Where a library comes from: the module and the name of its function, and the types of its arguments."""


class Linked(JITCodeLibrary):
    """The code of one function for one choice of types. What else it is made of, or calls, is told by `_linking_libraries`."""

    origin: Origin

    def linked(self) -> Iterator[Linked]:
        """What it names directly, each once."""
        return iter(dict.fromkeys(library for library in self._linking_libraries if isinstance(library, Linked)))

    def _link(self, libraries: Iterable[JITCodeLibrary]) -> None:
        """Take in the code of other libraries. Numba numbers functions anew in every run, so what came in is known in here alone.

        Not so the two that count references: by their names Numba finds pairs that cancel out.
        """
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        own |= {"NRT_incref", "NRT_decref"}
        for library in libraries:
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"

    def _numba_libraries(self) -> list[JITCodeLibrary]:
        return [library for library in dict.fromkeys(self._linking_libraries) if not isinstance(library, Linked)]


class Part(Linked):
    """A function that is copied into its callers: nothing is optimised and no machine code is made before it is there."""

    def finalize(self) -> None:
        """Close the library."""
        self._link(self._numba_libraries())
        self._finalize_dynamic_globals()
        self._finalized = True


class Unit(Linked):
    """A function that is called: optimised with its parts, and known to its callers by name."""

    def finalize(self) -> None:
        """Put the parts together, optimise, and make machine code."""
        self._link([*self._numba_libraries(), *self.parts()])
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        for variable in self._final_module.global_variables:
            if (environment := lookup_environment(variable.name)) is not None:
                self.codegen.set_env(variable.name, environment)

    def parts(self) -> list[Part]:
        """Everything that is copied into it, however deep."""
        return [library for library in self._reached() if isinstance(library, Part)]

    def units(self) -> list[Unit]:
        """Everything that it calls by name."""
        return [library for library in self._reached() if isinstance(library, Unit)]

    def _reached(self) -> list[Linked]:
        reached: dict[Linked, None] = {}
        ahead = list(self.linked())
        while ahead:
            library = ahead.pop()
            if library not in reached:
                reached[library] = None
                if isinstance(library, Part):
                    ahead += library.linked()
        return list(reached)

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        return llvm.parse_assembly("")


class PartCompiler(Compiler):
    """Numba's compiler up to LLVM's code."""

    library_class: type[Linked] = Part

    def define_pipelines(self) -> Any:
        """Return Numba's own passes, with a library of our kind to write to."""
        state = self.state
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.library.origin = (state.func_id.modname, state.func_id.func_qualname, tuple(state.args))
        # Others know the function by a name that is the same in every run; Numba's own holds numbers of functions and types in this one.
        state.targetctx = state.targetctx.subtarget(mangler=stable_name)
        if "<locals>" not in state.func_id.func_qualname:
            state.func_id.unique_id = 0
        state.flags.no_compile = self.library_class is Part
        return super().define_pipelines()


def stable_name(name: str, kinds: Any, *, abi_tags: tuple[str, ...] = (), uid: int | None = None) -> Any:
    """The name of a function for some types in machine code."""
    return mangle(name, (), abi_tags=(*abi_tags, hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]), uid=uid)


class UnitCompiler(PartCompiler):
    """Numba's compiler, for a unit."""

    library_class = Unit


class LinkedDispatcher(CPUDispatcher):
    """A compiled function. Compiled code hands it whole numbers as 64 bits, so that it is compiled once and not for each width."""

    def compile(self, sig: Any) -> Any:
        """Compile for some types, or fetch what was compiled; Python looks for garbage rarely meanwhile, which takes a tenth less time."""
        with global_compiler_lock:
            before = gc.get_threshold()
            gc.set_threshold(SELDOM, *before[1:])
            try:
                return super().compile(sig)
            finally:
                gc.set_threshold(*before)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return what Numba types a call by."""
        return super().get_call_template([widened(kind) for kind in args], {name: widened(kind) for name, kind in kws.items()})


class UnitDispatcher(LinkedDispatcher):
    """A function that is called, from compiled code and from Python."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None, pipeline_class: Any = UnitCompiler) -> None:
        super().__init__(py_func, locals, {**targetoptions, "no_cfunc_wrapper": True}, pipeline_class)


class PartDispatcher(LinkedDispatcher):
    """A function that is copied into its callers. Called from Python, it is a unit of its own."""

    def __init__(self, py_func: Any, targetoptions: Any, unit: UnitDispatcher) -> None:
        options = {**targetoptions, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
        super().__init__(py_func, None, options, PartCompiler)
        self.unit = unit

    def add_overload(self, cres: Any) -> None:
        """Offer what was compiled to compiled code, and not to Python: there is nothing to jump to."""
        self.targetctx.insert_user_function(cres.library, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres._replace(entry_point=cres.library)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Compile the unit for these arguments of a call from Python, which takes the way to it at once the next time."""
        called: Any = self  # Numba's C code calls this, and has the methods
        entry_point = called.unit._compile_for_args(*args, **kws)
        called._clear()
        for kinds, cres in called.unit.overloads.items():
            called._insert([kind._code for kind in kinds], cres.entry_point, False)
        return entry_point


def widened(literal: Any) -> Any:
    """The type that a value is handed on in: whole numbers of fewer bits as 64."""
    kind: Any = types.unliteral(literal)
    is_whole = isinstance(kind, types.Integer)
    return types.int64 if is_whole and kind.bitwidth < 64 else kind


def reduced(cres: Any) -> Any:
    """What of a compilation is kept: of a part LLVM's code, of a unit machine code with its symbols; and what must be there before."""
    library, function = cres.library, cres.fndesc
    function.typemap = function.calltypes = None  # Numba's own notes, which nobody reads again
    if isinstance(library, Part):
        library._ensure_finalized()
        code = library._get_module_for_linking().as_bitcode()
        return library.origin, [other.origin for other in library.linked()], code, [], [], function, cres.environment, cres.signature
    module = library._final_module
    symbols = [each.name for each in (*module.functions, *module.global_variables) if not each.is_declaration]
    code, environments = library._get_compiled_object(), cres._find_referenced_environments()
    return (
        library.origin,
        [unit.origin for unit in library.units()],
        code,
        symbols,
        environments,
        function,
        cres.environment,
        cres.signature,
    )


def rebuilt(target_context: Any, kept: Any) -> Any:
    """A compilation as it was before it was kept, ready to be copied or to run."""
    origin, needed, code, symbols, environments, function, environment, signature = kept
    others = [fetched(other) for other in needed]
    library = (Unit if symbols else Part)(target_context.codegen(), function.qualname)
    library.origin = origin
    library._linking_libraries = others
    entry_point: Any = library
    if isinstance(library, Part):
        library._final_module = library._shared_module = llvm.parse_bitcode(code)
        library._finalized = True
    else:
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        library.codegen._engine._defined_symbols.update(symbols)
        entry_point = target_context.get_executable(library, function, environment)
        for each in environments:
            library.codegen.set_env(each.env_name, each)
    return compile_result(
        typing_context=target_context.typing_context,
        target_context=target_context,
        library=library,
        environment=environment,
        entry_point=entry_point,
        fndesc=function,
        signature=signature,
        type_annotation="",
        objectmode=False,
        lifted=(),
    )


def fetched(origin: Origin) -> Linked:
    """The library of a function of ours, from disk if it is there."""
    module, name, args = origin
    dispatcher = getattr(import_module(module), name)
    dispatcher.compile(args)
    library: Linked = dispatcher.overloads[args].library
    return library
