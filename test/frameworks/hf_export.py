"""What transformers makes of an exported model: ids of texts, logits, greedy texts, log-probs; and the model saved anew.

Reads a job (JSON) from the file in argv[1]: `folder`, `texts`, `completions` (ids that we sampled after each text),
`maxNewTokens`, `save` (where to save it). Prints a line of JSON for each text.
"""

import json
import sys

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    torch.set_num_threads(1)
    tokenizer = AutoTokenizer.from_pretrained(job["folder"])
    model = AutoModelForCausalLM.from_pretrained(job["folder"], dtype=torch.float32).eval()
    generation = GenerationConfig.from_pretrained(job["folder"])
    model.save_pretrained(job["save"])
    tokenizer.save_pretrained(job["save"])
    print(json.dumps({"sampling": [generation.do_sample, generation.temperature, generation.top_k, generation.top_p]}))
    for text, sampled in zip(job["texts"], job["completions"]):
        ids = tokenizer(text)["input_ids"]
        prompt = torch.tensor([ids])
        with torch.no_grad():
            logits = model(prompt).logits[0]
            whole = model(torch.tensor([ids + sampled])).logits[0]
            greedy = model.generate(
                prompt, attention_mask=torch.ones_like(prompt), do_sample=False, max_new_tokens=job["maxNewTokens"]
            )
        scores = torch.log_softmax(whole[len(ids) - 1 : -1], -1)
        answer = {
            "ids": ids,
            "logits": logits[-1].tolist(),
            "greedy": tokenizer.decode(greedy[0, len(ids) :], skip_special_tokens=True),
            "logProbs": scores[torch.arange(len(sampled)), torch.tensor(sampled)].tolist(),
        }
        print(json.dumps(answer))


main()
