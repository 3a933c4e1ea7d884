/** Values across the border, through the real interpreter: plain data comes back exactly, everything else is refused. */

import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { exact, plainValue } from '../../../test/support/python-values.ts';
import { repr } from '../../core/repr.ts';
import type { PyValue } from '../../core/value.ts';
import { type CallOutcome, nodeEngine, runCalls } from '../node.ts';
import { MAX_DEPTH } from './marshal-read.ts';

beforeAll(async () => {
  await nodeEngine();
});

const list = (items: readonly PyValue[]): PyValue => ({ type: 'list', items });
const taken = (outcome: CallOutcome | undefined): PyValue => {
  if (outcome !== undefined && 'value' in outcome) return outcome.value;
  throw new Error(`expected a value, got ${JSON.stringify(outcome)}`);
};

test('every plain value comes back as it went in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plainValue, { minLength: 30, maxLength: 40, size: 'max' }), async (values) => {
      const echoes = await runCalls(
        'def solution(x): return x\n',
        'solution',
        values.map((value) => [value]),
      );
      expect(echoes.map((echo) => exact(taken(echo)))).toEqual(values.map(exact));
    }),
    { numRuns: 15 },
  );
});

/** What Python thinks of the argument must be what its `repr` says: an echo alone could hide two errors that cancel. */
const SAME = `import math
nan, inf = math.nan, math.inf
def one(a, b): return a == b and math.copysign(1, a) == math.copysign(1, b) or a != a and b != b
def same(a, b):
    if type(a) is not type(b): return False
    if type(a) is float: return one(a, b)
    if type(a) is complex: return one(a.real, b.real) and one(a.imag, b.imag)
    if type(a) in (list, tuple): return len(a) == len(b) and all(map(same, a, b))
    if type(a) is dict: return same(list(a.items()), list(b.items()))
    if type(a) in (set, frozenset): return len(a) == len(b) and all(any(same(x, y) for y in b) for x in a)
    return a == b
def solution(value, text): return same(value, eval(text))
`;

test('Python sees the value that its repr describes', async () => {
  const withoutSignedZeroParts = plainValue.filter((value) => !exact(value).includes('complex'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(withoutSignedZeroParts, { minLength: 20, maxLength: 30, size: 'max' }),
      async (values) => {
        const answers = await runCalls(
          SAME,
          'solution',
          values.map((value) => [value, { type: 'str', value: repr(value) }]),
        );
        expect(answers.map((answer) => exact(taken(answer)))).toEqual(values.map(() => 'bool true'));
      },
    ),
    { numRuns: 10 },
  );
});

const CLASSES = `import array, collections, datetime, decimal, enum, fractions, functools, io, itertools, operator, re, types, weakref
class I(int): pass
class F(float): pass
class C(complex): pass
class S(str): pass
class B(bytes): pass
class L(list): pass
class T(tuple): pass
class D(dict): pass
class X(set): pass
class Z(frozenset): pass
class MyCounter(collections.Counter): pass
class MyOrdered(collections.OrderedDict): pass
class MyDefault(collections.defaultdict): pass
class Color(enum.Enum): RED = 1
class Number(enum.IntEnum): ONE = 1
class Word(str, enum.Enum): A = 'a'
class Liar:
    __class__ = int
    def __eq__(self, other): return True
    def __hash__(self): return 1
    def __index__(self): return 1
class Meta(type):
    def __eq__(self, other): return True
    __hash__ = type.__hash__
class Fake(metaclass=Meta): pass
Fake.__name__ = Fake.__qualname__ = 'int'
Point = collections.namedtuple('Point', 'x y')
def generator(): yield 1
async def coroutine(): pass
class Agen:
    async def g(self): yield 1
`;

