"""veRL's core functions on tables from elsewhere: values, losses, and their derivatives by autograd.

Reads a job (JSON) from the file in argv[1]: `source` is a checkout of veRL, `tables` are `[B][T]` (or `[B]`) numbers by name,
`calls` say which function sees which tables. Only `verl/trainer/ppo/core_algos.py` and the helpers beside it run: the packages
around them, which want Ray and a GPU stack, are left empty. Prints a line of JSON for each call.
"""

import importlib
import json
import os
import sys
import types
import warnings

import numpy
import torch


def load_core(source):
    """`core_algos` of the checkout, without the `__init__` of any package on the way."""
    for name in ("verl", "verl.utils", "verl.trainer", "verl.trainer.ppo", "verl.workers"):
        package = types.ModuleType(name)
        package.__path__ = [os.path.join(source, *name.split("."))]
        sys.modules[name] = package
    for name, contents in {
        "omegaconf": {"DictConfig": dict},
        "tensordict": {"TensorDict": dict},
        "verl.protocol": {"DataProto": object},
        "verl.trainer.config": {"AlgoConfig": type("AlgoConfig", (), {})},
        "verl.trainer.config.algorithm": {"RolloutCorrectionConfig": object},
        "verl.workers.config": {"ActorConfig": ActorConfig},
        "verl.workers.config.actor": {"PolicyLossConfig": object},
    }.items():
        module = types.ModuleType(name)
        vars(module).update(contents)
        sys.modules[name] = module
    groupwise = importlib.import_module("verl.utils.groupwise")
    vars(sys.modules["verl.utils"]).update(
        as_torch_index=groupwise.as_torch_index, group_mean_std=groupwise.group_mean_std
    )
    return importlib.import_module("verl.trainer.ppo.core_algos")


class ActorConfig:
    """The fields that the policy losses read."""

    def __init__(self, fields):
        self.fields = fields
        self.clip_ratio = 0.2
        self.clip_ratio_low = fields["clip_ratio_low"]
        self.clip_ratio_high = fields["clip_ratio_high"]
        self.global_batch_info = {}

    def get(self, name, default=None):
        return self.fields.get(name, default)


def differentiable(table):
    return table.clone().requires_grad_()


def advantages(core, tables, function, **options):
    made, returns = getattr(core, function)(
        token_level_rewards=tables["rewards"].clone(), response_mask=tables["mask"], index=tables["group"], **options
    )
    return {"table": made.tolist()}


def gae(core, tables, mask, gamma, lam):
    mask = tables[mask]
    made, returns = core.compute_gae_advantage_return(tables["rewards"], tables["oldValue"], mask, gamma, lam)
    return {"table": (made * mask).tolist(), "returns": (returns * mask).tolist()}


def policy_loss(core, tables, loss, aggregation, config, corrected=False):
    log_prob = differentiable(tables["logProb"])
    value, metrics = core.get_policy_loss_fn(loss)(
        old_log_prob=tables["oldLogProb"],
        log_prob=log_prob,
        advantages=tables["advantage"],
        response_mask=tables["mask"],
        loss_agg_mode=aggregation,
        config=ActorConfig(config),
        rollout_is_weights=tables["correction"] if corrected else None,
    )
    value.backward()
    return {"value": value.item(), "gradient": log_prob.grad.tolist(), "share": metrics["actor/pg_clipfrac"]}


def kl(core, tables, estimator):
    log_prob = differentiable(tables["logProb"])
    table = core.kl_penalty(log_prob, tables["refLogProb"], estimator)
    (table * tables["mask"]).sum().backward()
    return {"table": table.tolist(), "gradient": log_prob.grad.tolist()}


def value_loss(core, tables, clip, aggregation):
    value = differentiable(tables["value"])
    loss, share = core.compute_value_loss(
        value, tables["target"], tables["oldValue"], tables["mask"], clip, loss_agg_mode=aggregation
    )
    loss.backward()
    return {"value": loss.item(), "gradient": value.grad.tolist(), "share": share.item()}


def kl_controller(core, tables, coefficient, target, horizon, kl, completions):
    controller = core.AdaptiveKLController(coefficient, target, horizon)
    controller.update(kl, completions)
    return {"value": float(controller.value)}


def correction(core, tables, level, cap):
    helper = importlib.import_module("verl.trainer.ppo.rollout_corr_helper")
    log_ratio = tables["oldLogProb"] - tables["samplerLogProb"]
    weights, _ = helper.compute_rollout_correction_weights(log_ratio, tables["mask"], level, cap)
    return {"table": weights.tolist()}


FUNCTIONS = {f.__name__: f for f in (advantages, gae, policy_loss, kl, value_loss, kl_controller, correction)}


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    warnings.filterwarnings("ignore")
    core = load_core(job["source"])
    tables = {name: torch.tensor(rows, dtype=torch.float32) for name, rows in job["tables"].items()}
    tables["group"] = numpy.array(job["groups"])
    for call in job["calls"]:
        print(json.dumps(FUNCTIONS[call["function"]](core, tables, **call["arguments"])), flush=True)


main()
