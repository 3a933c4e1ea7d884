"""An exported folder in veRL's own code: its configuration, its data set class and its reward manager, without Ray and GPUs.

Reads a job (JSON) from the file in argv[1]: `source` is a checkout of veRL, `folder` the export, `keys` those of its script,
`completions` = [{problem, prompt (ids), completion (ids)}]. Of veRL run `rl_dataset.py`, `reward_manager/naive.py` and what they
need; packages around them stay empty, and `DataProto`, `DictConfig`, pictures and the reward registry are stood in for by what is used of
them. Prints one line of JSON.
"""

import importlib
import json
import os
import sys
import types
from collections import defaultdict

import datasets  # noqa: F401  before anything is stood in for
import torch
import yaml
from transformers import AutoTokenizer


class Item:
    def __init__(self, batch, non_tensor_batch):
        self.batch, self.non_tensor_batch = batch, non_tensor_batch


class Batch(list):
    """The items of a batch, with its responses as one table, as the reward manager asks for them."""

    @property
    def batch(self):
        return {"responses": torch.stack([item.batch["responses"] for item in self])}


class Config(dict):
    __getattr__ = dict.get


def load(source):
    for name in ("verl", "verl.utils", "verl.utils.dataset", "verl.utils.reward_score", "verl.workers", "verl.workers.reward_manager"):
        package = types.ModuleType(name)
        package.__path__ = [os.path.join(source, *name.split("."))]
        sys.modules[name] = package
    sys.modules["verl"].DataProto = Batch
    sys.modules["verl.utils.reward_score"].default_compute_score = None
    sys.modules["verl.workers.reward_manager"].register = lambda name: lambda cls: cls
    for name, contents in {
        "omegaconf": {"DictConfig": dict, "ListConfig": list},
        # Pictures, of which there are none.
        "PIL": {"Image": types.SimpleNamespace(Image=object)},
        "verl.utils.fs": {"copy_to_local": lambda src, **_: src},
        "verl.workers.reward_manager.abstract": {
            "AbstractRewardManager": type(
                "AbstractRewardManager", (), {"_extract_reward_from_rm_scores": lambda self, data, return_dict: None}
            ),
            "RawRewardFn": object,
        },
    }.items():
        module = types.ModuleType(name)
        vars(module).update(contents)
        sys.modules[name] = module
    dataset = importlib.import_module("verl.utils.dataset.rl_dataset")
    manager = importlib.import_module("verl.workers.reward_manager.naive")
    return dataset.RLHFDataset, manager.NaiveRewardManager, importlib.import_module("verl.utils.import_utils")


def unknown_keys(source, keys):
    """Keys that veRL's reference configuration does not hold; those with + are added, so that what is above them must be there."""
    with open(os.path.join(source, "verl/trainer/config/_generated_ppo_trainer.yaml"), encoding="utf-8") as file:
        config = yaml.safe_load(file)

    def holds(path):
        node = config
        for part in path:
            if not isinstance(node, dict) or part not in node:
                return False
            node = node[part]
        return True

    paths = [(key, key.lstrip("+").split(".")) for key in keys]
    return [key for key, path in paths if not holds(path[:-1] if key.startswith("+") else path)]


def rewards(manager_class, imports, tokenizer, folder, rows, completions):
    score = imports.load_extern_object(os.path.join(folder, "greenbar_reward.py"), "compute_score")
    manager = manager_class(tokenizer=tokenizer, num_examine=0, compute_score=score)
    width = max(len(one["prompt"]) for one in completions)
    length = max(len(one["completion"]) for one in completions)
    items = Batch()
    for one in completions:
        prompt, response = one["prompt"], one["completion"]
        left, right = width - len(prompt), length - len(response)
        batch = {
            "prompts": torch.tensor([0] * left + prompt),
            "responses": torch.tensor(response + [0] * right),
            "attention_mask": torch.tensor([0] * left + [1] * (len(prompt) + len(response)) + [0] * right),
        }
        row = rows[one["problem"]]
        items.append(Item(batch, {**row, "extra_info": dict(row["extra_info"])}))
    made = manager(items, return_dict=True)
    last = [len(one["completion"]) - 1 for one in completions]
    table = made["reward_tensor"]
    assert all(table[i].count_nonzero() == (table[i, at] != 0) for i, at in enumerate(last))
    return [table[i, at].item() for i, at in enumerate(last)], made["reward_extra_info"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    dataset_class, manager_class, imports = load(job["source"])
    folder = job["folder"]
    tokenizer = AutoTokenizer.from_pretrained(os.path.join(folder, "model"))
    config = Config(filter_overlong_prompts=True, filter_overlong_prompts_workers=None, max_prompt_length=208)
    made = defaultdict(dict)
    for name in ("train", "val"):
        data = dataset_class(data_files=os.path.join(folder, name + ".json"), tokenizer=tokenizer, config=config)
        row = data[0]
        ids = tokenizer.apply_chat_template(row["raw_prompt"], add_generation_prompt=True, tokenize=False)
        made[name] = {"rows": len(data), "index": row["index"], "prompt": ids, "ids": tokenizer(ids)["input_ids"]}
    train = dataset_class(data_files=os.path.join(folder, "train.json"), tokenizer=tokenizer, config=config)
    rows = {row["extra_info"]["problem"]: row for row in (train[i] for i in range(len(train)))}
    paid, extra = rewards(manager_class, imports, tokenizer, folder, rows, job["completions"])
    answer = {**made, "rewards": paid, "extra": sorted(extra), "unknown": unknown_keys(job["source"], job["keys"])}
    print(json.dumps(answer))


main()
