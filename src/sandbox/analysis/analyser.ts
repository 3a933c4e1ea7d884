/** Python of the trusted interpreter that looks at a source without running it: does it compile, which names, how complex. */

/**
 * `compiles(source)` returns None, or `(type, message, line, column)` of the error. `survey()` looks at the source that
 * compiled last and returns `(undefined names, imports, functions, lines, nodes)`: `(name, line, column)`,
 * `(module, line, column)`, `(name, line, cyclomatic)`, and two counts. Columns count characters from 1.
 *
 * symtable decides which names nobody binds; the bytecode says where they are read. So a read that can never happen
 * (dead code, annotations, which Python 3.14 evaluates on demand only) is no finding.
 */
export const ANALYSER = `
import _symtable as _st, ast, builtins, opcode, sys

_source = _code = None

def compiles(source):
    global _source, _code
    try:
        _source, _code = source, compile(source, '<program>', 'exec', dont_inherit=True)
    except SyntaxError as error:
        return type(error).__name__, str(error.msg), error.lineno or 1, error.offset or 0
    except UnicodeEncodeError:
        return 'SyntaxError', 'the source holds a lone surrogate, which UTF-8 cannot encode', 1, 0
    except (MemoryError, RecursionError, ValueError, OverflowError) as error:
        return type(error).__name__, str(error), 1, 0

_LAZY = {_st.TYPE_ANNOTATION, _st.TYPE_TYPE_ALIAS, _st.TYPE_TYPE_VARIABLE}
_GLOBAL = {_st.GLOBAL_IMPLICIT, _st.GLOBAL_EXPLICIT}
_IMPLICIT = set(dir(builtins)) | {
    '__name__', '__file__', '__doc__', '__package__', '__loader__', '__spec__', '__builtins__', '__annotations__',
    '__conditional_annotations__', '__dict__', '__module__', '__qualname__', '__firstlineno__', '__static_attributes__',
    '__class__', '__classdict__', '__debug__', '__path__', '__cached__',
}
# With these a program can bind names that no table shows.
_DYNAMIC = {'exec', 'globals', 'locals', 'vars', 'builtins', '__builtins__'}

def _unbound_names(source):
    top = _st.symtable(source, '<program>', 'exec')
    bound, read, tables = set(), set(), [top]
    while tables:
        table = tables.pop()
        if table.type in _LAZY:
            continue
        tables.extend(table.children)
        for name, flags in table.symbols.items():
            scope = flags >> _st.SCOPE_OFF & _st.SCOPE_MASK
            if flags & _st.DEF_BOUND and (table is top or scope == _st.GLOBAL_EXPLICIT):
                bound.add(name)
            if flags & _st.USE and scope in _GLOBAL:
                read.add(name)
    return set() if read & _DYNAMIC or bound & _DYNAMIC else read - bound - _IMPLICIT

_READS = {opcode.opmap[name]: name == 'LOAD_GLOBAL' for name in ('LOAD_NAME', 'LOAD_GLOBAL', 'LOAD_FROM_DICT_OR_GLOBALS')}
_EXTENDED = opcode.EXTENDED_ARG

def _places(names):
    places, codes = {}, [_code]
    while codes:
        code = codes.pop()
        if code.co_name == '__annotate__':
            continue
        codes.extend(constant for constant in code.co_consts if type(constant) is type(code))
        extended, instructions = 0, code.co_code
        for at, (line, _, column, _) in zip(range(0, len(instructions), 2), code.co_positions()):
            argument = extended << 8 | instructions[at + 1]
            extended = argument if instructions[at] == _EXTENDED else 0
            shifted = _READS.get(instructions[at])
            if shifted is None:
                continue
            name = code.co_names[argument >> 1 if shifted else argument]
            if name in names and line is not None:
                places[name] = min(places.get(name, (line, column)), (line, column))
    return places

def _characters(line, column):
    """Columns of the tree and of bytecode count bytes of UTF-8, from 0."""
    text = _source.split('\\n')[line - 1]
    return len(text.encode()[:column].decode(errors='replace')) + 1

def _handles_name_error(handler):
    return handler.type is None or any(isinstance(n, ast.Name) and n.id == 'NameError' for n in ast.walk(handler.type))

def _undefined(tries, stars):
    names = _unbound_names(_source)
    if not names:
        return []
    # Asking whether a name exists is no mistake.
    for node in tries:
        if any(map(_handles_name_error, node.handlers)):
            for statement in node.body:
                names.difference_update(n.id for n in ast.walk(statement) if isinstance(n, ast.Name))
    for node in stars:
        module = sys.modules.get(node.module) if node.level == 0 else None
        if module is None:
            return []
        names.difference_update(getattr(module, '__all__', dir(module)))
    places = sorted((line, column, name) for name, (line, column) in _places(names).items())
    return [(name, line, _characters(line, column)) for line, column, name in places]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_ONE = {ast.If, ast.IfExp, ast.Assert, ast.ExceptHandler}
_LOOPS = {ast.For, ast.AsyncFor, ast.While}
_TRIES = {ast.Try, ast.TryStar}

def _decisions(node, kind):
    if kind in _ONE:
        return 1
    if kind in _LOOPS:
        return 1 + bool(node.orelse)
    if kind is ast.BoolOp:
        return len(node.values) - 1
    if kind is ast.comprehension:
        return 1 + len(node.ifs)
    if kind in _TRIES:
        return int(bool(node.orelse))
    if kind is ast.match_case:
        always = isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None and node.guard is None
        return int(not always)
    return 0

def _imported(node, kind):
    if kind is ast.Import:
        return [alias.name for alias in node.names]
    if kind is ast.ImportFrom:
        return [] if node.level else [node.module, *(f'{node.module}.{alias.name}' for alias in node.names)]
    called = getattr(node.func, 'id', None) or getattr(node.func, 'attr', None)
    first = node.args[0] if node.args else None
    constant = isinstance(first, ast.Constant) and isinstance(first.value, str)
    return [first.value] if constant and called in ('__import__', 'import_module') else []

_IMPORTS = {ast.Import, ast.ImportFrom, ast.Call}
_TEXTS = {ast.Constant, ast.JoinedStr, ast.TemplateStr}

def survey():
    tree = ast.parse(_source)
    functions, imports, tries, stars, texts, nodes = [['<module>', 1, 1]], [], [], [], set(), 0
    stack = [(tree, 0, '')]
    while stack:
        node, owner, prefix = stack.pop()
        kind = type(node)
        nodes += 1
        functions[owner][2] += _decisions(node, kind)
        if kind in _TRIES:
            tries.append(node)
        elif kind in _IMPORTS:
            imports.extend((name, node.lineno, node.col_offset) for name in _imported(node, kind))
            if kind is ast.ImportFrom and node.names[0].name == '*':
                stars.append(node)
        elif kind in _TEXTS and node.end_lineno > node.lineno:
            texts.update(range(node.lineno + 1, node.end_lineno + 1))
        body_owner, body_prefix = owner, prefix
        if kind in _FUNCTIONS or kind is ast.ClassDef:
            body_prefix = f'{prefix}{node.name}.'
            if kind is not ast.ClassDef:
                body_owner = len(functions)
                functions.append([prefix + node.name, node.lineno, 1])
        for field in node._fields:
            value = getattr(node, field, None)
            inside = (body_owner, body_prefix) if field == 'body' else (owner, prefix)
            if isinstance(value, list):
                stack.extend((item, *inside) for item in reversed(value) if isinstance(item, ast.AST))
            elif isinstance(value, ast.AST) and field != 'ctx':
                stack.append((value, *inside))
    written = ((at, line.strip()) for at, line in enumerate(_source.split('\\n'), 1))
    lines = sum(line != '' and (line[0] != '#' or at in texts) for at, line in written)
    imports = [(name, line, _characters(line, column)) for name, line, column in imports]
    return _undefined(tries, stars), imports, [tuple(f) for f in functions], lines, nodes
`;
