/** The rewards that a run may choose, as data: names, ranges, sources, weaknesses. What they compute is in `verify/reward`. */

import type { AnalysisLayer } from './analysis.ts';

/** What a reward looks at besides the verdict: analyses of the program, or its cost beside the reference solution. */
export type RewardNeed = AnalysisLayer | 'cost';

export interface RewardInfo {
  readonly label: string;
  /** One sentence for a person who has to choose. */
  readonly help: string;
  /** Lowest and highest total, both reached. */
  readonly range: readonly [low: number, high: number];
  /** Paper with section, or seed document. */
  readonly source: string;
  /** How a policy can earn without solving the task, or what it is taught besides. */
  readonly weakness: string;
  readonly needs: readonly RewardNeed[];
  /** Layers pay only for programs that pass all tests, so that no other program has to be looked at. */
  readonly gated: boolean;
}

/** The four layers of the article on RLVR and GRPO (document 003): syntax, lint with types, tests, complexity with cost. */
const FOUR_LAYERS = ['syntax', 'lint', 'types', 'complexity', 'cost'] as const satisfies readonly RewardNeed[];

export const REWARDS = {
  binary: {
    label: 'All or nothing',
    help: '1 when every visible test passes, else 0.',
    range: [0, 1],
    source:
      'DeepCoder (Agentica and Together AI, 2025): sparse outcome reward; the lecture’s own code (document 002), binary reward',
    weakness: 'A problem that no sample of a group solves teaches nothing at all.',
    needs: [],
    gated: false,
  },
  fraction: {
    label: 'Share of tests',
    help: 'The share of visible tests that pass.',
    range: [0, 1],
    source:
      'The lecture’s own code (document 002), partial credit; APPS (Hendrycks et al. 2021, arXiv:2105.09938), average test accuracy',
    weakness:
      'Half right is paid for: a popular mistake, or a constant that some tests expect, can be learned for good.',
    needs: [],
    gated: false,
  },
  'rlef-article': {
    label: 'RLEF, as the article has it',
    help: '1 when every test passes, −0.5 without a program that compiles, else the share of tests less 0.1 for a spent time budget.',
    range: [-0.5, 1],
    source: 'An article on RLEF (document 004), reward shaping',
    weakness: 'Partial credit as in the share of tests; a program that fails at once beats one that fails late.',
    needs: [],
    gated: false,
  },
  rlef: {
    label: 'RLEF, as the paper has it',
    help: '1 when every test passes, −1 when one fails, −0.2 without a program that compiles; with the advantage turn-value also −0.2 for each earlier attempt without one.',
    range: [-1, 1],
    source: 'RLEF (Gehring et al. 2024, arXiv:2410.02089 §2)',
    weakness: 'With a single turn, no program at all (−0.2) is worth more than an honest attempt that fails (−1).',
    needs: [],
    gated: false,
  },
  coderl: {
    label: 'CodeRL',
    help: '−1 without a program that compiles, −0.6 when it crashes or is stopped, −0.3 when a test fails, 1 when all pass.',
    range: [-1, 1],
    source: 'CodeRL (Le et al. 2022, arXiv:2207.01780), return by unit test signals',
    weakness:
      'Returning anything at all is worth 0.3 more than an attempt that crashes, whether it is near the answer or not.',
    needs: [],
    gated: false,
  },
  'four-layers': {
    label: 'Four layers',
    help: '0.2 for syntax, 0.2 for lint and types, 0.4 for the share of tests, 0.2 for complexity and cost; 0 when syntax fails.',
    range: [0, 1],
    source: 'An article on RLVR and GRPO (document 003 §2)',
    weakness: 'A tidy stub earns 0.6 without passing a single test.',
    needs: FOUR_LAYERS,
    gated: false,
  },
  'gated-layers': {
    label: 'Four layers behind the tests',
    help: '0.4 for the share of tests; the other layers pay their 0.6 only when every test passes.',
    range: [0, 1],
    source: 'An article on RLVR and GRPO (document 003 §2), with its hole closed',
    weakness: 'Partial credit for tests stays, and among right programs the checkers’ taste decides.',
    needs: FOUR_LAYERS,
    gated: true,
  },
  brevity: {
    label: 'Short programs',
    help: '0.8 for the share of tests, and up to 0.2 for being as short as the reference once every test passes.',
    range: [0, 1],
    source:
      'An article on RLVR and GRPO (document 003 §3), layer 4 (conciseness), measured against the reference instead of 80 lines',
    weakness: 'Rewards code golf: short names and dense expressions pay.',
    needs: [],
    gated: true,
  },
  format: {
    label: 'Tests and form',
    help: '0.9 for the share of tests, 0.1 for a program that is the wanted function, imports, and nothing else.',
    range: [0, 1],
    source: 'DeepSeek-R1 (2025, arXiv:2501.12948 §2.2.2), accuracy and format rewards',
    weakness: 'A well-formed stub earns 0.1 without passing a single test.',
    needs: [],
    gated: false,
  },
} as const satisfies Record<string, RewardInfo>;

export type RewardName = keyof typeof REWARDS;

export const REWARD_NAMES = Object.keys(REWARDS) as readonly RewardName[];

/** Everything that a reward can be made of. */
export const REWARD_COMPONENTS = [
  'all_tests',
  'tests',
  'outcome',
  'time',
  'syntax',
  'lint',
  'types',
  'complexity',
  'cost',
  'brevity',
  'format',
  'overlong',
] as const;

export type RewardComponentName = (typeof REWARD_COMPONENTS)[number];

/** One part of a reward: what was found, what it is worth, and why. */
export interface RewardComponent {
  readonly name: RewardComponentName;
  /** null: not looked at, because its tool or its measure was missing or because it could not have paid. */
  readonly value: number | null;
  /** What a value of 1 can add to the reward. */
  readonly weight: number;
  /** What it did add; over all components this is the reward. */
  readonly paid: number;
  /** One sentence for a person. */
  readonly reason: string;
}
