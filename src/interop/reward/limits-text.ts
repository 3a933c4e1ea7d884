/** What every README says of the reward file: how it grades, what it holds against hacks, and what it cannot stop. */

export const REWARD_FILE = `## How programs are graded

\`greenbar_reward.py\` needs nothing but Python 3.9 or later on Linux or macOS. Each program runs in a Python process of its own;
equal programs run once. A test passes when what the program returns is plain data and equals the expected value, as Python's
\`==\` says on plain data (\`compare: strict\` and tolerances as in the problem). A test that is stopped does not stop the others.
\`python greenbar_reward.py < rows.jsonl\` grades lines of \`{"task": …, "code": …}\` by hand; a line that is none gets a sentence with its
number, the others go on, and the exit code is 1.

What it holds against programs that would rather be paid than right:

- Expected values stay in the trainer's process. The program gets the arguments of one test at a time and sends plain data
  back, which is read without \`eval\` or \`pickle\`; the comparison happens outside. An \`__eq__\` of its own, patched built-ins,
  an early exit or a printed "passed" earn nothing.
- Answers carry a random token of the call that they answer, so that none can be written ahead.
- Assert tests run in a second process; the program never shares an interpreter with them.
- Its environment is empty, its folder is new and empty, its process group is killed at the end; CPU time, wall time, memory,
  output and file sizes are bounded.
- One test has one budget of CPU time, whoever spends it: the program, the test code that asks it again and again, and this file while
  it writes to them. Reading what came back has as much once more. A program that reads nothing, writes without end or sends
  sets whose members all collide is stopped like one that computes without end; one that only waits, after five times as long.
- An audit hook refuses files outside Python's library, network, processes, signals, crafted code objects and native code that is not
  the library's own. Functions that no hook hears of (\`os.memfd_create\`, \`os.pidfd_open\`, \`_imp.create_builtin\` and the like) are gone.

What it cannot stop, because a process is no sandbox of the operating system:

- The hook is Python in the program's own process. Whoever takes the interpreter apart (bytecode out of \`marshal\` or
  \`_imp.get_frozen_object\`, which Python itself needs to import modules; a bug in C code; a function of a newer Python that no hook
  hears of) is free of it. Then files and network are open to it as to the user who trains: it may read \`train.jsonl\` with its
  expected values, change this file, signal other processes. Train in a container without network where a model may learn such
  things.
- Whether a file exists, and how large it is, is no secret from any program.
- As root, the number of processes is not bounded.
- A program that knows the tests by heart, or guesses that arguments repeat, returns what is expected. No harness can tell.
- Tests that pass for wrong programs pay for wrong programs.

What differs from the sandbox of the page: time is CPU time of this machine, not counted steps, so that a slow machine may stop
what a fast one lets end; memory is measured in 64-bit objects; the version of Python is yours, and newer or older syntax with
it; \`time.sleep\` really waits; random numbers are seeded, but are not those of the page; \`asyncio\`, which needs sockets, cannot be
imported. Whatever fails for a reason of ours is tried again and then left out, never paid 0.`;
