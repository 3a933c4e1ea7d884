/** Long calls of different character: what the store barrier costs depends on how often the interpreter stores. */

export const HEAVY: Readonly<Record<string, string>> = {
  'integer loop': `
def solution():
    total = 0
    for i in range(200_000): total += i * i % 7
    return total`,
  calls: `
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
def solution(): return fib(21)`,
  'lists and dicts': `
def solution():
    values = sorted((i * 7919) % 10007 for i in range(40_000))
    counts = {}
    for value in values: counts[value] = counts.get(value, 0) + 1
    return len(counts)`,
  objects: `
class Point:
    def __init__(self, x): self.x, self.y = x, x
def solution(): return sum(Point(i).x for i in range(30_000))`,
  strings: `
def solution(): return len(''.join(str(i) for i in range(40_000)).replace('1', '22').split('3'))`,
  'big integers': `
def solution():
    product = 1
    for i in range(1, 2_500): product *= i
    return product % 1_000_007`,
};
