/** A step on its way as rows of tiles: one row per group, in the order of the page. */

import type { DraftProgram, StepDraft } from '../../core/draft.ts';

export interface DraftRow {
  readonly group: number;
  readonly problemId: string;
  readonly programs: readonly DraftProgram[];
}

/** @param lecture ids of the ten, whose groups come first, in their order */
export function draftRows({ programs }: StepDraft, lecture: readonly string[]): DraftRow[] {
  const rows = new Map<number, DraftProgram[]>();
  for (const program of programs) {
    const row = rows.get(program.group);
    if (row === undefined) rows.set(program.group, [program]);
    else row.push(program);
  }
  const place = (id: string) => (lecture.includes(id) ? lecture.indexOf(id) : lecture.length);
  return [...rows]
    .map(([group, members]) => ({ group, problemId: members[0]!.problemId, programs: members }))
    .sort((a, b) => place(a.problemId) - place(b.problemId) || a.group - b.group);
}

export interface DraftCounts {
  readonly programs: number;
  readonly passed: number;
  /** With an advantage above and below 0. */
  readonly pushed: number;
  readonly held: number;
}

export function draftCounts({ programs }: StepDraft): DraftCounts {
  const count = (holds: (program: DraftProgram) => boolean) => programs.filter(holds).length;
  return {
    programs: programs.length,
    passed: count(({ verdict }) => verdict?.outcome === 'passed'),
    pushed: count(({ advantage }) => advantage !== null && advantage > 0),
    held: count(({ advantage }) => advantage !== null && advantage < 0),
  };
}
