/** Groups of veRL's keys. */

export const ACTOR = 'actor_rollout_ref.actor';
export const ROLLOUT = 'actor_rollout_ref.rollout';
export const MODEL = 'actor_rollout_ref.model';
