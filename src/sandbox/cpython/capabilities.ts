/** What programs may import, and which doings are refused: plain tables. */

import type { Effect } from '../../core/types.ts';

const ENCODINGS = [
  ...['aliases', 'ascii', 'base64_codec', 'bz2_codec', 'cp1252', 'cp437', 'cp850', 'hex_codec', 'idna', 'iso8859_1'],
  ...[
    'iso8859_15',
    'latin_1',
    'mac_roman',
    'punycode',
    'quopri_codec',
    'raw_unicode_escape',
    'rot_13',
    'unicode_escape',
  ],
  ...[
    'utf_16',
    'utf_16_be',
    'utf_16_le',
    'utf_32',
    'utf_32_be',
    'utf_32_le',
    'utf_7',
    'utf_8',
    'utf_8_sig',
    'zlib_codec',
  ],
] as const;

/** Loaded into the image before it is taken. Nothing else can be imported, because there is no file system. */
export const PRELOADED_MODULES = [
  ...[
    'abc',
    'argparse',
    'array',
    'ast',
    'atexit',
    'base64',
    'binascii',
    'bisect',
    'builtins',
    'calendar',
    'cmath',
    'codecs',
  ],
  ...['collections', 'collections.abc', 'colorsys', 'contextlib', 'copy', 'copyreg', 'csv', 'dataclasses', 'datetime'],
  ...[
    'decimal',
    'difflib',
    'dis',
    'enum',
    'errno',
    'fnmatch',
    'fractions',
    'functools',
    'gc',
    'getopt',
    'graphlib',
    'hashlib',
  ],
  ...['heapq', 'hmac', 'html', 'importlib', 'inspect', 'io', 'ipaddress', 'itertools', 'json', 'keyword', 'linecache'],
  ...['locale', 'logging', 'math', 'numbers', 'operator', 'os', 'os.path', 'pathlib', 'pickle', 'platform', 'pprint'],
  ...[
    'queue',
    'random',
    're',
    'reprlib',
    'sched',
    'secrets',
    'shlex',
    'signal',
    'statistics',
    'string',
    'struct',
    'sys',
  ],
  ...['tempfile', 'textwrap', 'threading', 'time', 'timeit', 'token', 'tokenize', 'traceback', 'types', 'typing'],
  ...['unicodedata', 'urllib.parse', 'uuid', 'warnings', 'weakref', 'zlib', 'zoneinfo'],
  // Seldom needed, but honest programs import them on top; together they take less than 2 MB of the image.
  ...['asyncio', 'bz2', 'cProfile', 'concurrent.futures', 'configparser', 'filecmp', 'gettext', 'glob', 'gzip', 'lzma'],
  ...['optparse', 'pstats', 'runpy', 'shutil', 'stringprep', 'symtable', 'tomllib', 'unittest', 'zipfile'],
  ...['concurrent.futures.thread', 'importlib.abc', 'importlib.machinery', 'importlib.util', 'string.templatelib'],
  ...['email.utils', 'html.entities', 'html.parser', 'xml.etree.ElementTree', 'codeop', 'cmd'],
  // The library, and CPython itself, import these only when a function needs them (`datetime.strptime`, `ast.unparse`).
  ...['_ast_unparse', '_pylong', '_strptime', 'unittest._log', 'unittest.async_case'],
  // str.encode finds these by name.
  ...ENCODINGS.map((name) => `encodings.${name}` as const),
] as const;

type Kind = Effect['kind'];

/** Top-level modules that open a way out. Importing one raises an ImportError and is written into the ledger. */
export const REFUSED_MODULES: Readonly<Record<string, Kind>> = {
  js: 'javascript',
  pyodide: 'javascript',
  pyodide_js: 'javascript',
  _pyodide: 'javascript',
  _pyodide_core: 'javascript',
  micropip: 'network',
  socket: 'network',
  _socket: 'network',
  ssl: 'network',
  http: 'network',
  ftplib: 'network',
  smtplib: 'network',
  urllib3: 'network',
  requests: 'network',
  select: 'network',
  selectors: 'network',
  subprocess: 'process',
  _posixsubprocess: 'process',
  multiprocessing: 'process',
  ctypes: 'process',
  _ctypes: 'process',
  mmap: 'file',
  fcntl: 'file',
  sqlite3: 'file',
  _sqlite3: 'file',
  faulthandler: 'process',
  _remote_debugging: 'process',
  _testcapi: 'process',
  _testinternalcapi: 'process',
};

/** Submodules of allowed packages that are refused by their full name. */
export const REFUSED_SUBMODULES: Readonly<Record<string, Kind>> = {
  'urllib.request': 'network',
};

/** Built-in extension modules whose names are struck from the interpreter's table. */
export const STRUCK_BUILTINS: readonly string[] = [
  ...[
    '_ctypes',
    '_ctypes_test',
    '_socket',
    '_ssl',
    '_posixsubprocess',
    'mmap',
    '_sqlite3',
    '_pyodide_core',
    'select',
    'fcntl',
  ],
  ...['_multiprocessing', '_remote_debugging', 'faulthandler', '_testcapi', '_testinternalcapi', '_curses', '_tkinter'],
];

/** Audit events (docs.python.org/3/library/audit_events.html) that are refused; a trailing `.` matches the whole family. */
const REFUSED_EVENTS: readonly (readonly [string, Kind])[] = [
  ['open', 'file'],
  ['os.system', 'process'],
  ['os.exec', 'process'],
  ['os.fork', 'process'],
  ['os.posix_spawn', 'process'],
  ['os.spawn', 'process'],
  ['os.startfile', 'process'],
  ['os.kill', 'process'],
  ['os.', 'file'],
  ['shutil.', 'file'],
  ['tempfile.', 'file'],
  ['glob.', 'file'],
  ['pathlib.', 'file'],
  ['subprocess.', 'process'],
  ['ctypes.', 'process'],
  ['socket.', 'network'],
  ['urllib.', 'network'],
  ['http.', 'network'],
  ['webbrowser.', 'network'],
];

/** Events of the `os.` family that touch nothing outside the interpreter. */
const HARMLESS_EVENTS: ReadonlySet<string> = new Set(['os.putenv', 'os.unsetenv', 'os.walk', 'os.fwalk']);

/**
 * Events that are only written down, under these words: the interpreter itself refuses what follows, with the exception
 * that an honest program expects.
 */
export const NOTED_EVENTS: Readonly<Record<string, readonly [Kind, string]>> = {
  '_thread.start_new_thread': ['process', 'start a thread'],
  '_thread.start_joinable_thread': ['process', 'start a thread'],
};

/** The kind under which an audit event is refused, or undefined when it is let through. */
export function refusedEvent(event: string): Kind | undefined {
  if (HARMLESS_EVENTS.has(event)) return undefined;
  const match = REFUSED_EVENTS.find(([name]) => (name.endsWith('.') ? event.startsWith(name) : event === name));
  return match?.[1];
}

/** The kind under which importing `module` (full dotted name) is refused, or undefined. */
export function refusedImport(module: string): Kind | undefined {
  const [top = ''] = module.split('.');
  return Object.hasOwn(REFUSED_MODULES, top)
    ? REFUSED_MODULES[top]
    : Object.hasOwn(REFUSED_SUBMODULES, module)
      ? REFUSED_SUBMODULES[module]
      : undefined;
}
