/** Python of the trusted interpreter: cuts assert tests into units and runs one at a time against stubs of the program. */

/**
 * `prepare` returns `(number of units, names that nobody defines)`; `run` returns `(verdict, text)` with verdict
 * `passed`, `failed` (an assert did not hold), `error` (the test code raised) or `program` (the program raised).
 * `bridge(args, keywords)` is ours: marshal bytes in, a marshalled reply out.
 */
export const HARNESS = `
import ast, builtins, copy, importlib, marshal, sys

class ProgramError(Exception):
    """An exception of a type that only the program knows."""

class Refused(Exception):
    """Something that cannot cross between the interpreters."""

class Opaque:
    """A result that is not plain data: equal to nothing, usable for nothing."""
    __slots__ = ('text',)
    def __init__(self, text):
        self.text = text
    def __eq__(self, other):
        return False
    __hash__ = None
    def __repr__(self):
        return self.text

_raised = None
_saw_opaque = False
_units = []
_stub = None
_space = {}

def _make_stub(name):
    def stub(*args, **keywords):
        global _raised, _saw_opaque
        try:
            sent = marshal.dumps(args, 4), marshal.dumps(keywords, 4)
        except ValueError:
            if _saw_opaque:
                raise TypeError('what the program returned is not plain data') from None
            raise Refused(f'{name}() is called with arguments that are not plain data') from None
        kind, value = marshal.loads(bridge(*sent))
        if kind == 'value':
            return value
        if kind == 'iterator':
            return iter(value)
        if kind == 'opaque':
            _saw_opaque = True
            return Opaque(value)
        type_name, message = value
        found = getattr(builtins, type_name, None)
        known = isinstance(found, type) and issubclass(found, Exception)
        try:
            error = found(message) if known else ProgramError(message)
        except Exception:
            error = ProgramError(message)
        _raised = error
        raise error
    stub.__name__ = stub.__qualname__ = name
    return stub

def _free_names(tree):
    bound, used = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(getattr(node, 'name', None), str) and not isinstance(node, ast.alias):
            bound.add(node.name)  # def, class, except … as, match
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).split('.')[0] for alias in node.names)
    return used - bound

def _is_setting(statement):
    """Statements between asserts that may run once more for every unit: they bind values and do not call the program."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, (ast.Constant, ast.Name))
    if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass)):
        return True
    return isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign))

def _split(function, tested):
    """One function per assert where the asserts can be told apart, else the function itself."""
    kept, units = [], []
    for statement in function.body:
        if isinstance(statement, ast.Assert):
            unit = copy.copy(function)
            unit.body = [*kept, statement]
            units.append(unit)
        elif _is_setting(statement) and not (tested & {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}):
            kept.append(statement)
        else:
            return [function]
    return units or [function]

def prepare(kind, texts, setup, entry_point):
    global _space, _stub
    _stub = _make_stub(entry_point)
    space = {'__name__': 'tests', '__builtins__': builtins}
    trees = [ast.parse(text) for text in texts]
    if kind == 'check':
        tree, = trees
        exec(compile(setup, '<setup>', 'exec'), space)
        functions = [s for s in tree.body if isinstance(s, ast.FunctionDef) and s.name == 'check']
        rest = [s for s in tree.body if s not in functions]
        exec(compile(ast.Module(rest, []), '<tests>', 'exec'), space)
        check = functions[-1]
        tested = {entry_point, check.args.args[0].arg}
        for function in _split(check, tested):
            _units.append((compile(ast.Module([function], []), '<tests>', 'exec'), True))
    else:
        exec(compile(setup, '<setup>', 'exec'), space)
        _units.extend((compile(tree, '<tests>', 'exec'), False) for tree in trees)
    space[entry_point] = _stub
    missing = set()
    for tree in trees:
        for name in _free_names(tree):
            if name in space or hasattr(builtins, name):
                continue
            if name in sys.modules and not name.startswith('_'):
                space[name] = importlib.import_module(name)
            else:
                missing.add(name)
    _space = space
    return len(_units), sorted(missing)

def run(index):
    global _raised, _saw_opaque
    _raised, _saw_opaque = None, False
    code, is_check = _units[index]
    space = dict(_space)
    try:
        exec(code, space)
        if is_check:
            space['check'](_stub)
        return 'passed', ''
    except Refused as error:
        return 'refused', str(error)
    except BaseException as error:
        text = f'{type(error).__name__}: {error}'.strip().removesuffix(':')[:300]
        if error is _raised:
            return 'program', text
        return ('failed' if isinstance(error, AssertionError) else 'error'), text
`;
