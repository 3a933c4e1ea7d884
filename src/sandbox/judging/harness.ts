/** Python of the trusted interpreter: cuts assert tests into units and runs one at a time against stubs of the program. */

import { STUB } from './stub.ts';

/**
 * `prepare` returns `(number of units, names that nobody defines)`; `run` returns `(verdict, text)` with verdict
 * `passed`, `failed` (an assert did not hold), `error` (the test code raised) or `program` (the program raised).
 */
export const HARNESS = `${STUB}
import ast, builtins, copy, importlib, sys

_units = []
_stub = None
_space = {}

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

def _names(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}

def _replay(statement):
    """The test of an assert, run for what it does to the values around it, whatever comes of it."""
    handler = ast.ExceptHandler(ast.Name('BaseException', ast.Load()), None, [ast.Pass()])
    return ast.fix_missing_locations(ast.Try([ast.Expr(statement.test)], [handler], [], []))

def _split(function, tested):
    """One function per assert where the asserts can be told apart, else the function itself."""
    kept, units, changeable = [], [], set()
    for statement in function.body:
        if isinstance(statement, ast.Assert):
            unit = copy.copy(function)
            unit.body = [*kept, statement]
            units.append(unit)
            # A later assert may look at a list that this one handed to the program.
            if changeable & _names(statement):
                kept.append(_replay(statement))
        elif _is_setting(statement) and not tested & _names(statement):
            kept.append(statement)
            if not isinstance(getattr(statement, 'value', None), (ast.Constant, type(None))):
                changeable |= _names(statement)
        else:
            return [function]
    return units or [function]

_LIBRARY = 'collections', 'functools', 'heapq', 'itertools', 'math', 'operator', 're', 'string'

def _other_functions(trees, missing):
    """Missing names that asserts call as functions of the program: no class, nor what an import was forgotten for."""
    called = {n.func.id for t in trees for n in ast.walk(t) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    library = [sys.modules[name] for name in _LIBRARY if name in sys.modules]
    return {n for n in missing & called if not n[0].isupper() and not any(hasattr(m, n) for m in library)}

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
    if kind == 'asserts':
        others = _other_functions(trees, missing)
        missing -= others
        space.update((name, _make_other_stub(name)) for name in others)
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
