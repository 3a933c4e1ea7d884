/** Hostile programs that look for files, descriptors and devices. */

import { programs } from './program.ts';

export const FILE_PROGRAMS = programs('files', {
  open: `
open('/etc/passwd').read()`,
  'open for writing': `
open('/tmp/x', 'w').write('x')`,
  'io.open_code': `
import io
io.open_code('/lib/python3.14/os.py').read()`,
  '_io.FileIO': `
import _io
_io.FileIO('/dev/null', 'w').write(b'x')`,
  'os.open of devices': `
import os
for p in ('/dev/urandom', '/dev/stdin', '/dev/tty', '/dev/stdout', '/proc/self/maps', '/proc/self/fd/0', '/dev/shm/x'):
    try:
        os.open(p, os.O_RDWR)
        break
    except OSError:
        pass
else:
    raise OSError('none')`,
  'every descriptor, read': `
import os
for fd in range(100):
    try:
        data = os.read(fd, 10)
    except OSError:
        continue
    if data: break
else:
    raise OSError('none')`,
  'every descriptor, duplicated': `
import os
for fd in range(100):
    try:
        os.dup(fd)
        os.fstat(fd)
        break
    except OSError:
        pass
else:
    raise OSError('none')`,
  'FileIO on every descriptor': `
import io
for fd in range(100):
    try:
        io.FileIO(fd, closefd=False).seek(0)
        break
    except OSError:
        pass
else:
    raise OSError('none')`,
  'raw descriptors behind sys.stdout': `
import sys
for s in (sys.stdout, sys.stderr, sys.__stdout__, sys.stdin):
    raw = s.buffer.raw
    raw.seek(0)`,
  directory: `
import os
os.listdir('/')[0]`,
  'os.scandir and os.walk': `
import os
next(os.walk('/lib'))
list(os.scandir('/'))`,
  'change of directory': `
import os
os.chdir('/lib')
os.mkdir('x')`,
  pathlib: `
import pathlib
pathlib.Path('/tmp/x').write_text('x')`,
  'temporary file': `
import tempfile
tempfile.NamedTemporaryFile().write(b'x')`,
  'link and rename': `
import os
os.symlink('/dev/stdin', '/tmp/x')
os.rename('/tmp/x', '/tmp/y')`,
  shutil: `
import shutil
shutil.copy('/lib/python3.14/os.py', '/tmp/os.py')`,
  zipimport: `
import zipimport
zipimport.zipimporter('/lib/python314.zip').get_data('os.pyc')`,
  'the loader of a module': `
import os
os.__loader__.get_data(os.__file__)`,
  'source loader': `
from importlib.machinery import SourceFileLoader
SourceFileLoader('x', '/lib/python3.14/os.py').load_module()`,
  'path hook of its own': `
import sys, importlib.machinery as m
sys.path.append('/lib/python3.14')
sys.path_hooks.append(m.FileFinder.path_hook((m.SourceFileLoader, ['.py'])))
sys.meta_path.append(m.PathFinder)
import antigravity`,
  'extension module': `
from importlib.machinery import ExtensionFileLoader
import importlib.util
spec = importlib.util.spec_from_file_location('x', '/lib/x.so', loader=ExtensionFileLoader('x', '/lib/x.so'))
importlib.util.module_from_spec(spec)`,
  'linecache and inspect': `
import linecache, inspect, os
assert linecache.getlines(os.__file__)`,
  mmap: `
import mmap
mmap.mmap(-1, 10)`,
  sqlite: `
import sqlite3
sqlite3.connect('/tmp/x.db').execute('create table t (x)')`,
  pipe: `
import os
os.pipe()`,
  'sendfile and copy_file_range': `
import os
os.sendfile(1, 0, 0, 10)`,
  'breakpoint and debugger': `
breakpoint()
raise OSError('no debugger came')`,
  'pickle of a path': `
import pickle
pickle.loads(b"cbuiltins\\nopen\\n(S'/etc/passwd'\\ntR.").read()`,
  'dbm and shelve': `
import shelve
shelve.open('/tmp/x')['a'] = 1`,
});
