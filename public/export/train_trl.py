"""Goes on with an experiment of Greenbar in TRL: `python train.py`, or `python train.py --max-steps 3` to try it."""

import argparse
import json
import os

import torch
from datasets import load_dataset
from greenbar_reward import trl_reward
from transformers import AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

HERE = os.path.dirname(os.path.abspath(__file__))

with open(os.path.join(HERE, "settings.json"), encoding="utf-8") as file:
    SETTINGS = json.load(file)


def tell_positions(model):
    """
    Counts positions from the first token that is not padding. TRL pads prompts on the left and leaves GPT-2 to count the
    padding, which scores prompts of unequal length as if they stood further right.
    """
    forward = model.forward

    def told(*args, attention_mask=None, position_ids=None, past_key_values=None, **kwargs):
        if position_ids is None and attention_mask is not None and past_key_values is None:
            position_ids = (attention_mask.cumsum(1) - 1).clamp(min=0)
        return forward(
            *args, attention_mask=attention_mask, position_ids=position_ids, past_key_values=past_key_values, **kwargs
        )

    model.forward = told


def keeping(path):
    """The reward function, which also writes every completion with its reward to `path`."""

    def reward(prompts, completions, completion_ids, **columns):
        rewards = trl_reward(prompts, completions, completion_ids=completion_ids, **columns)
        with open(path, "a", encoding="utf-8") as file:
            for i, completion in enumerate(completions):
                row = {"problem": columns["problem"][i], "prompt": prompts[i], "completion": completion}
                row.update(ids=list(completion_ids[i]), reward=rewards[i])
                file.write(json.dumps(row) + "\n")
        return rewards

    return reward


def adapters():
    """LoRA adapters where the run trained those of an imported model."""
    if SETTINGS["lora"] is None:
        return None
    from peft import LoraConfig

    return LoraConfig(task_type="CAUSAL_LM", bias="none", lora_dropout=0.0, **SETTINGS["lora"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--max-steps", type=int, help="optimiser steps (all of the run)")
    parser.add_argument("--output", default=os.path.join(HERE, "trained"), help="folder for the trained model")
    parser.add_argument("--completions", help="file to write every completion to, with its reward")
    parser.add_argument("--all-sets", action="store_true", help="evaluate on held-out problems, too")
    options = parser.parse_args()

    settings = dict(SETTINGS["trl"])
    if options.max_steps is not None:
        settings["max_steps"] = options.max_steps
    config = GRPOConfig(
        output_dir=options.output,
        use_cpu=not torch.cuda.is_available(),
        # As in the run: 32-bit floats, of the reference, too.
        model_init_kwargs={"dtype": "float32"},
        bf16=False,
        gradient_checkpointing=False,
        # The rows stand in the order in which the run visits its problems.
        shuffle_dataset=False,
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        **settings,
    )
    folder = os.path.join(HERE, "model")
    data = load_dataset("json", data_files=os.path.join(HERE, "train.jsonl"), split="train")
    held_out = load_dataset("json", data_files=os.path.join(HERE, "eval.jsonl"), split="train")
    if not options.all_sets:
        held_out = held_out.filter(lambda row: row["set"] in ("lecture", "own"))
    trainer = GRPOTrainer(
        model=folder,
        processing_class=AutoTokenizer.from_pretrained(folder),
        reward_funcs=trl_reward if options.completions is None else keeping(options.completions),
        args=config,
        train_dataset=data,
        eval_dataset=held_out,
        peft_config=adapters(),
    )
    if trainer.model.config.model_type == "gpt2":
        tell_positions(trainer.model)
        if trainer.ref_model is not None:
            tell_positions(trainer.ref_model)
    trainer.train()
    trainer.save_model(options.output)


if __name__ == "__main__":
    main()
