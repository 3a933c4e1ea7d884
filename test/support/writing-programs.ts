/** Programs that write to memory in unusual ways and places: what byte-exact undo has to find again. */

import type { Rng } from '../../src/core/rng.ts';

/** Statements for the body of a function; each may raise, be killed or crash the interpreter. */
export const WRITES: Readonly<Record<string, string>> = {
  'bytes over page borders': `
buffer = bytearray(40_000)
for start in range(0, 40_000, 4093):
    buffer[start:start + 9] = b'123456789'`,
  'wide words through a memoryview': `
import array
view = memoryview(array.array('d', [0.0] * 9_000))
for i in range(0, 9_000, 511): view[i] = -1.5
view.cast('B').cast('Q')[7] = 2**63`,
  'packed structures at odd offsets': `
import struct
buffer = bytearray(20_000)
for at in range(1, 19_000, 4079): struct.pack_into('<bqdIH', buffer, at, -1, -2, 3.5, 4, 5)`,
  'one long copy and one long fill': `
buffer = bytearray(b'x') * 3_000_001
buffer[1:] = buffer[:-1]
del buffer`,
  'a hundred thousand small objects': `
kept = [[i, str(i), {i: (i,)}] for i in range(100_000)]`,
  'a heap that grows and shrinks': `
for size in (10**6, 20_000_000, 30_000_000, 5): block = bytearray(size)`,
  'poisoned builtins and types': `
import builtins, gc
builtins.len = lambda x: 3
builtins.__dict__.update(sum=None, int=str)
gc.get_referents(int.__dict__)[0]['bit_length'] = lambda self: 0
gc.get_referents(str.__dict__)[0].pop('upper')`,
  'modules emptied': `
import sys, math, json
sys.modules.clear()
vars(math).clear()
vars(json).clear()`,
  'garbage collector set upside down': `
import gc
gc.set_threshold(1, 1, 1)
gc.freeze()
loop = []
loop.append(loop)
gc.disable()
gc.callbacks.append(lambda *a: 1 / 0)`,
  'hooks of all kinds': `
import sys, threading, atexit, warnings, codecs
sys.settrace(lambda *a: None)
sys.setprofile(lambda *a: None)
sys.addaudithook(lambda *a: None)
atexit.register(print, 1)
codecs.register(lambda name: None)
sys.monitoring.use_tool_id(3, 'x')
sys.unraisablehook = sys.excepthook = lambda *a: None`,
  'interned strings and small integers': `
import sys
for i in range(3_000): sys.intern(f'name{i}')
globals().update({f'name{i}': i for i in range(2_000)})`,
  'deep recursion': `
def down(n): return down(n + 1)
down(0)`,
  'deep recursion through C': `
import sys
sys.setrecursionlimit(10**9)
nested = []
for _ in range(200_000): nested = [nested]
repr(nested)`,
  'a destructor that writes while everything goes': `
class Last:
    def __del__(self): globals()['left'] = bytearray(100_000)
cycle = [Last()]
cycle.append(cycle)
del cycle`,
  'a sort whose comparison changes the list': `
items = list(range(2_000))
class Key:
    def __init__(self, x): self.x = x
    def __lt__(self, other):
        items.append(bytearray(5_000))
        return self.x < other.x
items.sort(key=Key)`,
  'a generator and a coroutine left suspended': `
def numbers():
    try:
        while True: yield bytearray(9_000)
    finally: print('closed')
async def waiting(): await waiting()
suspended = numbers(), waiting()
next(suspended[0])`,
  'code that is no code': `
def victim(): return 1
victim.__code__ = victim.__code__.replace(co_code=b'\\x52\\xff' * 40, co_stacksize=0, co_consts=())
victim()`,
  'constants from beyond the tuple': `
def victim(): return None
code = victim.__code__
for op in (82, 83, 84, 85, 33, 114, 115, 116):
    victim.__code__ = code.replace(co_code=bytes([128, 0, op, 251, 35, 0]) * 9, co_stacksize=1)
    victim()`,
  'stack written far beyond its size': `
def victim(): pass
victim.__code__ = victim.__code__.replace(co_code=bytes([128, 0]) + bytes([82, 0]) * 30_000 + bytes([35, 0]), co_stacksize=1)
victim()`,
  'locals that do not exist': `
def victim(): return None
for op in range(80, 120):
    try: victim.__code__ = victim.__code__.replace(co_code=bytes([128, 0, op, 250, 35, 0]), co_nlocals=0, co_varnames=())
    except ValueError: continue
    victim()`,
  'an endless loop over its own memory': `
buffer = bytearray(300_000)
while True:
    for i in range(0, 300_000, 4_096): buffer[i] ^= 255`,
  'memory until there is no more': `
hoard = []
while True: hoard.append(bytearray(3_333_333))`,
  'exit in the middle': `
import os
state = bytearray(50_000)
os._exit(3)`,
  abort: `
import os
state = [bytearray(500) for _ in range(500)]
os.abort()`,
};

const indent = (code: string) => code.trim().replaceAll(/^/gm, '    ');

/** A program that does the named writes one after the other, each with what it raises swallowed, and returns n + 1. */
export function writingProgram(names: readonly string[]): string {
  const steps = names.map((name, i) => `def step${i}():\n${indent(WRITES[name]!)}\n`);
  const calls = names.map((_, i) => `    try: step${i}()\n    except BaseException: pass\n`);
  return `${steps.join('')}def solution(n):\n${calls.join('')}    return n + 1\n`;
}

/** Between one and four of them, drawn with `rng`. */
export function randomWrites(rng: Rng): string[] {
  const names = Object.keys(WRITES);
  return Array.from({ length: rng.int(1, 4) }, () => rng.pick(names));
}