const OPAQUE = [
  ...['I(1)', 'F(1.0)', 'C(1j)', 'S("a")', 'B(b"a")', 'L([1])', 'T((1,))', 'D(a=1)', 'X({1})', 'Z({1})'],
  ...[
    'MyCounter("a")',
    'MyOrdered(a=1)',
    'MyDefault(int, a=1)',
    'Color.RED',
    'Number.ONE',
    'Word.A',
    'Liar()',
    'Fake()',
    'Fake',
  ],
  ...[
    'Point(1, 2)',
    'generator()',
    'coroutine().__await__()',
    'Agen().g()',
    'decimal.Decimal(1)',
    'fractions.Fraction(1, 2)',
  ],
  ...[
    'range(3)',
    'bytearray(b"x")',
    'memoryview(b"x")',
    'slice(1)',
    '...',
    'NotImplemented',
    'object()',
    'int',
    'type',
    'len',
  ],
  ...[
    'generator',
    '(lambda: 1)',
    '(lambda: 1).__code__',
    '[].append',
    'I(1).bit_length',
    'str.upper',
    'property()',
    'types',
  ],
  ...[
    'iter([])',
    'iter(())',
    'iter({})',
    'iter("")',
    'iter(set())',
    'iter(range(2))',
    'zip()',
    'map(str, [])',
    'filter(None, [])',
  ],
  ...[
    'enumerate([])',
    'reversed([])',
    'itertools.count()',
    '{}.keys()',
    '{}.values()',
    '{}.items()',
    'types.MappingProxyType({})',
  ],
  ...[
    'collections.deque()',
    'collections.ChainMap()',
    'collections.UserDict()',
    'array.array("i")',
    'datetime.date(2020, 1, 1)',
  ],
  ...[
    're.match("a", "a")',
    're.compile("a")',
    'ValueError(1)',
    'types.SimpleNamespace()',
    'functools.partial(int)',
    'io.StringIO()',
  ],
  ...[
    'weakref.ref(Liar)',
    'operator.itemgetter(1)',
    'list[int]',
    'int | str',
    'types.CellType(1)',
    'super(I, I(1))',
    'staticmethod(len)',
  ],
];

const opaque = async (expressions: readonly string[]) => {
  const code = `${CLASSES}${expressions.map((text, i) => `def f${i}(): return ${text}\n`).join('')}def solution(i): return globals()['f%d' % i]()\n`;
  const calls = expressions.map((_, i): PyValue[] => [{ type: 'int', value: BigInt(i) }]);
  return runCalls(code, 'solution', calls);
};

const refused = { outcome: 'wrong_answer', error: expect.stringMatching(/^(value|marshal): /) };

test('what is not plain data is refused', async () => {
  const outcomes = await opaque(OPAQUE);
  expect(Object.fromEntries(OPAQUE.map((text, i) => [text, outcomes[i]]))).toEqual(
    Object.fromEntries(OPAQUE.map((text) => [text, refused])),
  );
});

/** Ways to hide a value inside plain data; `@` is its place. */
const WRAPPERS = [
  '[@]',
  '(1, @)',
  '{1: @}',
  '[[], {"k": (@,)}]',
  '[b"x", @]',
  '(@, @)',
  'collections.OrderedDict(a=@)',
  '[0] * 50 + [@]',
];

test('and so is plain data that holds such a thing anywhere', async () => {
  const wrapped = fc
    .tuple(fc.constantFrom(...OPAQUE), fc.array(fc.constantFrom(...WRAPPERS), { minLength: 1, maxLength: 5 }))
    .map(([inner, around]) => around.reduce((text, wrapper) => wrapper.replaceAll('@', () => text), inner));
  await fc.assert(
    fc.asyncProperty(fc.array(wrapped, { minLength: 20, maxLength: 20 }), async (expressions) => {
      expect(await opaque(expressions)).toEqual(expressions.map(() => refused));
    }),
    { numRuns: 8 },
  );
});

test('as a key or a member too', async () => {
  const keys = OPAQUE.slice(0, 5).concat(
    'Z({1})',
    'Color.RED',
    'Liar()',
    'Point(1, 2)',
    'decimal.Decimal(1)',
    '...',
    'len',
    'T((1,))',
  );
  const expressions = keys.flatMap((key) => [`{${key}: 1}`, `{${key}}`, `frozenset([(1, ${key})])`]);
  expect(await opaque(expressions)).toEqual(expressions.map(() => refused));
});

