"""Makes the tiny folders of imported models and the tokenizers beside them, with Hugging Face's own libraries.

    OMP_NUM_THREADS=1 python make.py

Versions that were used: torch 2.13.0, transformers 5.18.0, tokenizers 0.23.2, safetensors 0.8.0. Weights are random.
"""

import hashlib
import json
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import AutoModelForCausalLM, CodeGenConfig, GPT2Config, LlamaConfig

CHECKPOINTS = Path(__file__).parent
TOKENIZERS = CHECKPOINTS.parent / "tokenizers"
END = "<|endoftext|>"

# What the byte pairs are learned from.
LINES = '''
def solution(numbers):
    total = 0
    for index, number in enumerate(numbers):
        if number % 2 == 0 and number > 0:
            total += number * index
        elif number < 0:
            total -= 1
    return total

def solution(text):
    """Return the words of the text in reverse order, without spaces at either end."""
    words = text.strip().split(" ")
    return " ".join(reversed(words))

class Node:
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right

    def is_leaf(self):
        return self.left is None and self.right is None

def solution(matrix):
    rows, columns = len(matrix), len(matrix[0])
    result = [[0] * rows for _ in range(columns)]
    for i in range(rows):
        for j in range(columns):
            result[j][i] = matrix[i][j]
    return result

def solution(s):
    counts = {}
    for character in s.lower():
        counts[character] = counts.get(character, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:3]

# Write a function that returns the largest sum of a contiguous part of the list.
# Problem: given two strings, find the longest common prefix; it's empty if there isn't any.
assert solution([1, 2, 3]) == 6
assert solution("hello world") == "world hello"
while True:
    try:
        print(f"{value:.2f} of {total}")
    except ValueError as error:
        raise SystemExit(1) from error
'''

TEXTS = [
    "",
    " ",
    "a",
    "Hello world",
    " Hello  world ",
    "def solution(n):\n    return sum(i ** 2 for i in range(n + 1))\n",
    "def f(x):\n\tif x:\n\t\treturn [y for y in x if y % 3 == 0]\n\treturn None\n",
    "class A:\r\n    def b(self):\r\n        return self.c\r\n",
    "x = 1\n\n\n\n\ny = 2\n   \n\t \t\n",
    " " * 7 + "seven" + " " * 31 + "thirty-one" + " " * 40 + "forty",
    "\t" * 3 + "three" + "\t" * 9 + "nine" + "\t" * 12 + "twelve" + "\t  \t mixed",
    "it's we've they'll I'd can't IT'S 'quoted' ''",
    "1234567890 3.14159 0x1F 1_000_000 10**18 v2 2nd",
    "naïve café Straße ÅNGSTRÖM e\u0301 \u00df",
    "Привет, мир! 你好,世界。 こんにちは 안녕 שלום مرحبا ไทย",
    "👍 👩‍👩‍👧‍👦 🏳️‍🌈 a😀b \U0001d54f",
    "² ³ ½ Ⅷ ٣٤ ५ 一二 ①",
    "a\u00a0b\u2003c\u3000d\u0085e\ufefff\u200bg\u2028h\u2029i",
    "\ufeffimport os",
    "\x00\x01\x1f\x7f\x80\x9f",
    "<|endoftext|>",
    "before<|endoftext|>after <|endoftext|> <|endoftex",
    "Ġ Ċ ĉ Ā ½ ¬ \u00ad",
    "f\"{a!r:>{width}}\" + r'\\d+\\s*' # comment: TODO(user) @decorator -> None",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "constructor __proto__ toString hasOwnProperty valueOf",
    "\ud7ff\ue000\uffff\U00010000\U0010ffff",
]


