/** Fragments that use up what there is: memory, steps, output, time. Each is short on its own or ended by a budget. */

import { fragments } from './fragment.ts';

export const RESOURCES = fragments({
  'holds a lot of memory': `globals()['held'] = bytearray(55_000_000)`,
  'holds memory in small pieces': `globals()['pieces'] = [bytes(3000) for _ in range(6000)]`,
  'holds a full heap': `
held = []
try:
    while True: held.append(bytearray(4_000_000))
except MemoryError: pass
globals()['held'] = held`,
  'fills the heap to the last byte': `
held = []
for size in (4_000_000, 100_000, 5_000):
    try:
        while True: held.append(bytearray(size))
    except MemoryError: pass
globals()['held'] = held`,
  'memory bomb': `
x = []
while True: x.append(bytearray(10 ** 6))`,
  'memory bomb that is caught and thrown again': `
def bomb():
    x = 'a' * 1000
    while True: x += x
for _ in range(3):
    try: bomb()
    except MemoryError: pass
bomb()`,
  'one impossible allocation': `
for act in (lambda: bytearray(2 ** 31 - 1), lambda: [0] * 2 ** 29, lambda: 'a' * (2 ** 31 - 1), lambda: b'x' * 2 ** 30, lambda: 1 << 2 ** 30):
    try: act()
    except (MemoryError, OverflowError): pass`,
  'memory in holes': `
xs = [bytearray(10_000) for _ in range(1500)]
del xs[::2]
globals()['holes'] = xs`,
  'heap that grew and was given back': `
x = bytearray(50_000_000)
x[::4096] = b'\\xff' * len(x[::4096])
del x`,
  'dirties its memory': `
x = bytearray(b'\\xaa') * 20_000_000
globals()['dirty'] = x`,
  'out of memory in a finalizer': `
class D:
    def __del__(self):
        x = []
        while True: x.append(bytearray(10 ** 6))
D()`,
  'arenas without end': `
globals()['objects'] = [object() for _ in range(60_000)]
globals()['floats'] = [float(i) for i in range(60_000)]`,
  'infinite loop': `while True: pass`,
  'infinite loop that swallows everything': `
while True:
    try:
        while True: pass
    except BaseException: pass`,
  'loop in an iterator of C': `
import itertools
sum(itertools.repeat(1))`,
  'loop through a C callback': `
import itertools
list(filter(lambda x: False, itertools.count()))`,
  'loop in a finally': `
try: pass
finally:
    while True: pass`,
  'killed inside a finalizer': `
class D:
    def __del__(self):
        while True: pass
D()`,
  'killed inside sort': `
class S:
    def __lt__(self, other):
        while True: pass
sorted([S(), S()])`,
  'killed inside a dict lookup': `
class K:
    def __hash__(self): return 1
    def __eq__(self, other):
        while True: pass
{K(): 1, K(): 2}`,
  'killed inside an import': `
import sys
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        while True: pass
sys.meta_path.insert(0, Finder)
import something_new`,
  'killed inside gc': `
import gc
def forever(phase, info):
    while True: pass
gc.callbacks.append(forever)
gc.collect()`,
  'killed inside an audit hook': `
import sys
def hook(event, args):
    while True: pass
sys.addaudithook(hook)
compile('1', 'x', 'eval')`,
  'killed inside a trace function': `
import sys
def trace(*a):
    while True: pass
sys.settrace(trace)
(lambda: 1)()`,
  'long arithmetic': `
x = 3 ** 20_000
y = x * x % (x - 7)
globals()['y'] = y`,
  'regular expression that explodes': `
import re
re.match('(a+)+$', 'a' * 26 + 'b')`,
  'sleeps too long': `
import time
time.sleep(10 ** 6)`,
  'waits for the clock': `
import time
end = time.monotonic() + 60
while time.monotonic() < end: pass`,
  'output flood': `
while True: print('x' * 1000)`,
  'much output, within limits': `
for i in range(300): print('line', i)`,
  'output in one piece': `
import sys
sys.stdout.write('y' * 40_000); sys.stdout.flush()`,
  'output of other descriptors': `
import os
for fd in (1, 2, 3, 99):
    try: os.write(fd, b'raw')
    except OSError: pass`,
  'output limit inside a finalizer': `
class D:
    def __del__(self):
        while True: print('z' * 5000)
D()`,
  'reads standard input': `
try: input()
except EOFError: pass
import sys
sys.stdin.read()`,
});
