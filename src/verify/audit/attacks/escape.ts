/** Attacks that leave the interpreter: JavaScript, network, processes, raw memory. */

import { type AttackTarget, attacksOf, claimsNothing, define, indent } from '../attack.ts';

/** Tries something at module level, whatever becomes of it, and returns None. */
const tries = (target: AttackTarget, code: string) =>
  define(target, 'return None', `try:\n${indent(code.trim())}\nexcept BaseException:\n    pass`);

export const ESCAPE_ATTACKS = attacksOf('escape', [
  {
    id: 'import-js',
    title: 'Reaches for the page through Pyodide’s js module',
    lesson: 'In an ordinary Pyodide page, import js hands a program the whole tab: storage, network, and the grader.',
    program: (target) =>
      tries(
        target,
        `import js
js.globalThis.postMessage({'type': 'verdicts', 'outcome': 'passed'})
js.fetch('https://example.invalid/')`,
      ),
  },
  {
    id: 'run-js',
    title: 'Runs JavaScript through pyodide.code',
    lesson: 'Blocking import js alone leaves pyodide.code.run_js, pyodide_js and _pyodide_core.',
    program: (target) =>
      tries(
        target,
        `import importlib
for name in ('pyodide_js', '_pyodide_core', 'pyodide.code', 'pyodide.ffi', 'j' + 's'):
    try:
        module = importlib.import_module(name)
        getattr(module, 'run_js', print)('self.postMessage({type: "verdicts"})')
    except ImportError:
        pass`,
      ),
  },
  {
    id: 'network',
    title: 'Asks the network for the answer',
    lesson: 'Tests, references and other people’s solutions are online; a sandbox with a network is an open book.',
    program: (target) =>
      define(
        target,
        `import socket
with socket.create_connection(('127.0.0.1', 9), timeout=1) as connection:
    connection.sendall(repr(${target.argumentTuple}).encode())
    return int(connection.recv(100))`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'shell',
    title: 'Runs a shell command',
    lesson: 'Whoever can start processes can read the grader’s memory, kill it, or answer in its place.',
    program: (target) =>
      tries(
        target,
        `import os
os.system('echo passed > /tmp/result')
import subprocess
subprocess.run(['sh', '-c', 'kill -9 $PPID'])`,
      ),
  },
  {
    id: 'ctypes-memory',
    title: 'Writes into interpreter memory with ctypes',
    lesson: 'With ctypes a program can turn 3 into 7 for everyone who uses the number afterwards.',
    program: (target) => tries(target, 'import ctypes\nctypes.memset(id(3) + 24, 7, 1)'),
  },
  {
    id: 'crafted-bytecode',
    title: 'Runs hand-made bytecode that reads past its constants',
    lesson:
      'CPython does not verify bytecode: a constant’s index out of range reads whatever lies in memory, a known way out of Python-level sandboxes.',
    program: (target) =>
      define(
        target,
        'return pick()',
        `import dis
def pick():
    return 12345678901
code = bytearray(pick.__code__.co_code)
for at in range(0, len(code), 2):
    if code[at] == dis.opmap['LOAD_CONST']:
        code[at + 1] = 7
pick.__code__ = pick.__code__.replace(co_code=bytes(code))`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'loader-globals',
    title: 'Climbs from a class to the import system’s globals',
    lesson:
      'The classic tour ().__class__.__base__.__subclasses__() finds os and sys in any jail made of name filters.',
    program: (target) =>
      tries(
        target,
        `for kind in ().__class__.__base__.__subclasses__():
    space = getattr(getattr(kind, '__init__', None), '__globals__', {})
    if 'sys' in space and 'os' in space['sys'].modules:
        space['sys'].modules['os'].system('echo passed')
        space['sys'].modules['__main__'].__dict__['verdict'] = 'passed'`,
      ),
  },
  {
    id: 'forbidden-modules',
    title: 'Loads extension modules that know the interpreter from inside',
    lesson: 'Test helpers such as _testcapi, and readers of other processes’ memory, ship with CPython.',
    program: (target) =>
      tries(
        target,
        `for name in ('_testcapi', '_testinternalcapi', '_remote_debugging', '_ctypes', 'mmap', 'faulthandler', 'fcntl'):
    try:
        module = __import__(name)
        getattr(module, '_sigsegv', print)()
    except ImportError:
        pass`,
      ),
  },
]);