def train(pre_tokenizer, vocab_size, specials):
    """A byte-level BPE that begins with the special tokens, then the bytes."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=specials,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(LINES.splitlines(keepends=True) + LINES.split("\n\n"), trainer)
    return tokenizer


def save_pairs(tokenizer, folder):
    """vocab.json and merges.txt, with which GPT-2 and CodeGen came."""
    model = json.loads(tokenizer.to_str())["model"]
    vocab = dict(sorted(model["vocab"].items(), key=lambda item: item[1]))
    merges = "".join(f"{left} {right}\n" for left, right in model["merges"])
    (folder / "vocab.json").write_text(json.dumps(vocab, ensure_ascii=False), encoding="utf-8")
    (folder / "merges.txt").write_text(f"#version: 0.2\n{merges}", encoding="utf-8", newline="\n")


def golden(tokenizer):
    """Ids of the texts, what they come back as, and a digest of the ids of a text of about 100 kB."""
    encode = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    plain = [text for text in TEXTS if END not in text]
    long = "".join(plain + [LINES]) * 30
    ids = encode(long)
    return {
        "texts": [
            {"text": text, "ids": encode(text), "decoded": tokenizer.decode(encode(text), skip_special_tokens=True)}
            for text in TEXTS
        ],
        "pieces": [tokenizer.decode([i], skip_special_tokens=True) for i in range(tokenizer.get_vocab_size())],
        "long": {
            "lines": LINES,
            "times": 30,
            "bytes": len(long.encode()),
            "count": len(ids),
            "sha256": hashlib.sha256(" ".join(map(str, ids)).encode()).hexdigest(),
        },
    }


def write(path, value, **options):
    path.write_text(json.dumps(value, ensure_ascii=True, **options) + "\n", encoding="utf-8")


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def expected(folder, prompts, prefix=None):
    """Logits and twelve greedy tokens of the saved weights, computed in float32."""
    model = AutoModelForCausalLM.from_pretrained(folder if prefix is None else prefix, dtype=torch.float32).eval()
    cases = []
    for ids in prompts:
        with torch.no_grad():
            logits = model(torch.tensor([ids])).logits[0]
            tokens, margins = list(ids), []
            for _ in range(12):
                top = model(torch.tensor([tokens])).logits[0, -1].topk(2)
                margins.append(float(top.values[0] - top.values[1]))
                tokens.append(int(top.indices[0]))
        cases.append(
            {
                "input_ids": ids,
                "logits": [[round(float(x), 5) for x in row] for row in logits],
                "greedy_tokens": tokens[len(ids) :],
                "min_top1_top2_margin": min(margins),
            }
        )
    about = "the weights of this folder in float32 on the CPU; greedy_tokens follow input_ids"
    write(folder / "expected.json", {"about": about, "cases": cases})


def randomise(model, seed):
    """Larger than an initialisation, so that every part of the network tells in the logits; norms near 1."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            norm = name.endswith("weight") and parameter.dim() == 1
            parameter.copy_(1 + 0.2 * noise if norm else 0.2 * noise)
    return model


def gpt2():
    """As on the hub: names without prefix, masks kept as buffers, float32."""
    folder = fresh(CHECKPOINTS / "gpt2-bytes")
    tokenizer = train(pre_tokenizers.ByteLevel(add_prefix_space=False), 400, [])
    tokenizer.add_special_tokens([END])
    end = tokenizer.token_to_id(END)
    config = GPT2Config(
        vocab_size=end + 1, n_positions=128, n_embd=32, n_layer=2, n_head=4,
        resid_pdrop=0, embd_pdrop=0, attn_pdrop=0, bos_token_id=end, eos_token_id=end,
    )  # fmt: skip
    torch.manual_seed(1)
    randomise(AutoModelForCausalLM.from_config(config), 4).save_pretrained(folder)
    expected(folder, [[7], [40, 41, 42, 300], [end, 1, 2, 3, 5, 8, 13, 21]])
    weights = load_file(folder / "model.safetensors")
    weights = {name.removeprefix("transformer."): tensor for name, tensor in weights.items()}
    for layer in range(2):
        weights[f"h.{layer}.attn.bias"] = torch.tril(torch.ones(1, 1, 8, 8))
        weights[f"h.{layer}.attn.masked_bias"] = torch.tensor(-1e4)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    write(folder / "tokenizer_config.json", {"tokenizer_class": "GPT2Tokenizer", "eos_token": END, "bos_token": END})
    home = fresh(TOKENIZERS / "gpt2")
    save_pairs(tokenizer, home)
    write(home / "golden.json", golden(tokenizer))


