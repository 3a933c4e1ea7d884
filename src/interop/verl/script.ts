/** `run_verl.sh`: veRL's trainer with every key that the run sets. */

import type { RunConfig } from '../../core/config.ts';
import type { Mapping, TheirValue } from '../mapping.ts';
import { VERL_VERSION } from './settings.ts';

/** Keys that are the script's own; values are as in a shell, `$HERE` being the folder of the script. */
const PLACES: readonly (readonly [key: string, value: string])[] = [
  ['data.train_files', '"$HERE/train.json"'],
  ['data.val_files', '"$HERE/val.json"'],
  // The rows stand in the order in which the run visits its problems.
  ['data.shuffle', 'False'],
  ['data.validation_shuffle', 'False'],
  ['data.truncation', 'error'],
  ['data.dataloader_num_workers', '0'],
  ['custom_reward_function.path', '"$HERE/greenbar_reward.py"'],
  ['custom_reward_function.name', 'compute_score'],
  ['reward_model.reward_manager', 'naive'],
  ['actor_rollout_ref.model.path', '"$HERE/model"'],
  ['actor_rollout_ref.model.use_remove_padding', 'False'],
  ['actor_rollout_ref.model.enable_gradient_checkpointing', 'False'],
  // As in the run: 32-bit floats.
  ['actor_rollout_ref.actor.fsdp_config.dtype', 'float32'],
  ['actor_rollout_ref.ref.fsdp_config.dtype', 'float32'],
  ['actor_rollout_ref.rollout.dtype', 'float32'],
  ['actor_rollout_ref.rollout.name', 'vllm'],
  ['actor_rollout_ref.rollout.tensor_model_parallel_size', '1'],
  ['actor_rollout_ref.rollout.gpu_memory_utilization', '0.4'],
  ['trainer.n_gpus_per_node', '"$GPUS"'],
  ['trainer.nnodes', '"$NODES"'],
  ['trainer.logger', '\'["console"]\''],
  ['trainer.project_name', 'greenbar'],
  ['trainer.save_freq', '-1'],
];

/** A key that the reference file does not hold, which Hydra wants marked. */
const ADDED: readonly (readonly [key: string, value: string])[] = [
  ['+actor_rollout_ref.model.override_config.attn_implementation', 'sdpa'],
];

const CRITIC: readonly (readonly [key: string, value: string])[] = [
  ['critic.model.path', '"$HERE/model"'],
  ['critic.model.use_remove_padding', 'False'],
  ['critic.ppo_micro_batch_size_per_gpu', '8'],
];

/** All keys of the script with their values as a shell reads them. */
export function scriptKeys({ mapped }: Mapping, config: RunConfig): (readonly [key: string, value: string])[] {
  const settings = mapped.flatMap(({ theirs }) => theirs).map(([key, value]) => [key, shellValue(value)] as const);
  return [...PLACES, ...ADDED, ...(config.algorithm.advantage === 'gae' ? CRITIC : []), ...settings];
}

export function runScript(mapping: Mapping, config: RunConfig): string {
  const lines = scriptKeys(mapping, config).map(([key, value]) => `  ${key}=${value} \\\n`);
  return `#!/usr/bin/env bash
# An experiment of Greenbar in veRL ${VERL_VERSION}; README.md says what each key stands for. Further keys may be given: bash run_verl.sh KEY=VALUE
set -euo pipefail

HERE="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"
GPUS="\${GPUS:-1}"
NODES="\${NODES:-1}"

python3 - <<'END'
import verl
wanted = "${VERL_VERSION}"
if not verl.__version__.startswith(wanted):
    print(f"warning: written for veRL {wanted}, found {verl.__version__}: keys may have moved")
END

python3 -m verl.trainer.main_ppo \\
${lines.join('')}  "$@"
`;
}

function shellValue(value: TheirValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  return /^[\w.-]+$/.test(value) ? value : `'${value}'`;
}
