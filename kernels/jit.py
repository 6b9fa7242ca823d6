"""The one place where functions are handed to Numba. With NUMBA_DISABLE_JIT=1 they stay plain Python."""

import inspect
from functools import wraps
from importlib import import_module
from threading import Lock

from llvmlite import binding
from numba import from_dtype, int64, njit, typeof, types, void
from numba.core import cgutils
from numba.extending import intrinsic

from loopsim.kernels.cache import APART, COMPILED, ENTRIES, keep
from loopsim.kernels.meanwhile import compiled_elsewhere

#: For functions that only compiled code calls. (Not to inline has to be said: Numba hands the flag on
#: to whatever it compiles while it compiles an inlined function.)
helper = njit(nogil=True, forceinline=False)

#: For a helper on the path of every turn that has one or two callers: it becomes part of them.
inlined = njit(nogil=True, forceinline=True)


#: What a function that is compiled apart gives back.
INTEGER, NO_VALUE = int64, void

#: The address of what is never called.
NOWHERE = 1


@helper
def copy(values, into):
    """Copy an array. (For a plain assignment Numba compiles all that might go wrong: two seconds.)"""
    for i in range(len(values)):
        into[i] = values[i]


def entry(function, part=ENTRIES):
    """A function that Python calls; compiled at its first call, its kept code holds its helpers'.

    `part`: where its code is kept (`cache.keep`).
    """
    if not COMPILED:
        return function
    compiled = njit(nogil=True)(function)
    keep(compiled, function, part)

    @wraps(function)
    def call(*arguments):
        if _TO_COMPILE:
            with _LOCK, compiled_elsewhere(function, part, _types_of(function, arguments)):
                _compile_apart()
        return compiled(*arguments)

    return call


def _types_of(function, arguments):
    """The types that Numba compiles a function for when it is called so."""
    left_out = list(inspect.signature(function).parameters.values())[len(arguments) :]
    return (*map(typeof, arguments), *(types.Omitted(each.default) for each in left_out))


def compile_entry(module, name, part, argument_types):
    """Compile an entry only to be kept, without what is compiled apart; gives the function that keeps it."""
    function = inspect.unwrap(getattr(import_module(module), name))
    for symbol, _, _ in _TO_COMPILE:
        binding.add_symbol(symbol, NOWHERE)
    compiled = njit(nogil=True)(function)
    compiled.compile(argument_types)

    def keep_it():
        keep(compiled, function, part)
        compiled._cache.save_overload(argument_types, compiled.overloads[argument_types])

    return keep_it


def apart(name, *records, returns=INTEGER):
    """Compile a function apart from its callers, which reach it by its symbol.

    Numba puts a helper's code into every caller, and into the callers of those, and optimises it each
    time anew: what sits at the bottom of the rules, and is large, would be compiled twenty times. It
    also could not call the rules that call it. Takes records of the given dtypes, then integers; gives
    an integer, or nothing. It must not raise. Compiled when an entry is called first.
    """

    def decorate(function):
        if not COMPILED:
            return function
        integers = function.__code__.co_argcount - len(records)
        signature = returns(*(from_dtype(record) for record in records), *(int64,) * integers)
        _TO_COMPILE.append((name, signature, function))
        return _by_symbol(name, signature)

    return decorate


def _by_symbol(name, signature):
    """A function for compiled code that calls a native one, in Numba's own calling convention.

    (The C convention of `cfunc` costs a second call and moves the arguments twice.)
    """

    @intrinsic
    def call(typing, *arguments):
        def generate(context, builder, _, values):
            convention = context.call_conv
            returned, taken = signature.return_type, signature.args
            kind = convention.get_function_type(returned, taken)
            function = cgutils.get_or_insert_function(builder.module, kind, name)
            given = zip(cgutils.unpack_tuple(builder, values[0]), arguments, taken, strict=True)
            cast = [context.cast(builder, value, is_, to) for value, is_, to in given]
            _, result = convention.call_function(builder, function, returned, taken, cast)
            return result

        return signature.return_type(types.StarArgTuple(arguments)), generate

    return call


def _compile_apart():
    """Compile what waits, in the order of definition: what is called has its address first."""
    while _TO_COMPILE:
        name, signature, function = _TO_COMPILE[0]
        compiled = njit(nogil=True, forceinline=False)(function)
        keep(compiled, function, APART)
        compiled.compile(signature.args)
        native = compiled.overloads[signature.args]
        address = native.library.get_pointer_to_function(native.fndesc.llvm_func_name)
        binding.add_symbol(name, address)
        _KEPT.append(compiled)
        del _TO_COMPILE[0]


_LOCK = Lock()
_TO_COMPILE: list = []
#: Compiled functions that are called by address must stay alive.
_KEPT: list = []