def codegen():
    """As on the hub: vocab.json, merges.txt and added tokens for runs of spaces and tabs; more ids than tokens."""
    folder = fresh(CHECKPOINTS / "codegen-bytes")
    tokenizer = train(pre_tokenizers.ByteLevel(add_prefix_space=False), 560, [])
    save_pairs(tokenizer, folder)
    tokenizer.add_special_tokens([END])
    runs = [" " * n for n in range(31, 1, -1)] + ["\t" * n for n in range(9, 1, -1)]
    tokenizer.add_tokens(runs)
    end = tokenizer.token_to_id(END)
    vocab = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
    (folder / "vocab.json").write_text(json.dumps({**vocab, END: end}, ensure_ascii=False), encoding="utf-8")
    write(folder / "added_tokens.json", {run: tokenizer.token_to_id(run) for run in runs})
    write(folder / "special_tokens_map.json", {"bos_token": END, "eos_token": END, "unk_token": END})
    write(
        folder / "tokenizer_config.json",
        {"tokenizer_class": "CodeGenTokenizer", "add_prefix_space": False, "eos_token": END, "bos_token": END},
    )
    config = CodeGenConfig(
        vocab_size=640, n_positions=128, n_ctx=128, n_embd=64, n_layer=2, n_head=8, rotary_dim=4,
        resid_pdrop=0, embd_pdrop=0, attn_pdrop=0, bos_token_id=1, eos_token_id=end, tie_word_embeddings=False,
    )  # fmt: skip
    torch.manual_seed(2)
    model = randomise(AutoModelForCausalLM.from_config(config), 2).to(torch.float16)
    model.save_pretrained(folder)
    expected(folder, [[7], [40, 41, 42, 300], [end, 1, 2, 3, 5, 8, 13, 21]])
    weights = load_file(folder / "model.safetensors")
    for layer in range(2):
        weights[f"transformer.h.{layer}.attn.causal_mask"] = torch.tril(torch.ones(1, 1, 8, 8, dtype=torch.bool))
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    write(fresh(TOKENIZERS / "codegen") / "golden.json", golden(tokenizer))


def llama():
    """SmolLM2's shape, shrunken: bfloat16 in shards, head tied, three heads of queries to one of keys and values."""
    folder = fresh(CHECKPOINTS / "llama-bytes")
    cut = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer = train(cut, 448, [END, "<|im_start|>", "<|im_end|>"])
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    # As GPT2Tokenizer, which SmolLM2's file says, transformers 5.18 would leave the cutting of digits out.
    write(folder / "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": END, "bos_token": END})
    config = LlamaConfig(
        vocab_size=448, hidden_size=48, intermediate_size=128, num_hidden_layers=2, num_attention_heads=6,
        num_key_value_heads=2, max_position_embeddings=128, rms_norm_eps=1e-5, rope_theta=100000.0,
        tie_word_embeddings=True, bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    torch.manual_seed(3)
    model = randomise(AutoModelForCausalLM.from_config(config), 3).to(torch.bfloat16)
    model.save_pretrained(folder, max_shard_size="60KB")
    expected(folder, [[7], [40, 41, 42, 300], [0, 1, 2, 3, 5, 8, 13, 21]])
    write(fresh(TOKENIZERS / "smollm") / "golden.json", golden(tokenizer))


fresh(TOKENIZERS)
gpt2()
codegen()
llama()
