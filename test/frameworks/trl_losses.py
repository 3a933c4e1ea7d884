"""TRL's own numbers for a batch that was sampled elsewhere: GRPOTrainer and RLOOTrainer with nothing replaced but `_generate`.

Reads a job (JSON) from the file in argv[1]. `checkpoints` are Hugging Face folders with the weights that sampled in the
trainer's place (`old`), the weights now (`current`) and the reference; `batches` hold token ids, the sampler's log-probs
and rewards; `cases` say which batch goes through which settings. The trainer scores the batch under `old` and the reference
and makes advantages of the rewards (`_generate_and_score_completions`); then the weights become `current`, the loss is
computed (`compute_loss`) and differentiated. Prints a line of JSON with the versions, then one for each case; the gradient
goes to a file of float32, in the order of `layout`.
"""

import json
import os
import sys
import warnings

import numpy
import torch
import transformers
import trl
from datasets import Dataset
from transformers import AutoTokenizer, GPT2LMHeadModel
from transformers.utils import logging
from trl import GRPOConfig, GRPOTrainer, RLOOConfig, RLOOTrainer
from trl.trainer.utils import split_tensor_dict

TRAINERS = {"grpo": (GRPOTrainer, GRPOConfig), "rloo": (RLOOTrainer, RLOOConfig)}


def make_trainer(job, case, rewards):
    """A trainer of its own for each case, so that no setting and no metric outlives it."""
    trainer_class, config_class = TRAINERS[case["trainer"]]
    parts = case["parts"]
    config = config_class(
        output_dir=os.path.join(job["folder"], "trainer"),
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        per_device_train_batch_size=len(rewards) // parts,
        steps_per_generation=parts,
        gradient_accumulation_steps=parts if case["accumulated"] else 1,
        num_generations=job["groupSize"],
        max_completion_length=job["maxNewTokens"],
        learning_rate=0.0,
        shuffle_dataset=False,
        report_to="none",
        disable_tqdm=True,
        **case["settings"],
    )
    trainer = trainer_class(
        # The trainer loads its reference from where the model came from.
        model=GPT2LMHeadModel.from_pretrained(job["checkpoints"]["reference"], dtype=torch.float32),
        processing_class=AutoTokenizer.from_pretrained(job["checkpoints"]["reference"]),
        reward_funcs=lambda completions, **_: rewards,
        args=config,
        train_dataset=Dataset.from_dict({"prompt": [""]}),
    )
    if case["positions"]:
        tell_positions(trainer.model)
        tell_positions(trainer.ref_model)
    # The training loop would set it.
    trainer.current_gradient_accumulation_steps = config.gradient_accumulation_steps
    return trainer


def tell_positions(model):
    """Counts positions from the first token that is not padding, as `generate` does."""
    forward = model.forward

    def told(*args, attention_mask, **kwargs):
        positions = (attention_mask.cumsum(1) - 1).clamp(min=0)
        return forward(*args, attention_mask=attention_mask, position_ids=positions, **kwargs)

    model.forward = told


def score(trainer, case, batch):
    """Advantages, old and reference log-probs, as the trainer makes them of completions."""
    texts = trainer.processing_class.batch_decode(batch["completions"], skip_special_tokens=True)
    if case["trainer"] == "rloo":
        trainer._generate = lambda prompts: (batch["prompts"], batch["completions"], texts)
    else:
        logps = batch["samplerLogProbs"] if case["corrected"] else None
        trainer._generate = lambda prompts: (
            batch["prompts"], batch["completions"], None, texts, logps, {}, None, None,
        )  # fmt: skip
        # vLLM itself is not needed, only what the trainer does with its log-probs.
        trainer.use_vllm = case["corrected"]
    return trainer._generate_and_score_completions([{"prompt": ""} for _ in batch["prompts"]])


def gradient_of(model, layout):
    parameters = dict(model.named_parameters())
    return torch.cat([parameters[f"transformer.{name}"].grad.reshape(-1) for name in layout])


def run_case(job, case, weights):
    batch = job["batches"][case["batch"]]
    rewards = [None if reward is None else float(reward) for reward in batch["rewards"]]
    trainer = make_trainer(job, case, rewards)
    model = trainer.model
    model.train()
    model.load_state_dict(weights["current" if case["onPolicy"] else "old"])
    inputs = score(trainer, case, batch)
    model.load_state_dict(weights["current"])
    # As `_prepare_inputs` does, without the shuffling in between.
    pieces = split_tensor_dict(inputs, case["parts"])
    loss = 0.0
    for piece in pieces if case["accumulated"] else pieces[:1]:
        part = trainer.compute_loss(model, piece)
        part.backward()
        loss += part.item()
    gradient = gradient_of(model, job["layout"])
    gradient.numpy().astype(numpy.float32).tofile(os.path.join(job["folder"], f"{case['id']}.f32"))
    metrics = {name: sum(values) / len(values) for name, values in trainer._metrics["train"].items()}
    old = inputs.get("old_per_token_logps")
    ratio = inputs.get("importance_sampling_ratio")
    return {
        "loss": loss,
        "gradNorm": gradient.double().norm().item(),
        "advantages": inputs["advantages"].tolist(),
        "oldLogProbs": None if old is None else old.tolist(),
        "correction": None if ratio is None else ratio.expand(-1, inputs["completion_ids"].size(1)).tolist(),
        "metrics": {name: value for name, value in metrics.items() if isinstance(value, float)},
    }


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    load = lambda name: GPT2LMHeadModel.from_pretrained(job["checkpoints"][name], dtype=torch.float32).state_dict()
    weights = {name: load(name) for name in ("old", "current")}
    versions = {module.__name__: module.__version__ for module in (trl, transformers, torch)}
    print(json.dumps(versions), flush=True)
    for case in job["cases"]:
        print(json.dumps(run_case(job, case, weights)), flush=True)


main()
