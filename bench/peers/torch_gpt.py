"""GPT-2 in plain PyTorch on the CPU: the same weights and the same work as our engines, timed on request.

Reads a job (JSON) from the file in argv[1]: spec, step, threads, weights (file of packed float32), prompts, completions.
Answers each line on stdin ("update", "score" or "sample") with one line of JSON: milliseconds of wall and of CPU time,
tokens, and for "score" the mean log-probability of a completion token, by which both sides are compared.
"""

import json
import resource
import sys
import time

import numpy
import torch
from torch import nn
from torch.nn import functional as F

END_OF_TEXT = 1


class Block(nn.Module):
    def __init__(self, width, heads, epsilon):
        super().__init__()
        self.heads = heads
        self.ln_1 = nn.LayerNorm(width, eps=epsilon)
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.ln_2 = nn.LayerNorm(width, eps=epsilon)
        self.fc = nn.Linear(width, 4 * width)
        self.fc_out = nn.Linear(4 * width, width)

    def forward(self, x, cache=None, past=0):
        """x [B, T, C]; with a cache (keys, values [B, H, P, D]) positions `past` … are written and all are attended to."""
        batch, length, width = x.shape
        split = lambda t: t.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
        q, k, v = (split(t) for t in self.qkv(self.ln_1(x)).split(width, dim=2))
        if cache is not None:
            keys, values = cache
            keys[:, :, past : past + length] = k
            values[:, :, past : past + length] = v
            k, v = keys[:, :, : past + length], values[:, :, : past + length]
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=length > 1)
        x = x + self.proj(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.fc_out(F.gelu(self.fc(self.ln_2(x)), approximate="tanh"))


class GPT(nn.Module):
    def __init__(self, spec):
        super().__init__()
        width, epsilon = spec["width"], spec["layerNormEpsilon"]
        self.wte = nn.Embedding(spec["vocabSize"], width)
        self.wpe = nn.Embedding(spec["contextLength"], width)
        self.blocks = nn.ModuleList(Block(width, spec["heads"], epsilon) for _ in range(spec["layers"]))
        self.ln_f = nn.LayerNorm(width, eps=epsilon)

    def hidden(self, ids, caches=None, past=0):
        """Final hidden states [B, T, C], before the last norm."""
        x = self.wte(ids) + self.wpe(torch.arange(past, past + ids.shape[1]))
        for i, block in enumerate(self.blocks):
            x = block(x, None if caches is None else caches[i], past)
        return x

    def logits(self, hidden):
        return self.ln_f(hidden) @ self.wte.weight.t()

    @torch.no_grad()
    def load_packed(self, packed):
        """Copies weights in our packed order; projections are [in, out] there and [out, in] here."""
        at = 0

        def take(parameter, transposed=False):
            nonlocal at
            part = packed[at : at + parameter.numel()]
            at += parameter.numel()
            parameter.copy_(part.view(*reversed(parameter.shape)).t() if transposed else part.view(parameter.shape))

        take(self.wte.weight)
        take(self.wpe.weight)
        for block in self.blocks:
            for layer in (block.ln_1, block.qkv, block.proj, block.ln_2, block.fc, block.fc_out):
                take(layer.weight, transposed=isinstance(layer, nn.Linear))
                take(layer.bias)
        take(self.ln_f.weight)
        take(self.ln_f.bias)
        assert at == packed.numel(), f"weights: expected {at} numbers, got {packed.numel()}"


class Work:
    """The three tasks on one batch of rows that are all equally long."""

    def __init__(self, job):
        spec = job["spec"]
        self.spec = spec
        self.model = GPT(spec)
        self.model.load_packed(torch.from_numpy(numpy.fromfile(job["weights"], dtype=numpy.float32)))
        step = job["step"]
        self.clip_norm = step["clipNorm"]
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(),
            lr=step["learningRate"],
            betas=(step["beta1"], step["beta2"]),
            eps=step["epsilon"],
            weight_decay=0,
            fused=True,
        )
        self.prompts = torch.tensor(job["prompts"])
        self.completions = torch.tensor(job["completions"])
        self.inputs = torch.cat([self.prompts, self.completions[:, :-1]], dim=1)

    def log_probs(self):
        """Log-probability of each completion token [B, T]; like ours, the head sees only the rows that predict one."""
        hidden = self.model.hidden(self.inputs)[:, self.prompts.shape[1] - 1 :]
        logits = self.model.logits(hidden)
        picked = logits.gather(2, self.completions.unsqueeze(2)).squeeze(2)
        return picked - logits.logsumexp(2)

    def update(self):
        self.optimizer.zero_grad(set_to_none=True)
        loss = -self.log_probs().mean()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip_norm)
        self.optimizer.step()
        return {}

    @torch.inference_mode()
    def score(self):
        return {"meanLogProb": self.log_probs().mean().item()}

    @torch.inference_mode()
    def sample(self):
        rows, length = self.prompts.shape
        width = self.completions.shape[1]
        heads = self.spec["heads"]
        shape = (rows, heads, length + width, self.spec["width"] // heads)
        caches = [(torch.empty(shape), torch.empty(shape)) for _ in self.model.blocks]
        ids, past, tokens = self.prompts, 0, 0
        going = torch.ones(rows, dtype=torch.bool)
        sampled, log_probs = [], []
        for _ in range(width):
            hidden = self.model.hidden(ids, caches, past)[:, -1]
            past += ids.shape[1]
            probs = torch.log_softmax(self.model.logits(hidden), dim=1)
            ids = torch.multinomial(probs.exp(), 1)
            tokens += int(going.sum())
            sampled.append(ids)
            log_probs.append(probs.gather(1, ids))
            going &= ids.squeeze(1) != END_OF_TEXT
            if not going.any():
                break
        return {"tokens": tokens}


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    torch.set_num_threads(job["threads"])
    torch.manual_seed(1)
    work = Work(job)
    print(json.dumps({"version": torch.__version__, "parameters": sum(p.numel() for p in work.model.parameters())}), flush=True)
    for line in sys.stdin:
        cpu, wall = time.process_time(), time.perf_counter()
        answer = getattr(work, line.strip())()
        times = {"wall": 1000 * (time.perf_counter() - wall), "cpu": 1000 * (time.process_time() - cpu)}
        peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(json.dumps({**times, "peakBytes": peak, **answer}), flush=True)


main()
