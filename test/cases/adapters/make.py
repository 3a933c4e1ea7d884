"""Makes the golden numbers of adapters: gradients and a step of AdamW, computed by PyTorch in double precision.

    OMP_NUM_THREADS=1 python make.py

Versions that were used: torch 2.13.0, transformers 5.18.0. An adapter adds (alpha / rank) B A to the weight of its module,
which is what PEFT's does; A and B are random here, so that both have gradients. The loss is the sum of coefficient times
score over completion tokens, with scores log-probability, entropy (nats) and value. Arrays are float32 in base64.
"""

import base64
import json
from pathlib import Path

import torch
from torch.func import functional_call
from transformers import AutoModelForCausalLM
from transformers.pytorch_utils import Conv1D

HERE = Path(__file__).parent
CHECKPOINTS = HERE.parent / "checkpoints"
TEMPERATURE = 0.8
STEP = {"learningRate": 0.01, "beta1": 0.9, "beta2": 0.95, "epsilon": 1e-8, "weightDecay": 0.1, "clipNorm": 1.0}
CASES = {
    "gpt2": ("gpt2-tiny/fp32", {"rank": 2, "alpha": 4, "targets": "attention"}, ["attn.c_attn", "attn.c_proj"]),
    "codegen": (
        "codegen-tiny/fp32",
        {"rank": 3, "alpha": 4.5, "targets": "all"},
        ["attn.qkv_proj", "attn.out_proj", "mlp.fc_in", "mlp.fc_out"],
    ),
    "llama": (
        "llama-bytes",
        {"rank": 2, "alpha": 3, "targets": "all"},
        [f"self_attn.{p}_proj" for p in "qkvo"] + [f"mlp.{p}_proj" for p in ("gate", "up", "down")],
    ),
}


def packed(tensors):
    flat = torch.cat([t.detach().reshape(-1) for t in tensors]).to(torch.float32)
    return base64.b64encode(flat.numpy().tobytes()).decode()


def make(name):
    folder, lora, targets = CASES[name]
    torch.manual_seed(7)
    model = AutoModelForCausalLM.from_pretrained(CHECKPOINTS / folder, dtype=torch.float32, attn_implementation="eager")
    model = model.double().eval().requires_grad_(False)
    width = model.config.hidden_size
    blocks = model.model.layers if name == "llama" else model.transformer.h
    prefix = "model.layers" if name == "llama" else "transformer.h"
    vocab = model.config.vocab_size

    def random(*shape):
        # Rounded to what the file holds.
        return (0.3 * torch.randn(*shape)).to(torch.float32).double().requires_grad_(True)

    adapters = []
    for layer, block in enumerate(blocks):
        for target in targets:
            module = block.get_submodule(target)
            outputs, inputs = module.weight.shape[::-1] if isinstance(module, Conv1D) else module.weight.shape
            pair = random(lora["rank"], inputs), random(outputs, lora["rank"])
            adapters.append((f"{prefix}.{layer}.{target}.weight", module, *pair))
    value_weight, value_bias = random(width), random(1)
    trained = [t for _, _, a, b in adapters for t in (a, b)] + [value_weight, value_bias]

    sequences = [
        {"prompt": torch.randint(vocab, (p,)).tolist(), "completion": torch.randint(vocab, (c,)).tolist()}
        for p, c in ((3, 6), (9, 4), (1, 11), (5, 1))
    ]
    longest = max(len(s["completion"]) for s in sequences)
    coefficients = torch.zeros(3, len(sequences), longest)
    for b, s in enumerate(sequences):
        coefficients[:, b, : len(s["completion"])] = torch.randn(3, len(s["completion"])) / 4
    scale = lora["alpha"] / lora["rank"]
    weights = {}
    for path, module, a, b in adapters:
        delta = scale * (b @ a)
        weights[path] = module.weight + (delta.T if isinstance(module, Conv1D) else delta)

    scores = torch.zeros(3, len(sequences), longest, dtype=torch.float64)
    for b, s in enumerate(sequences):
        ids = torch.tensor([s["prompt"] + s["completion"]])
        options = {"input_ids": ids, "output_hidden_states": True, "use_cache": False}
        out = functional_call(model, weights, args=(), kwargs=options)
        places = slice(len(s["prompt"]) - 1, ids.shape[1] - 1)
        log_p = (out.logits[0, places] / TEMPERATURE).log_softmax(-1)
        hidden = out.hidden_states[-1][0, places]
        size = len(s["completion"])
        scores[0, b, :size] = log_p.gather(1, ids[0, len(s["prompt"]) :, None])[:, 0]
        scores[1, b, :size] = -(log_p.exp() * log_p).sum(-1)
        scores[2, b, :size] = hidden @ value_weight + value_bias
    (coefficients.double() * scores).sum().backward()
    gradient = packed([t.grad for t in trained])
    before = packed(trained)

    groups = [{"params": trained[:-2], "weight_decay": STEP["weightDecay"]}, {"params": trained[-2:], "weight_decay": 0}]
    optimizer = torch.optim.AdamW(
        groups, lr=STEP["learningRate"], betas=(STEP["beta1"], STEP["beta2"]), eps=STEP["epsilon"]
    )
    norm = torch.nn.utils.clip_grad_norm_(trained, STEP["clipNorm"])
    optimizer.step()
    return {
        "about": __doc__.splitlines()[0],
        "checkpoint": folder,
        "lora": lora,
        "temperature": TEMPERATURE,
        "sequences": sequences,
        "width": longest,
        "adapters": before,
        "coefficients": packed([coefficients]),
        "scores": packed([scores]),
        "gradient": gradient,
        "gradNorm": norm.item(),
        "step": STEP,
        "after": packed(trained),
    }


for name in CASES:
    (HERE / f"{name}.json").write_text(json.dumps(make(name)) + "\n")
