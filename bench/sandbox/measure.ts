/** Times several ways of doing the same side by side: round by round, each way once in every round, the least of all rounds kept. */

/** Milliseconds: wall time, and time of all threads of this process, which a busy machine bends less. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

export async function cost(work: () => unknown): Promise<Cost> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}

/** Least wall and least CPU time of each way; `per` things are done in one go. `tidy` runs untimed behind each. */
export async function sideBySide<Name extends string>(
  rounds: number,
  per: number,
  ways: Readonly<Record<Name, () => unknown>>,
  tidy: () => void = () => undefined,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(ways) as Name[];
  const least = Object.fromEntries(names.map((name) => [name, { wall: Infinity, cpu: Infinity }]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { wall, cpu } = await cost(ways[name]);
      tidy();
      const before = least[name]!;
      least[name] = { wall: Math.min(before.wall, wall / per), cpu: Math.min(before.cpu, cpu / per) };
    }
  }
  return least as Record<Name, Cost>;
}

/** Three significant digits. */
export const round = (value: number) => Number(value.toPrecision(3));
