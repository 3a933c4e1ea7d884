"""The exercise with TRL's GRPOTrainer on the CPU: our checkpoint, the same problems, group size and settings.

Reads a job (JSON) from the file in argv[1]: checkpoint (a Hugging Face folder), prompts and problems of each epoch, threads,
processes and the settings of the run. Each program is judged by one CPython process of its own that runs it on the visible
tests, `processes` of them at a time. Prints a line of JSON for each epoch: seconds in all, of CPU time, in sampling, in
judging and in the rest, and the mean reward.
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import torch
from datasets import Dataset
from transformers import AutoTokenizer, GPT2LMHeadModel, TrainerCallback
from transformers.utils import logging
from trl import GRPOConfig, GRPOTrainer

TIMEOUT_S = 5

# Runs in the process of one program: program and tests on stdin, exit code 0 when all tests pass.
JUDGE = """
import json, sys
job = json.load(sys.stdin)
names = {}
exec(job["program"], names)
for test in job["tests"]:
    if names["solution"](*test["args"]) != test["expected"]:
        sys.exit(1)
"""


def judge(program, tests):
    """1 when the program passes all tests in a process of its own, else 0."""
    try:
        ran = subprocess.run(
            [sys.executable, "-I", "-c", JUDGE],
            input=json.dumps({"program": program, "tests": tests}).encode(),
            capture_output=True,
            timeout=TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        return 0.0
    return float(ran.returncode == 0)


def cpu_seconds():
    """Of all threads so far, and of the children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Clock:
    """Seconds by part since the last lap."""

    def __init__(self):
        self.parts = {"sample": 0.0, "judge": 0.0}
        self.mark, self.cpu = time.perf_counter(), cpu_seconds()

    def timed(self, part, function):
        def wrapped(*args, **kwargs):
            start = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.parts[part] += time.perf_counter() - start

        return wrapped

    def lap(self):
        now, cpu = time.perf_counter(), cpu_seconds()
        parts = {"total": now - self.mark, "cpu": cpu - self.cpu, **self.parts}
        parts["rest"] = parts["total"] - parts["sample"] - parts["judge"]
        self.mark, self.cpu, self.parts = now, cpu, {"sample": 0.0, "judge": 0.0}
        return parts


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    logging.set_verbosity_error()
    torch.set_num_threads(job["threads"])
    clock = Clock()
    rewards = []

    def reward(prompts, completions, tests, **_):
        with ThreadPoolExecutor(job["processes"]) as pool:
            paid = list(pool.map(judge, completions, map(json.loads, tests)))
        rewards.append(sum(paid) / len(paid))
        return paid

    class Laps(TrainerCallback):
        def __init__(self):
            self.steps = 0

        def on_train_begin(self, *_args, **_kwargs):
            clock.lap()

        def on_step_end(self, *_args, **_kwargs):
            self.steps += 1
            if self.steps % job["minibatches"] == 0:
                print(json.dumps({**clock.lap(), "reward": rewards[-1]}), flush=True)

    epochs = [json.loads(text) for text in job["problems"]]
    visible = lambda tests: json.dumps(tests["public"] + tests["reward"])
    tests = [visible(problem["tests"]) for epoch in epochs for problem in epoch]
    prompts = [prompt for epoch in job["prompts"] for prompt in epoch]
    dataset = Dataset.from_dict({"prompt": prompts, "tests": tests})
    tokenizer = AutoTokenizer.from_pretrained(job["checkpoint"])
    model = GPT2LMHeadModel.from_pretrained(job["checkpoint"], dtype=torch.float32)
    rollouts = len(epochs[0]) * job["groupSize"]
    config = GRPOConfig(
        output_dir=os.path.join(os.path.dirname(sys.argv[1]), "trl"),
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        per_device_train_batch_size=rollouts // job["minibatches"],
        steps_per_generation=job["minibatches"],
        gradient_accumulation_steps=1,
        num_generations=job["groupSize"],
        num_iterations=1,
        max_completion_length=job["maxNewTokens"],
        temperature=job["temperature"],
        beta=job["beta"],
        epsilon=job["clip"],
        loss_type="dapo",
        mask_truncated_completions=True,
        learning_rate=job["learningRate"],
        lr_scheduler_type="constant",
        adam_beta1=job["beta1"],
        adam_beta2=job["beta2"],
        weight_decay=0.0,
        max_grad_norm=job["clipNorm"],
        max_steps=len(epochs) * job["minibatches"],
        shuffle_dataset=False,
        dataloader_pin_memory=False,
        save_strategy="no",
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
        seed=job["seed"],
    )
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        reward_funcs=clock.timed("judge", reward),
        args=config,
        train_dataset=dataset,
        callbacks=[Laps()],
    )
    trainer._generate = clock.timed("sample", trainer._generate)
    trainer.train()


main()
