/** Python of the trusted interpreter: the stand-in for the program, behind which every call goes to the sealed interpreter. */

/**
 * `bridge(what, payload)` is ours: two marshal texts in, a marshalled reply out. `what` is the tuple of positional
 * arguments of a call of the function (then `payload` is the dict of keyword arguments), or the name of something else:
 * `('types', (names, args, keywords))` calls it with builtin types, named by position, for which None stands in `args`;
 * `('function', (name, args, keywords))` calls another function of the program, and with an object that came back there
 * are `('call', (handle, args, keywords))`, `('iter', handle)`, `('next', handle)`.
 * A reply is `(kind, value, changed)`; `changed` holds new contents of arguments by position. As in Python, a test sees
 * what the program did to a list, dict or set that it was given, though not to what lies inside one.
 */
export const STUB = `
import marshal

def _exceptions_by_address():
    found, waiting = {}, [BaseException]
    while waiting:
        kind = waiting.pop()
        found[id(kind)] = kind
        waiting.extend(type.__subclasses__(kind))
    return found

# Both interpreters come from one image, so an exception type of Python or its library has one address in both.
_exceptions = _exceptions_by_address()

class ProgramError(Exception):
    """An exception of the program that cannot be made again here."""

class Refused(Exception):
    """Something that cannot cross between the interpreters."""

class Opaque:
    """A result that is not plain data: equal to nothing. The program can be asked to call it or to iterate over it."""
    __slots__ = ('text', 'handle')
    def __init__(self, text, handle=None):
        self.text, self.handle = text, handle
    def __eq__(self, other):
        return False
    __hash__ = None
    def __repr__(self):
        return self.text
    def __iter__(self):
        return _answer((), *_ask('iter', self.handle))
    def __next__(self):
        return _answer((), *_ask('next', self.handle))
    def __call__(self, *args, **keywords):
        return _answer(args, *_ask('call', (self.handle, args, keywords)))

_TYPES = int, float, str, bool, list, dict, tuple, set

def _type_name(argument):
    return next((kind.__name__ for kind in _TYPES if argument is kind), None)

def _call(args, keywords):
    """Calls the function. Of what is no data, a few builtin types cross by name: each interpreter has its own."""
    names = {i: name for i, name in enumerate(map(_type_name, args)) if name is not None}
    if not names:
        return _ask(args, keywords)
    return _ask('types', (names, tuple(None if i in names else arg for i, arg in enumerate(args)), keywords))

_raised = None
_saw_opaque = False
_name = ''

def _ask(what, payload):
    try:
        sent = marshal.dumps(what, 4), marshal.dumps(payload, 4)
    except ValueError:
        if _saw_opaque:
            raise TypeError('what the program returned is not plain data') from None
        raise Refused(f'{_name}() is called with arguments that are not plain data') from None
    return marshal.loads(bridge(*sent))

def _write_back(argument, new):
    """Gives a list, dict or set the contents that the program gave it; None stands for what is not plain data."""
    if type(argument) is list:
        argument[:] = [Opaque('not plain data')] if new is None else new
    else:
        argument.clear()
        if new is not None:
            argument.update(new)
        elif type(argument) is dict:
            argument[None] = Opaque('not plain data')
        else:
            argument.add(object())

def _rebuild(name, args, message, addresses):
    """The exception again: of the same type where Python or its library defines it, else of a type derived from the same."""
    try:
        kind = next((_exceptions[a] for a in addresses if a in _exceptions), Exception)
        if addresses[0] not in _exceptions:
            kind = type(name, (kind,), {'__module__': 'program'})
    except Exception:
        return ProgramError(message)
    # A constructor may want more than the arguments that were kept.
    for make in kind, lambda *args: kind.__new__(kind, *args):
        try:
            return make(*args)
        except Exception:
            pass
    return ProgramError(message)

def _answer(args, kind, value, changed):
    global _raised, _saw_opaque
    for position, new in changed.items():
        _write_back(args[position], new)
    if kind == 'value':
        return value
    if kind == 'argument':
        return args[value]
    if kind == 'opaque':
        _saw_opaque = True
        return Opaque(*value)
    if kind == 'end':
        raise StopIteration
    _raised = _rebuild(*value)
    raise _raised

def _make_stub(name):
    global _name
    _name = name
    def stub(*args, **keywords):
        return _answer(args, *_call(args, keywords))
    stub.__name__ = stub.__qualname__ = name
    return stub

def _make_other_stub(name):
    """Stands in for another function of the program than the tested one."""
    def stub(*args, **keywords):
        return _answer(args, *_ask('function', (name, args, keywords)))
    stub.__name__ = stub.__qualname__ = name
    return stub
`;
