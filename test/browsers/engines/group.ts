/** What the system tells of a browser's processes: which they are, and how much processor time they have used. */

import { readdirSync, readFileSync } from 'node:fs';

/** `sysconf(_SC_CLK_TCK)` of every Linux that a browser runs on. */
const CLOCK_TICKS_PER_SECOND = 100;

/** The fields of /proc/PID/stat behind the name, which may hold blanks itself; undefined when the process has ended. */
function statOf(id: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Members of a process group; none where there is no /proc. */
export function groupOf(leader: number): number[] {
  try {
    const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return ids.map(Number).filter((id) => Number(statOf(id)?.[2]) === leader);
  } catch {
    return [];
  }
}

/** Processor time of processes with all their threads, seconds; NaN where the system does not tell. */
export function processorSeconds(processes: readonly number[]): number {
  const used = processes.map((id) => {
    const fields = statOf(id);
    return fields === undefined ? 0 : Number(fields[11]) + Number(fields[12]);
  });
  return used.length === 0 ? Number.NaN : used.reduce((sum, one) => sum + one, 0) / CLOCK_TICKS_PER_SECOND;
}
