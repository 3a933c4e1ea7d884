/** Policies that die on cue, as a lost GPU does: from one call on, all calls fail. */

import { EngineError } from '../../src/core/errors.ts';
import type { Policy } from '../../src/core/policy.ts';

export type MortalCall = 'sample' | 'score' | 'update' | 'setReference' | 'save' | 'load';

/**
 * @param dies asked before every call, with how many of its kind this policy has answered; true ends the engine. A death
 *   in an `update` is met after it was done: its weights are lost, as where the readback fails.
 */
export function mortalPolicy(policy: Policy, dies: (call: MortalCall, answered: number) => boolean): Policy {
  const answered = { sample: 0, score: 0, update: 0, setReference: 0, save: 0, load: 0 };
  let dead = false;
  const lost = () => new EngineError('device-lost', 'the device was lost: somebody pulled the plug');
  const live = async <T>(call: MortalCall, work: () => Promise<T>): Promise<T> => {
    const last = !dead && dies(call, answered[call]);
    dead ||= last;
    if (dead && !(last && call === 'update')) throw lost();
    const result = await work();
    if (dead) throw lost();
    answered[call]++;
    return result;
  };
  return {
    info: policy.info,
    memory: () => policy.memory(),
    sample: (...args) => live('sample', () => policy.sample(...args)),
    score: (...args) => live('score', () => policy.score(...args)),
    update: (...args) => live('update', () => policy.update(...args)),
    setReference: () => live('setReference', () => policy.setReference()),
    save: () => live('save', () => policy.save()),
    load: (state) => live('load', () => policy.load(state)),
    [Symbol.asyncDispose]: () => policy[Symbol.asyncDispose](),
  };
}
