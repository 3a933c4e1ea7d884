"""What PEFT and transformers make of exported adapters and of merged weights: logits of both, and the merged model saved anew.

Reads a job (JSON) from the file in argv[1]: `base`, `adapter`, `merged` (folders), `ids` (lists of token ids), `save`
(where to save what PEFT merges). Prints a line of JSON for each list of ids.
"""

import json
import sys

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM


def load(folder):
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    torch.set_num_threads(1)
    base = load(job["base"])
    merged = load(job["merged"])
    inputs = [torch.tensor([ids]) for ids in job["ids"]]
    with torch.no_grad():
        plain = [base(ids).logits[0] for ids in inputs]
        adapted = PeftModel.from_pretrained(base, job["adapter"]).eval()
        for ids, before in zip(inputs, plain):
            answer = {"base": before, "adapted": adapted(ids).logits[0], "merged": merged(ids).logits[0]}
            print(json.dumps({name: logits.flatten().tolist() for name, logits in answer.items()}))
    adapted.merge_and_unload().save_pretrained(job["save"])


if __name__ == "__main__":
    main()