test.each([
  ['a list', 'x = []\n    x.append(x)'],
  ['a dict', 'x = {}\n    x[1] = x'],
  ['a list in a tuple', 'y = []\n    x = (y,)\n    y.append(x)'],
  ['three in a circle', 'x, y, z = [], {}, []\n    x.append(y); y["z"] = z; z.append(x)'],
  ['beside bytes', 'x = [b""]\n    x.append(x)'],
  ['an OrderedDict', 'import collections\n    x = collections.OrderedDict()\n    x["x"] = [x]'],
])('%s that contains itself is refused', async (_, build) => {
  expect(await runCalls(`def solution():\n    ${build}\n    return x\n`, 'solution', [[]])).toEqual([refused]);
});

test.each([
  ['list', '[x]', '0'],
  ['tuple', '(x,)', '0'],
  ['dict', '{1: x}', '0'],
  ['list beside bytes', '[x]', 'b""'],
  ['frozenset', 'frozenset([x])', '0'],
])('a %s as deep as the limit is taken, a deeper one refused', async (_, wrap, leaf) => {
  const code = `def solution(n):\n    x = ${leaf}\n    for _ in range(n): x = ${wrap}\n    return x\n`;
  const depths = [MAX_DEPTH - 1, MAX_DEPTH + 2, 1900].map((depth): PyValue[] => [
    { type: 'int', value: BigInt(depth) },
  ]);
  const outcomes = await runCalls(code, 'solution', depths);
  expect(outcomes[0]).toHaveProperty('value');
  expect(outcomes.slice(1)).toEqual([refused, refused]);
});

test('sets in sets are taken in linear time, though marshal would double it with every level', async () => {
  const code =
    'def solution(n):\n    x = y = 0\n    for i in range(n): x, y = frozenset([x, i]), (frozenset([y]),)\n    return [x, y]\n';
  const depths = [3, 60].map((depth): PyValue[] => [{ type: 'int', value: BigInt(depth) }]);
  const [shallow, deep] = await runCalls(code, 'solution', depths);
  expect(exact(taken(shallow))).toBe(
    'list(frozenset(frozenset(frozenset(int 0); int 1); int 2); tuple(frozenset(tuple(frozenset(tuple(frozenset(int 0)))))))',
  );
  expect(exact(taken(deep)).match(/frozenset/g)).toHaveLength(120);
});

test('and sets that share such sets are refused, not written out', async () => {
  const code =
    'def solution():\n    x = frozenset()\n    for _ in range(60): x = frozenset([x, (x,)])\n    return {x}\n';
  expect(await runCalls(code, 'solution', [[]])).toEqual([refused]);
});

test.each(['"a" * 2 ** 20', '[0] * 2 ** 18', 'b"a" * 2 ** 20', '1 << 9_000_000', '[b""] * 300_000'])(
  '%s is too large',
  async (expression) => {
    const limits = { ticksPerTest: 1_000_000, wallMs: 120_000 };
    expect(await runCalls(`def solution(): return ${expression}\n`, 'solution', [[]], limits)).toEqual([refused]);
  },
);

test('Counter, OrderedDict and defaultdict are the dicts they hold, whatever their methods say', async () => {
  const code = `import collections
def lie(self, *a): raise KeyError
for name in ('items', 'keys', '__iter__', '__getitem__', '__missing__', 'elements'):
    setattr(collections.Counter, name, lie)
def solution():
    counter = collections.Counter()
    dict.__setitem__(counter, 'a', 2)
    return [counter, collections.OrderedDict([(2, 1), (1, 2)]), collections.defaultdict(list, {(): b''})]
`;
  const [outcome] = await runCalls(code, 'solution', [[]]);
  const dict = (key: PyValue, value: PyValue) => [key, value] as const;
  const int = (value: number): PyValue => ({ type: 'int', value: BigInt(value) });
  const expected = list([
    { type: 'dict', entries: [dict({ type: 'str', value: 'a' }, int(2))] },
    { type: 'dict', entries: [dict(int(2), int(1)), dict(int(1), int(2))] },
    { type: 'dict', entries: [dict({ type: 'tuple', items: [] }, { type: 'bytes', value: new Uint8Array() })] },
  ]);
  expect(exact(taken(outcome))).toBe(exact(expected));
});
