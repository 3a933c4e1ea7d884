"""Grades Python programs against tests and pays them, as Greenbar does: one file, standard library only, Python 3.9 or later.

A *task* is what a problem asks, as JSON text: the tests with expected values, how values are compared, and which reward is
paid. `trl_reward` is a reward function for TRL, `compute_score` one for veRL; `python greenbar_reward.py < ROWS.jsonl` grades
lines of {"task": ..., "code": ...}.

Every program runs in a Python process of its own: no environment, an empty folder, its own process group, bounds on CPU time,
memory, files and output, and an audit hook that refuses files, network and processes. Expected values never enter that
process: the program returns plain data as bytes, and the comparison is made here. A program can write those bytes itself, but
only in answer to a call whose arguments it has just been given, and they stand for nothing but a returned value.

This is no sandbox of the operating system. README.md says what a hostile program can still do.

Linux or macOS. Licence: Apache-2.0.
"""

import ast
import atexit
import base64
import builtins
import decimal
import json
import marshal
import os
import re
import secrets
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

MAX_DEPTH = 400  # nesting of a returned value
MAX_BYTES = 1 << 23  # of one returned value
TICK_SECONDS = 5e-6  # CPU time that stands for one tick of Greenbar's own clock
SHORTEST_TEST_SECONDS = 0.5
WALL_FACTOR = 5  # a program that waits instead of working, or a busy machine
PROGRAM_SECONDS = 10  # for all tests of a program together
DEFAULT_LIMITS = {"ticks_per_test": 200_000, "heap_bytes": 96 << 20, "output_bytes": 64 << 10, "source_bytes": 1 << 20}
HEAP_FACTOR = 2  # objects are twice as large here as in 32-bit WebAssembly, for which the bound was made
WORKERS = os.cpu_count() or 1


# ---------------------------------------------------------------------------------------------------------------------
# Plain data as bytes. Both processes have this code; what a program sends is read by `decode`, which runs nothing.


class NotPlain(Exception):
    """A value that is no plain data, or bytes that are no value."""


class TooSlow(NotPlain):
    """Bytes that take too long to read."""


def encode(value):
    """Bytes of plain data by exact type, and of Counter, OrderedDict and defaultdict as the dict they hold."""
    pieces, size = [], 0

    def put(piece):
        nonlocal size
        size += len(piece)
        if size > MAX_BYTES:
            raise NotPlain("too large")
        pieces.append(piece)

    def write(value, depth):
        if depth > MAX_DEPTH:
            raise NotPlain("nested too deeply")
        kind = type(value)
        if value is None or kind is bool:
            put(b"N" if value is None else b"T" if value else b"F")
        elif kind is int:
            put(b"i%x;" % value if value >= 0 else b"i-%x;" % -value)
        elif kind is float:
            put(b"f" + value.hex().encode() + b";")
        elif kind is complex:
            put(b"c" + value.real.hex().encode() + b"," + value.imag.hex().encode() + b";")
        elif kind is str or kind is bytes:
            raw = value if kind is bytes else str.encode(value, "utf-8", "surrogatepass")
            put(b"%s%d:" % (b"b" if kind is bytes else b"s", len(raw)))
            put(raw)
        elif kind in SEQUENCES:
            put(b"%s%d:" % (SEQUENCES[kind], len(value)))
            for item in kind.__iter__(value):
                write(item, depth + 1)
        elif kind is dict or (issubclass(kind, dict) and (kind.__module__, kind.__name__) in DICTS):
            items = list(dict.items(value))
            put(b"d%d:" % len(items))
            for key, item in items:
                write(key, depth + 1)
                write(item, depth + 1)
        else:
            raise NotPlain("a %s is no plain data" % kind.__name__)

    write(value, 0)
    return b"".join(pieces)


SEQUENCES = {list: b"l", tuple: b"t", set: b"S", frozenset: b"Z"}
DICTS = {("collections", "Counter"), ("collections", "OrderedDict"), ("collections", "defaultdict")}


def decode(data, seconds=float("inf")):
    """
    The value of bytes that nobody vouches for. Members of sets and dicts may have been chosen to collide, so that each is
    compared with all others: reading takes no more than `seconds` of CPU time.
    """
    at, parts = 0, 0
    until = time.thread_time() + seconds

    def in_time():
        if time.thread_time() > until:
            raise TooSlow("more than %g s to read what was returned" % seconds)

    def till(mark):
        nonlocal at
        end = data.index(mark, at)
        text = data[at:end].decode("ascii")
        at = end + 1
        return text

    def read(depth):
        nonlocal at, parts
        parts += 1
        if parts % 1024 == 0:
            in_time()
        if depth > MAX_DEPTH:
            raise NotPlain("nested too deeply")
        tag = data[at : at + 1]
        at += 1
        if tag in (b"N", b"T", b"F"):
            return {b"N": None, b"T": True, b"F": False}[tag]
        if tag == b"i":
            return int(till(b";"), 16)
        if tag == b"f":
            return float.fromhex(till(b";"))
        if tag == b"c":
            real, imag = till(b";").split(",")
            return complex(float.fromhex(real), float.fromhex(imag))
        count = int(till(b":"))
        if not 0 <= count <= len(data) - at:  # every part takes a byte
            raise NotPlain("more parts than bytes")
        if tag == b"s" or tag == b"b":
            raw = data[at : at + count]
            at += count
            return bytes(raw) if tag == b"b" else raw.decode("utf-8", "surrogatepass")
        if tag == b"d":
            made = {}
            for _ in range(count):
                key = read(depth + 1)
                made[key] = read(depth + 1)
                in_time()
            return distinct(made, count)
        if tag == b"S" or tag == b"Z":
            made = set()
            for _ in range(count):
                made.add(read(depth + 1))
                in_time()
            return distinct(made if tag == b"S" else frozenset(made), count)
        if tag == b"l" or tag == b"t":
            items = [read(depth + 1) for _ in range(count)]
            return items if tag == b"l" else tuple(items)
        raise NotPlain("unknown bytes")

    def distinct(made, count):
        if len(made) != count:
            raise NotPlain("members that are not distinct")
        return made

    try:
        value = read(0)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise NotPlain(str(error)) from None
    if at != len(data):
        raise NotPlain("bytes after the value")
    return value


def count_parts(value):
    """Parts of a value: members, keys and the whole. Values that are equal have equally many."""
    if isinstance(value, dict):
        return 1 + sum(count_parts(key) + count_parts(item) for key, item in value.items())
    if isinstance(value, (list, tuple, set, frozenset)):
        return 1 + sum(count_parts(item) for item in value)
    return 1


# ---------------------------------------------------------------------------------------------------------------------
# The process of a program. These functions are sent there as code, with `encode` from above.


def send(descriptor, data):
    data = b"%d\n" % len(data) + data
    while data:
        data = data[os.write(descriptor, data) :]


def receive(descriptor):
    """One message; b"" at the end of the stream."""
    length = b""
    while not length.endswith(b"\n"):
        byte = os.read(descriptor, 1)
        if not byte:
            return b""
        length += byte
    missing, pieces = int(length), []
    while missing:
        piece = os.read(descriptor, min(missing, 1 << 16))
        if not piece:
            return b""
        pieces.append(piece)
        missing -= len(piece)
    return b"".join(pieces)


REFUSED_MODULES = frozenset(
    "_ctypes _curses _dbm _gdbm _interpreters _posixshmem _posixsubprocess _remote_debugging _socket _sqlite3 _ssl "
    "_testcapi _testexternalinspection _testinternalcapi _testlimitedcapi _tkinter _xxinterpchannels "
    "_xxsubinterpreters concurrent.interpreters ctypes dbm faulthandler fcntl ftplib http mmap multiprocessing "
    "readline select selectors smtplib socket sqlite3 ssl subprocess syslog tkinter "
    "urllib.request".split()
)
# Functions that reach beyond the process and that no audit event tells of.
REMOVED = (
    "chroot copy_file_range memfd_create mkfifo mknod nice openpty pidfd_open pidfd_send_signal posix_openpt "
    "sched_setaffinity sched_setparam sched_setscheduler sendfile setegid seteuid setgid setgroups setns setpgid setpriority "
    "setregid setresgid setresuid setreuid setuid splice sync tcsetpgrp unshare".split()
)
REFUSED_EVENTS = ("os.", "socket.", "subprocess.", "ctypes.", "shutil.", "mmap.", "resource.", "fcntl.", "pty.", "tempfile.")
REFUSED_SINGLE = frozenset(
    "code.__new__ gc.get_objects gc.get_referents gc.get_referrers setopencodehook signal.pthread_kill".split()
)
HARMLESS_EVENTS = frozenset(("os.putenv", "os.unsetenv"))


class Refusal(PermissionError):
    """What the audit hook raises; uncaught, the outcome is `forbidden`."""


class ImportRefusal(ImportError):
    """The same for modules."""


def guard(readable):
    """
    Refuses files outside Python's own library, network, processes and crafted bytecode. What it looks at are its own
    defaults: the program shares our modules, and reaches the frame of a hook through the traceback of a refusal.
    """
    library = [os.path.dirname(os.__file__), *sys.path]

    def hook(
        event,
        args,
        *,
        kind_of=type,
        text=str,
        number=int,
        modules=REFUSED_MODULES,
        events=REFUSED_EVENTS,
        single=REFUSED_SINGLE,
        harmless=HARMLESS_EVENTS,
        refusal=Refusal,
        import_refusal=ImportRefusal,
        readable=readable,
        roots=tuple({path.rstrip("/") + "/" for path in library if path}),
        writing=os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    ):
        if event == "import":
            if kind_of(args[0]) is not text or args[0] in modules or args[0].partition(".")[0] in modules:
                raise import_refusal("%s is not available to programs" % (args[0],))
            path = args[1]
            if path is not None:
                # Native code: its entry is found by the last part of the name, which says nothing of the file.
                known = kind_of(path) is text and path.startswith(roots) and "/.." not in path
                if not known or args[0].rpartition(".")[2] in modules:
                    raise import_refusal("%s is not available to programs" % (path,))
        elif event == "open" or event == "os.listdir" or event == "os.scandir":
            path = args[0]
            if kind_of(path) is number:
                return  # a file that is open
            # Plain texts only: others could change between this look and the next.
            known = kind_of(path) is text and (
                path in readable or ((path + "/").startswith(roots) and "/.." not in path)
            )
            if not known or (event == "open" and args[2] & writing):
                raise refusal("%s is not available to programs" % (path,))
        elif event in single or (event.startswith(events) and event not in harmless):
            raise refusal("%s is not available to programs" % event)

    return hook


def without_holes():
    """Takes away what no audit event tells of: functions of the system, and the way to builtin modules past `import`."""
    import _imp
    import signal

    for name in sys.builtin_module_names:
        if name not in REFUSED_MODULES and name != "_asyncio":  # which brings all of asyncio along
            try:
                __import__(name)
            except ImportError:
                pass
    del _imp.create_builtin
    for module in (os, sys.modules[os.name], signal, sys.modules["_signal"]):
        for name in REMOVED:
            vars(module).pop(name, None)
    os.__all__ = [name for name in os.__all__ if hasattr(os, name)]


def limit(heap_bytes, output_bytes):
    import resource

    def lower(name, value):
        try:
            resource.setrlimit(name, (value, value))
        except (ValueError, OSError):
            pass  # macOS refuses some of them

    try:
        with open("/proc/self/statm") as file:
            mapped = int(file.read().split()[0]) * resource.getpagesize()
        lower(resource.RLIMIT_AS, mapped + heap_bytes)
    except OSError:
        lower(resource.RLIMIT_DATA, 2 * heap_bytes)
    lower(resource.RLIMIT_CPU, 60)
    lower(resource.RLIMIT_FSIZE, output_bytes)
    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_NPROC, 0)  # nothing for root


def describe(error):
    """(kind, name, message, names of its types, plain arguments) of an exception."""
    kind = "raise"
    if type(error) is Refusal or type(error) is ImportRefusal:
        kind = "forbidden"
    elif isinstance(error, MemoryError):
        kind = "memory"
    try:
        message = str(error)[:300]
    except BaseException:
        message = ""
    try:
        args = tuple(error.args)
        encode(args)
    except BaseException:
        args = (message,)
    return kind, type(error).__name__, message, tuple(cls.__name__ for cls in type(error).__mro__), args


def plain_or_none(value):
    try:
        return encode(value)
    except (NotPlain, RecursionError, MemoryError):
        return None


class Calls:
    """Calls of a program's functions, and of what they returned."""

    def __init__(self):
        self.space, self.name, self.objects = {"__name__": "program", "__builtins__": __builtins__}, "", []

    def load(self, source, name, title):
        try:
            code = compile(source, "<program>", "exec", dont_inherit=True)
        except RecursionError as error:
            return "syntax", describe(error)
        except MemoryError as error:
            return ("syntax" if str(error) else "memory"), describe(error)
        except (SyntaxError, ValueError, OverflowError) as error:
            return "syntax", describe(error)
        self.name, self.space["__name__"] = name, title
        module = type(sys)(title)
        module.__dict__.update(self.space)
        self.space = module.__dict__
        sys.modules[title] = module
        try:
            exec(code, self.space)
        except SystemExit as error:
            # Whole programs may say that they are done.
            if name is not None or error.code not in (None, 0):
                raise
        if name is None:
            atexit._run_exitfuncs()
        if name is not None and name not in self.space:
            missing(name)
        return "value", None

    def function(self, name, args, keywords):
        return self.apply(self.space[name] if name in self.space else missing(name), args, keywords)

    def call(self, args, keywords):
        return self.function(self.name, args, keywords)

    def apply(self, function, args, keywords):
        """What came back and what became of lists, dicts and sets among the arguments."""
        before = [plain_or_none(item) if type(item) in (list, dict, set) else None for item in args]
        changed = {}

        def look():
            for i, old in enumerate(before):
                new = plain_or_none(args[i]) if old is not None else None
                if old is not None and new != old:
                    changed[i] = args[i] if new is not None else None
            return changed

        try:
            value = function(*args, **keywords)
        except BaseException as error:
            return "raise", describe(error), look()
        for i, item in enumerate(args):
            if item is value and before[i] is not None:
                return "argument", i, look()
        return (*self.result(value), look())

    def result(self, value):
        try:
            encode(value)
            return "value", value
        except (NotPlain, RecursionError, MemoryError) as error:
            self.objects.append(value)
            return "opaque", (type(value).__name__ + ": " + str(error)[:200], len(self.objects) - 1)

    def of_object(self, what, handle, args=(), keywords={}):
        if what == "call":
            return self.apply(self.objects[handle], args, keywords)
        try:
            return (*self.result((iter if what == "iter" else next)(self.objects[handle])), {})
        except StopIteration:
            return "end", None, {}
        except BaseException as error:
            return "raise", describe(error), {}


def missing(name):
    raise NameError("name %r is not defined" % name)


def child(commands, replies):
    sys.path[:] = [path for path in sys.path if path]
    vars(builtins).update(exit=sys.exit, quit=sys.exit)  # as there are where Python is started with its site module
    calls, printed = Calls(), sys.stdout
    while True:
        message = receive(commands)
        if not message:
            os._exit(0)
        token, what, *rest = marshal.loads(message)
        try:
            if what == "load":
                source, name, title, heap_bytes, output_bytes, readable = rest
                if re_random(source):
                    import random

                    random.seed(0)
                without_holes()
                limit(heap_bytes, output_bytes)
                sys.addaudithook(guard(frozenset(readable)))
                answer = (*calls.load(source, name, title), {})
            elif what == "function":
                answer = calls.function(*rest)
            elif what == "method":
                answer = calls.of_object(*rest)
            else:
                answer = calls.call(*rest)
        except BaseException as error:
            answer = "raise", describe(error), {}
        for stream in {id(printed): printed, id(sys.stdout): sys.stdout}.values():
            try:
                stream.flush()
            except BaseException:
                pass  # too much was printed, which the file tells; or the program has put something else there
        try:
            data = encode(answer)
        except BaseException:
            data = encode(("raise", ("raise", "MemoryError", "", ("MemoryError",), ()), {}))
        send(replies, token + data)


def re_random(source):
    """Whether the module `random` is to be seeded; loading it costs time."""
    return "random" in source


# What the processes have of this file, by name.
SHARED = (
    "MAX_DEPTH MAX_BYTES NotPlain encode SEQUENCES DICTS send receive REFUSED_MODULES REMOVED REFUSED_EVENTS REFUSED_SINGLE "
    "HARMLESS_EVENTS Refusal ImportRefusal guard without_holes limit describe plain_or_none missing"
).split()
OF_PROGRAMS = "Calls re_random child".split()
OF_TESTS = "TooSlow decode Opaque CannotCross Tests FORGOTTEN_IMPORTS free_names names_in split judge".split()

with open(__file__, encoding="utf-8") as _file:
    _TEXT = _file.read()


@lru_cache(maxsize=None)
def code_of(main):
    """A process's whole code, compiled once here instead of in every process."""
    lines, found = _TEXT.splitlines(), {}
    for node in ast.parse(_TEXT).body:
        name = node.targets[0].id if isinstance(node, ast.Assign) else getattr(node, "name", None)
        found[name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    names = SHARED + (OF_PROGRAMS if main == "child" else OF_TESTS)
    text = "\n".join(["import atexit, builtins, marshal, os, sys, time", *(found[name] for name in names)])
    return marshal.dumps(compile(text, "<greenbar>", "exec"))


# ---------------------------------------------------------------------------------------------------------------------
# This side of the process.


class Ended(Exception):
    """The process is gone, or had to go."""

    def __init__(self, outcome, error):
        super().__init__(error)
        self.outcome = outcome


ENDED_WELL = "the program ended the interpreter"


class Budget:
    """What a question may cost: CPU time of the processes that work on it and of this thread, and time on the clock."""

    def __init__(self, seconds, *processes):
        self.seconds, self.until = seconds, time.monotonic() + WALL_FACTOR * seconds
        self.own, self.watched = time.thread_time(), []
        for process in processes:
            self.watch(process)

    def watch(self, process):
        if all(process is not other for other, _ in self.watched):
            self.watched.append((process, process.cpu()))

    def left(self):
        """Seconds of CPU time that are left."""
        worked = time.thread_time() - self.own
        for process, before in self.watched:
            now = process.cpu()
            worked += now - before if now is not None and before is not None else 0
        return self.seconds - worked

    def check(self):
        if time.monotonic() > self.until or self.left() < 0:
            raise Ended("timeout", "more than %g s" % self.seconds)


class InfrastructureError(Exception):
    """Nothing that the program did; it has no reward then."""


BOOT = "import marshal,os,sys\nc,r=map(int,sys.argv[1:3]);m=sys.argv[3]\nn=int(os.read(c,20));d=b''\n"
BOOT += "while len(d)<n:d+=os.read(c,n-len(d))\nexec(marshal.loads(d));globals()[m](c,r)"


class Process:
    """A Python process that answers messages; `child` runs a program, `judge` runs test code."""

    def __init__(self, main, stdin=None, output=None, files=()):
        self.folder = tempfile.mkdtemp(prefix="greenbar-")
        for path, text in files:
            place = os.path.join(self.folder, path)
            if os.path.commonpath([os.path.realpath(place), os.path.realpath(self.folder)]) == os.path.realpath(self.folder):
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
        self.output = output
        command_in, self.commands = os.pipe()
        self.replies, reply_out = os.pipe()
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-s", "-S", "-B", "-X", "utf8", "-c", BOOT, str(command_in), str(reply_out), main],
                stdin=subprocess.DEVNULL if stdin is None else stdin,
                stdout=output or subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(command_in, reply_out),
                cwd=self.folder,
                # The order of sets of texts is the same every time; nothing else of our surroundings is told.
                env={"PYTHONHASHSEED": "0", "PYTHONINTMAXSTRDIGITS": "4300", "LC_ALL": "C.UTF-8"},
                start_new_session=True,
            )
        except OSError as error:
            os.close(self.commands), os.close(self.replies)
            shutil.rmtree(self.folder, ignore_errors=True)
            raise InfrastructureError("could not start Python: %s" % error) from error
        finally:
            os.close(command_in), os.close(reply_out)
        self.looked = time.monotonic()
        os.set_blocking(self.commands, False)
        code = code_of(main)
        try:
            self._write(b"%-20d" % len(code) + code, Budget(PROGRAM_SECONDS, self))
        except (OSError, Ended) as error:
            self.close()
            raise InfrastructureError("Python ended before it began: %s" % error) from error

    def ask(self, command, budget):
        """The bytes of the answer. Raises Ended."""
        token = secrets.token_bytes(16)
        self.send(marshal.dumps((token, *command), 4), budget)
        while True:
            message = self.receive(budget)
            # What was written before it was asked for is no answer.
            if message[:16] == token:
                return message[16:]

    def send(self, data, budget):
        try:
            self._write(b"%d\n" % len(data) + data, budget)
        except OSError:
            raise self.death() from None

    def _write(self, data, budget):
        """A process that reads nothing does not keep us."""
        view = memoryview(data)
        while view:
            self._wait([], [self.commands], budget)
            try:
                view = view[os.write(self.commands, view[: 1 << 16]) :]
            except BlockingIOError:
                pass

    def receive(self, budget):
        """One message, without its length."""
        data, length = bytearray(), None
        while length is None or len(data) < length:
            self._wait([self.replies], [], budget)
            piece = os.read(self.replies, 1 << 16)
            if not piece:
                raise self.death()
            data += piece
            if length is None and b"\n" in data[:20]:
                head, _, data = data.partition(b"\n")
                length = int(head) if head.isdigit() else MAX_BYTES * 4
            if len(data) > MAX_BYTES * 3 or (length is None and len(data) > 20) or (length or 0) > MAX_BYTES * 3:
                raise Ended("runtime_error", "the program wrote into the answers")
        return bytes(data[:length])

    def _wait(self, reading, writing, budget):
        """Until one of them is ready. Whoever keeps them ready is looked at now and then."""
        while True:
            ready = select.select(reading, writing, [], 0.02)
            now = time.monotonic()
            if now > self.looked + 0.02:
                self.looked = now
                budget.check()
            if any(ready):
                return

    def cpu(self):
        """Seconds of CPU time so far; None where the system does not tell."""
        try:
            with open("/proc/%d/stat" % self.process.pid, "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError):
            return None

    def death(self):
        """Why the process is gone."""
        try:
            status = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return Ended("runtime_error", "the program closed the answers")
        if status == -signal.SIGXCPU or status == -signal.SIGKILL:
            return Ended("timeout" if status == -signal.SIGXCPU else "memory_limit", "ended by signal %d" % -status)
        return Ended("runtime_error", ENDED_WELL if status == 0 else "the program ended the interpreter (%d)" % status)

    def printed(self):
        return os.fstat(self.output.fileno()).st_size if self.output else 0

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        self.process.kill()
        self.process.wait()
        os.close(self.commands), os.close(self.replies)
        shutil.rmtree(self.folder, ignore_errors=True)


class Program:
    """A program under test: after a kill it is loaded again, and the tests go on."""

    def __init__(self, task, code):
        self.task, self.code = task, code
        self.limits = {**DEFAULT_LIMITS, **(task.get("limits") or {})}
        self.seconds = max(SHORTEST_TEST_SECONDS, TICK_SECONDS * self.limits["ticks_per_test"])
        self.until = time.monotonic() + PROGRAM_SECONDS * max(1, self.limits["ticks_per_test"] / 200_000) * WALL_FACTOR
        self.files = [(grant["file"], grant["text"]) for grant in task.get("allow") or [] if isinstance(grant, dict)]
        self.process, self.output, self.printed, self.output_bytes = None, None, b"", self.limits["output_bytes"]

    def load(self):
        """None, or why there is nothing to call: (outcome, error)."""
        return self.start(self.task["entry_point"], "program", None)

    def run(self, text, expected):
        """The whole program with `text` on standard input: (None or (outcome, error), what it printed)."""
        own = (self.task.get("limits") or {}).get("output_bytes")
        self.output_bytes = own or DEFAULT_LIMITS["output_bytes"] + 2 * len(expected.encode("utf-8", "surrogatepass"))
        with tempfile.TemporaryFile() as stdin:
            stdin.write(text.encode("utf-8", "surrogatepass"))
            stdin.seek(0)
            failed = self.start(None, "__main__", stdin)
        self.stop()
        if failed is not None and failed[1] != ENDED_WELL:
            return failed, ""
        try:
            return None, self.printed.decode("utf-8")
        except UnicodeDecodeError:
            return ("wrong_answer", "what was printed is no UTF-8"), ""

    def start(self, entry_point, title, stdin):
        self.stop()
        if "\0" in self.code or any("\ud800" <= character <= "\udfff" for character in self.code):
            return "syntax_error", "the source holds a character that no source may hold"
        if len(self.code) > self.limits["source_bytes"]:
            return "syntax_error", "the source is longer than %d bytes" % self.limits["source_bytes"]
        self.output = tempfile.TemporaryFile()
        self.process = Process("child", stdin, self.output, self.files)
        heap, output = HEAP_FACTOR * self.limits["heap_bytes"], self.output_bytes
        readable = tuple(path for path, _ in self.files)
        kind, value, _ = self.ask(("load", self.code, entry_point, title, heap, output, readable))
        if kind == "value":
            return None
        self.stop()
        return value if kind == "ended" else failure(kind, value)

    def ask(self, command, budget=None):
        """(kind, value, changed); kind `ended` with (outcome, error) when the process had to go."""
        if self.process is None:
            begun = time.monotonic()
            failed = self.load()
            if failed is not None:
                return "ended", failed, {}
            if budget is not None:
                budget.until += time.monotonic() - begun
        if time.monotonic() > self.until:
            return "ended", ("timeout", "no time is left for this test"), {}
        try:
            budget = budget or Budget(self.seconds)
            budget.watch(self.process)
            answer = decode(self.process.ask(command, budget), self.seconds)
        except (Ended, NotPlain) as error:
            outcome = error.outcome if isinstance(error, Ended) else "runtime_error"
            if isinstance(error, TooSlow):
                outcome = "timeout"
            if self.printed_too_much():
                outcome = "output_limit"
            self.stop()
            return "ended", (outcome, str(error)), {}
        if not well_formed(answer):
            self.stop()
            return "ended", ("runtime_error", "the program wrote into the answers"), {}
        if self.printed_too_much():
            self.stop()
            return "ended", ("output_limit", "more than %d bytes were printed" % self.output_bytes), {}
        return answer

    def printed_too_much(self):
        return self.process is not None and self.process.printed() >= self.output_bytes

    def stop(self):
        if self.process is not None:
            self.process.close()
            self.printed = os.pread(self.output.fileno(), self.output_bytes, 0)
            self.output.close()
        self.process = None


KINDS = ("value", "opaque", "argument", "raise", "syntax", "memory", "end")


def well_formed(answer):
    """Whether bytes that could be read are an answer as `child` gives them."""
    if type(answer) is not tuple or len(answer) != 3 or answer[0] not in KINDS or type(answer[2]) is not dict:
        return False
    return answer[0] != "argument" or type(answer[1]) is int


def failure(kind, value):
    """(outcome, error) of an exception that a program let go."""
    described = type(value) is tuple and len(value) == 5 and all(type(text) is str for text in value[:3])
    if not described:
        return "runtime_error", "the program wrote into the answers"
    why, name, message = value[:3]
    text = "%s: %s" % (name[:100], message[:300])
    if kind == "syntax":
        return "syntax_error", text
    return {"forbidden": "forbidden", "memory": "memory_limit"}.get(why, "runtime_error"), text


# ---------------------------------------------------------------------------------------------------------------------
# Expected values: read from JSON without loss, and compared.


def parse_int(text):
    """An integer of any length: Python itself refuses more than 4300 digits."""
    if len(text) <= 4000:
        return int(text)
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    half = len(digits) // 2
    return sign * (parse_int(digits[:half]) * 10 ** (len(digits) - half) + parse_int(digits[half:]))


def parse_json(text):
    return json.loads(text, parse_int=parse_int)


def read_value(node):
    """What a JSON value stands for: beyond JSON it is an object with one key that begins with $."""
    if isinstance(node, list):
        return [read_value(item) for item in node]
    if not isinstance(node, dict):
        return node
    if len(node) == 1:
        ((tag, inner),) = node.items()
        if tag in READERS:
            return READERS[tag](inner)
    return {key: read_value(item) for key, item in node.items()}


def read_float(node):
    return float(node)


READERS = {
    "$tuple": lambda items: tuple(map(read_value, items)),
    "$set": lambda items: set(map(read_value, items)),
    "$frozenset": lambda items: frozenset(map(read_value, items)),
    "$dict": lambda entries: {read_value(key): read_value(item) for key, item in entries},
    "$bytes": base64.b64decode,
    "$float": read_float,
    "$complex": lambda parts: complex(*map(read_float, parts)),
}


def equal(got, expected, compare="python", tolerance=None):
    """Python's == on plain data, equal types too (`strict`), or floats within a tolerance."""
    if tolerance is not None:
        return close(got, expected, compare == "strict", tolerance.get("rel", 0), tolerance.get("abs", 0))
    return typed(got) == typed(expected) if compare == "strict" else got == expected


def typed(value):
    """A key that is equal for values that are equal with all their types."""
    kind = type(value).__name__
    if isinstance(value, dict):
        return kind, frozenset((typed(key), typed(item)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return kind, frozenset(map(typed, value))
    return (kind, tuple(map(typed, value))) if isinstance(value, (list, tuple)) else (kind, value)


NUMBERS = (bool, int, float, complex)


def close(a, b, strict, rel, abs_):
    if isinstance(a, NUMBERS) and isinstance(b, NUMBERS):
        if strict and type(a) is not type(b):
            return False
        return close_numbers(a, b, rel, abs_)
    sets = isinstance(a, (set, frozenset)) and isinstance(b, (set, frozenset))
    if type(a) is not type(b) and (strict or not sets):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(close(x, y, strict, rel, abs_) for x, y in zip(a, b))
    if isinstance(a, dict):
        return paired(list(a.items()), list(b.items()), strict, rel, abs_)
    return paired(list(a), list(b), strict, rel, abs_) if sets else a == b


def close_numbers(a, b, rel, abs_):
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    try:
        a, b = complex(a), complex(b)
    except OverflowError:  # an integer beyond the floats is no infinity
        return False
    return all(is_close(x, y, rel, abs_) for x, y in ((a.real, b.real), (a.imag, b.imag)))


def is_close(x, y, rel, abs_):
    if x == y:
        return True
    if x in (float("inf"), -float("inf")) or y in (float("inf"), -float("inf")) or x != x or y != y:
        return False
    return abs(x - y) <= max(rel * max(abs(x), abs(y)), abs_)


def paired(a, b, strict, rel, abs_):
    """Whether members can be paired one to one so that each pair is close."""
    if len(a) != len(b) or len(a) > 2000:
        return False
    near = [[j for j, y in enumerate(b) if close(x, y, strict, rel, abs_)] for x in a]
    partner = {}

    def place(i, tried):
        for j in near[i]:
            if j not in tried:
                tried.add(j)
                if j not in partner or place(partner[j], tried):
                    partner[j] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(a)))


SPACE = " \t\r\f\v"
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,18})?|[+-]?inf(inity)?", re.I | re.A)


def equal_lines(printed, expected, tolerance=None):
    """
    Printed text against expected text, line by line and token by token: spelled alike, or numbers of one value. Trailing
    spaces and trailing blank lines do not count.
    """
    a, b = lines_of(printed), lines_of(expected)
    return len(a) == len(b) and all(equal_tokens(x, y, tolerance) for x, y in zip(a, b))


def lines_of(text):
    lines = [line.rstrip(SPACE) for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def equal_tokens(a, b, tolerance):
    if a == b:
        return True
    a, b = ([token for token in re.split("[ \t\r\f\v]+", line) if token] for line in (a, b))
    return len(a) == len(b) and all(x == y or equal_numbers(x, y, tolerance) for x, y in zip(a, b))


def equal_numbers(a, b, tolerance):
    if not NUMBER.fullmatch(a) or not NUMBER.fullmatch(b):
        return False
    try:
        x, y = decimal.Decimal(a), decimal.Decimal(b)
        if x == y or tolerance is None:
            return x == y
        return is_close(float(x), float(y), tolerance.get("rel", 0), tolerance.get("abs", 0))
    except (decimal.InvalidOperation, OverflowError):
        return False


# ---------------------------------------------------------------------------------------------------------------------
# Assert tests: the test code runs in a second process, and what it calls is a stand-in for the program.


class Opaque:
    """A result that is no plain data: equal to nothing. It can be called and iterated over, there where it is."""

    __slots__ = ("text", "handle")
    __hash__ = None

    def __init__(self, text, handle):
        self.text, self.handle = text, handle

    def __eq__(self, other):
        return False

    def __repr__(self):
        return self.text

    def __iter__(self):
        return tests.answer((), tests.ask("method", "iter", self.handle))

    def __next__(self):
        return tests.answer((), tests.ask("method", "next", self.handle))

    def __call__(self, *args, **keywords):
        return tests.answer(args, tests.ask("method", "call", self.handle, args, keywords))


class CannotCross(Exception):
    """The test code hands over what is no plain data."""


class Tests:
    """Test code in units, each an assert where the asserts can be told apart."""

    def __init__(self, commands, replies):
        self.commands, self.replies = commands, replies
        self.units, self.space, self.raised, self.saw_opaque, self.token = [], {}, None, False, b""

    def ask(self, *command):
        try:
            data = marshal.dumps(command, 4)
        except ValueError:
            if self.saw_opaque:
                raise TypeError("what the program returned is no plain data") from None
            raise CannotCross("the program is called with what is no plain data") from None
        send(self.replies, self.token + b"?" + data)
        return decode(receive(self.commands))

    def answer(self, args, reply):
        kind, value, changed = reply
        for position, new in changed.items():
            self.write_back(args[position], new)
        if kind == "value":
            return value
        if kind == "argument":
            return args[value]
        if kind == "opaque":
            self.saw_opaque = True
            return Opaque(*value)
        if kind == "end":
            raise StopIteration
        self.raised = self.rebuild(*value[1:])
        raise self.raised

    def write_back(self, argument, new):
        """As in Python, a test sees what the program did to a list, dict or set that it was given."""
        if type(argument) is list:
            argument[:] = [Opaque("no plain data", None)] if new is None else new
        else:
            argument.clear()
            argument.update({} if new is None else new)

    def rebuild(self, name, message, types, args):
        """The exception again, of the nearest type that Python itself defines."""
        kinds = [getattr(builtins, one, None) for one in types]
        kind = next((k for k in kinds if isinstance(k, type) and issubclass(k, BaseException)), Exception)
        if kind.__name__ != name:
            kind = type(str(name), (kind,), {})
        for make in (kind, lambda *args: kind.__new__(kind, *args)):
            try:
                return make(*args)
            except Exception:
                pass
        return Exception(message)

    def stub(self, name, first=()):
        def call(*args, **keywords):
            return self.answer(args, self.ask(*(first or ("call",)), args, keywords))

        call.__name__ = call.__qualname__ = name
        return call

    def prepare(self, kind, texts, setup, entry_point):
        """(number of units, names that nobody defines)."""
        self.space = {"__name__": "tests", "__builtins__": builtins}
        trees = [ast.parse(text) for text in texts]
        exec(compile(setup, "<setup>", "exec"), self.space)
        if kind == "check":
            (tree,) = trees
            functions = [s for s in tree.body if isinstance(s, ast.FunctionDef) and s.name == "check"]
            rest = [s for s in tree.body if s not in functions]
            exec(compile(ast.Module(rest, []), "<tests>", "exec"), self.space)
            tested = {entry_point, functions[-1].args.args[0].arg}
            bodies = [ast.Module([function], []) for function in split(functions[-1], tested)]
            self.units = [(compile(body, "<tests>", "exec"), True) for body in bodies]
        else:
            self.units = [(compile(tree, "<tests>", "exec"), False) for tree in trees]
        self.entry = self.space[entry_point] = self.stub(entry_point)
        return len(self.units), self.fill(trees, kind)

    def fill(self, trees, kind):
        """Gives names that test code uses without an import what they mean; those that are left."""
        unknown = set().union(*map(free_names, trees)) - set(self.space) - set(dir(builtins))
        for name in list(unknown):
            if name in FORGOTTEN_IMPORTS:
                self.space[name] = __import__(name)
                unknown.discard(name)
        if kind == "asserts":
            calls = [n.func for t in trees for n in ast.walk(t) if isinstance(n, ast.Call)]
            for name in {f.id for f in calls if isinstance(f, ast.Name)} & unknown:
                if not name[0].isupper():
                    self.space[name] = self.stub(name, ("function", name))
                    unknown.discard(name)
        return sorted(unknown)

    def run(self, index):
        self.raised, self.saw_opaque = None, False
        code, is_check = self.units[index]
        space = dict(self.space)
        try:
            exec(code, space)
            if is_check:
                space["check"](self.entry)
            return "passed", ""
        except CannotCross as error:
            return "refused", str(error)
        except BaseException as error:
            text = ("%s: %s" % (type(error).__name__, error))[:300]
            if error is self.raised:
                return "program", text
            return ("failed" if isinstance(error, AssertionError) else "error"), text


FORGOTTEN_IMPORTS = frozenset(
    "collections copy datetime functools heapq itertools math operator random re string sys".split()
)


def free_names(tree):
    bound, used = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(getattr(node, "name", None), str) and not isinstance(node, ast.alias):
            bound.add(node.name)
    return used - bound


def names_in(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def split(function, tested):
    """One function for each assert where what stands between them only binds values, else the function as it is."""
    kept, units, changeable = [], [], set()
    for statement in function.body:
        value = getattr(statement, "value", None)
        constant = isinstance(value, (ast.Constant, type(None)))
        setting = isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass, ast.Assign, ast.AnnAssign, ast.AugAssign))
        if isinstance(statement, ast.Expr):
            setting = isinstance(value, (ast.Constant, ast.Name))
        if isinstance(statement, ast.Assert):
            unit = copy.copy(function)
            unit.body = [*kept, statement]
            units.append(unit)
            # A later assert may look at a list that this one handed to the program.
            if changeable & names_in(statement):
                handler = ast.ExceptHandler(ast.Name("BaseException", ast.Load()), None, [ast.Pass()])
                kept.append(ast.fix_missing_locations(ast.Try([ast.Expr(statement.test)], [handler], [], [])))
        elif setting and not tested & names_in(statement):
            kept.append(statement)
            changeable |= set() if constant else names_in(statement)
        else:
            return [function]
    return units or [function]


def judge(commands, replies):
    """The second process: test code is trusted, but may meet values that hang it; so it is none of the trainer's."""
    global ast, copy, tests
    import ast
    import copy

    tests = Tests(commands, replies)
    while True:
        message = receive(commands)
        if not message:
            os._exit(0)
        tests.token, what, *rest = marshal.loads(message)
        try:
            answer = tests.prepare(*rest) if what == "prepare" else tests.run(*rest)
        except BaseException as error:
            answer = "broken", "%s: %s" % (type(error).__name__, error)
        send(replies, tests.token + b"=" + encode(answer))


class Asserts:
    """Runs units of test code and carries messages between the two processes; nothing of them runs here."""

    def __init__(self, program, tests):
        self.program, self.tests, self.process = program, tests, None

    def start(self):
        self.process = Process("judge")
        texts = [self.tests["check"]] if self.tests["type"] == "check" else self.tests["asserts"]
        called = self.tests.get("called") or self.program.task["entry_point"]
        command = ("prepare", self.tests["type"], texts, self.tests.get("setup", ""), called)
        count, unknown = self.exchange(command, PROGRAM_SECONDS)
        if count == "broken" or unknown:
            raise InfrastructureError("tests: %s" % (unknown if count == "broken" else "nobody defines " + ", ".join(unknown)))
        return count

    def exchange(self, command, seconds):
        """The answer of the test code; what it asks on the way is put to the program, and both work on one budget."""
        self.failed, budget = None, Budget(seconds, self.process)
        token = secrets.token_bytes(16)
        self.process.send(marshal.dumps((token, *command), 4), budget)
        while True:
            message = self.process.receive(budget)
            if message[16:17] == b"=":
                return decode(message[17:])
            answer = self.forward(marshal.loads(message[17:]), budget)
            if self.failed is not None and self.failed[0] == "ended":
                budget = Budget(seconds, self.process)  # the program is gone; the test code has to come to its end
            self.process.send(encode(answer), budget)

    def forward(self, command, budget):
        spent = self.failed
        if spent is None or spent[0] == "raise":
            kind, value, changed = self.program.ask(command, budget)
            self.failed = (kind, value) if kind in ("raise", "ended") else None
        if self.failed is not None and self.failed[0] == "ended":
            outcome, error = self.failed[1]
            return "raise", ("raise", "RuntimeError", error, ("RuntimeError",), (error,)), {}
        return kind, value, changed

    def unit(self, index):
        """Outcome of one unit."""
        try:
            verdict, text = self.exchange(("run", index), self.program.seconds)
        except (Ended, OSError, NotPlain) as error:
            # What the program returned was too much for the test code: that is the program's fault.
            failed = self.failed
            self.process.close()
            self.start()
            if failed is not None and failed[0] == "ended":
                return failed[1][0]
            return "timeout" if isinstance(error, Ended) and error.outcome == "timeout" else "runtime_error"
        if self.failed is not None and (self.failed[0] == "ended" or verdict == "program"):
            return self.failed[1][0] if self.failed[0] == "ended" else failure(*self.failed)[0]
        if verdict in ("refused", "broken"):
            raise InfrastructureError("tests: " + text)
        return {"passed": "passed", "failed": "wrong_answer"}.get(verdict, "runtime_error")


# ---------------------------------------------------------------------------------------------------------------------
# Verdicts and rewards.


def grade(task, code):
    """{outcome, passed, total, per_test, error} of a program; the first failing test decides the outcome."""
    task = parse_json(task) if isinstance(task, str) else task
    program = Program(task, code)
    try:
        if task.get("call") == "stdin":
            return run_whole(program, task)
        if isinstance(task["tests"], dict):
            return run_asserts(program, task)
        return run_values(program, task)
    finally:
        program.stop()


def verdict_of(per_test, total=None, failed=None):
    passed = per_test.count("passed")
    total = len(per_test) if total is None else total
    first = next((outcome for outcome in per_test if outcome != "passed"), "passed" if total > 0 else "wrong_answer")
    outcome, error = failed if failed is not None else (first, "")
    return {"outcome": outcome, "passed": passed, "total": total, "per_test": per_test, "error": error}


def run_values(program, task):
    tests = task["tests"]
    failed = program.load()
    if failed is not None:
        return verdict_of([], len(tests), failed)
    per_test = []
    for test in tests:
        if task.get("undo") == "test" and per_test:
            program.stop()
        args = tuple(read_value(item) for item in test["args"])
        kind, value, changed = program.ask(("call", args, {}))
        per_test.append(outcome_of(task, kind, changed.get(value) if kind == "argument" else value, args, test, value))
    return verdict_of(per_test)


def outcome_of(task, kind, value, args, test, position):
    if kind == "ended":
        return value[0]
    if kind == "argument":
        # A list that was handed over came back, perhaps with other contents.
        if type(position) is not int or not 0 <= position < len(args):
            return "runtime_error"
        value = value if value is not None else args[position]
    elif kind != "value":
        return "wrong_answer" if kind == "opaque" else failure(kind, value)[0]
    return "passed" if matches(value, read_value(test["expected"]), task) else "wrong_answer"


def matches(value, expected, task):
    if count_parts(value) != count_parts(expected):
        return False
    try:
        return equal(value, expected, task.get("compare", "python"), task.get("tolerance"))
    except RecursionError:
        return False


def run_whole(program, task):
    """Programs on standard input: each test runs the whole program, and what it printed is compared."""
    per_test = []
    for test in task["tests"]:
        failed, printed = program.run(test["args"][0], test["expected"])
        if failed is not None and failed[0] == "syntax_error":
            return verdict_of([], len(task["tests"]), failed)
        right = failed is None and equal_lines(printed, test["expected"], task.get("tolerance"))
        per_test.append(failed[0] if failed is not None else "passed" if right else "wrong_answer")
    return verdict_of(per_test)


def run_asserts(program, task):
    asserts = Asserts(program, task["tests"])
    try:
        count = asserts.start()
        failed = program.load()
        if failed is not None:
            return verdict_of([], count, failed)
        return verdict_of([asserts.unit(index) for index in range(count)])
    except (OSError, NotPlain, Ended) as error:
        raise InfrastructureError("tests: %s" % error) from error
    finally:
        if asserts.process is not None:
            asserts.process.close()


# What each outcome earns where a reward is a table; of all tests the worst decides.
CODERL = {"passed": 1.0, "wrong_answer": -0.3, "syntax_error": -1.0, "truncated": -1.0}
RLEF = {"passed": 1.0, "syntax_error": -0.2, "truncated": -0.2}
TABLES = {"coderl": (CODERL, -0.6), "rlef": (RLEF, -1.0)}


def reward_of(verdict, name="binary"):
    """What a verdict earns. `rlef-article` charges time only where it ran out, so that no machine pays more than another."""
    outcome, passed, total = verdict["outcome"], verdict["passed"], verdict["total"]
    passes_all = outcome == "passed" and total > 0 and passed == total
    share = passed / total if total > 0 and outcome != "truncated" else 0.0
    if name == "binary":
        return 1.0 if passes_all else 0.0
    if name == "fraction":
        return share
    if name in TABLES:
        table, otherwise = TABLES[name]
        own = "wrong_answer" if outcome == "passed" and not passes_all else outcome
        return min(table.get(one, otherwise) for one in [own, *verdict["per_test"]])
    if name == "rlef-article":
        if outcome in ("syntax_error", "truncated"):
            return -0.5
        late = verdict["per_test"].count("timeout") if verdict["per_test"] else total * (outcome == "timeout")
        return share if passes_all else share - 0.1 * (late / total if total > 0 else 0.0)
    raise ValueError("reward: expected binary, fraction, coderl, rlef or rlef-article, got %r" % (name,))


def overlong_penalty(length, longest, cache):
    """DAPO's soft penalty: 0 down to -1 over the last `cache` tokens before the limit."""
    return -min(1.0, max(0.0, (length - (longest - cache)) / cache)) if cache > 0 else 0.0


# A model that was trained on whole files goes on after a program: once a function or class has a body, the next statement
# or comment at column 0 ends it, and so do two blank lines. Scripts that read their input go on behind their functions.
BEGUN = re.compile(
    r"^(?:async[ \t]+def|def|class)\b(?:[^\n]*\)[^\n:]*:[ \t]*[^\s#][^\n]*(?=\n)"
    r"|[^\n]*\n(?:(?!async\b|def\b|class\b)[^\n]*\n)*?[ \t]+\S)",
    re.M,
)
NEXT_STATEMENT = re.compile(r"\n(?=[^\s)\]}])")
BLANK_LINES = re.compile(r"\n[ \t]*\n[ \t]*\n")
READS_INPUT = re.compile(r"\binput[ \t]*\(|\bsys\.stdin\b")


def program_end(text):
    """Where the program in a completion is over; None while it may go on."""
    ends = [text.find("<|endoftext|>")]
    begun = BEGUN.search(text)
    if begun is not None:
        rules = [BLANK_LINES] if READS_INPUT.search(text) else [BLANK_LINES, NEXT_STATEMENT]
        ends += [found.start() for found in (rule.search(text, begun.end()) for rule in rules) if found]
    return min((end for end in ends if end >= 0), default=None)


def program_of(completion, task):
    """The program in a completion: all of it, or what comes before its end."""
    end = program_end(completion) if task.get("ends_by_text") else None
    return completion if end is None else completion[:end].rstrip() + "\n"


@lru_cache(maxsize=4096)
def _graded(task, code):
    return grade(task, code)


def score(task, completion, truncated=False, length=None):
    """(reward, verdict) of one completion; a failure of ours is tried once more, and then raised."""
    rules = _rules(task)
    ended = rules.get("ends_by_text") and program_end(completion) is not None
    if truncated and not ended and rules.get("truncated", "zero") == "zero":
        verdict = {"outcome": "truncated", "passed": 0, "total": rules["total"], "per_test": [], "error": ""}
    else:
        code = program_of(completion, rules)
        try:
            verdict = _graded(task, code)
        except (InfrastructureError, OSError):
            verdict = _graded(task, code)
    reward = reward_of(verdict, rules.get("reward", "binary"))
    if length is not None and rules.get("overlong_cache"):
        reward += overlong_penalty(length, rules["max_tokens"], rules["overlong_cache"])
    return reward, verdict


@lru_cache(maxsize=1024)
def _rules(task):
    """A task without its tests."""
    parsed = parse_json(task)
    tests = parsed.pop("tests")
    return {**parsed, "total": len(tests) if isinstance(tests, list) else 1}


def score_all(jobs):
    """[(task, completion, truncated, length)] to [(reward, verdict) or an error], in order; equal programs run once."""
    distinct = list(dict.fromkeys(jobs))

    def attempt(job):
        try:
            return score(*job)
        except (InfrastructureError, OSError) as error:
            return error

    with ThreadPoolExecutor(max_workers=WORKERS) as pool:
        scored = dict(zip(distinct, pool.map(attempt, distinct)))
    return [scored[job] for job in jobs]


def trl_reward(prompts, completions, task, completion_ids=None, log_metric=None, log_extra=None, **_):
    """
    Reward function for TRL's GRPOTrainer; `task` is a column of the dataset. None where the failure is ours: TRL leaves
    such a completion out of its group. A completion of all the tokens that are allowed counts as cut off when it did not
    end, which TRL tells only through its ids.
    """
    ids = completion_ids if completion_ids is not None else [None] * len(completions)
    jobs = []
    for one, text, tokens in zip(task, completions, ids):
        rules = _rules(one)
        text = text if isinstance(text, str) else text[-1]["content"]
        length = None if tokens is None else len(tokens)
        ended = length is None or length < rules["max_tokens"] or tokens[-1] in rules["end_ids"]
        jobs.append((one, text, not ended, length))
    scored = score_all(jobs)
    for error in {str(result) for result in scored if isinstance(result, Exception)}:
        print("greenbar: a completion was not graded: %s" % error, file=sys.stderr)
    verdicts = [result[1] for result in scored if not isinstance(result, Exception)]
    if log_metric is not None and verdicts:
        log_metric("pass", sum(verdict["outcome"] == "passed" for verdict in verdicts) / len(verdicts))
    if log_extra is not None:
        log_extra("outcome", ["infra_error" if isinstance(r, Exception) else r[1]["outcome"] for r in scored])
    return [None if isinstance(result, Exception) else result[0] for result in scored]


def compute_score(data_source, solution_str, ground_truth, extra_info=None, **_):
    """
    Reward function for veRL; `ground_truth` is the task. veRL has no word for "not graded": where the failure is ours, it
    raises after two attempts. Nor does it tell whether a completion was cut off: it is run as it is.
    """
    reward, verdict = score(ground_truth, solution_str)
    share = verdict["passed"] / verdict["total"] if verdict["total"] else 0.0
    return {"score": reward, "acc": float(verdict["outcome"] == "passed"), "tests": share}


def expect(good, what, got):
    if not good:
        text = json.dumps(got, default=repr)
        raise ValueError("expected %s, got %s" % (what, text if len(text) < 60 else text[:57] + "..."))


def parsed(text, what):
    try:
        return parse_json(text)
    except RecursionError:
        raise ValueError("expected %s, got too deep a nesting" % what) from None
    except json.JSONDecodeError as error:
        raise ValueError("expected %s, got something else at character %d" % (what, error.pos + 1)) from None


def check_tests(tests, whole):
    """Raises ValueError where tests are none; those of whole programs have text in and text out."""
    if isinstance(tests, dict):
        kind = tests.get("type")
        expect(kind in ("check", "asserts"), "tests.type to be check or asserts", kind)
        texts = tests.get(kind)
        expect(isinstance(texts, str if kind == "check" else list), "tests.%s to hold test code" % kind, texts)
        expect(all(isinstance(text, str) for text in texts), "tests.asserts to hold texts", texts)
    else:
        expect(isinstance(tests, list), "tests to be a list, or an object of test code", tests)
        for test in tests:
            good = isinstance(test, dict) and isinstance(test.get("args"), list) and "expected" in test
            expect(good, "each of tests to have args and expected", test)
            try:
                values = [read_value(item) for item in (*test["args"], test["expected"])]
            except (TypeError, ValueError, AttributeError, OverflowError, RecursionError):
                expect(False, "values of tests as exports write them", test)
            if whole:
                expect(len(values) == 2 and all(isinstance(v, str) for v in values), "text in and text out", test)


def read_row(line):
    """(id, job) of one line of JSON. Raises ValueError with what was expected and what came."""
    try:
        row = parsed(line.decode("utf-8").strip(), "JSON")
    except UnicodeDecodeError as error:
        raise ValueError("expected UTF-8, got another byte at %d" % (error.start + 1)) from None
    expect(isinstance(row, dict), "an object with task and code", row)
    text = row.get("task")
    expect(isinstance(text, (str, dict)), "task to be an object or its JSON text", text)
    task = parsed(text, "task to be JSON") if isinstance(text, str) else text
    code, truncated, length = row.get("code"), row.get("truncated", False), row.get("length")
    expect(isinstance(code, str), "code to be a text", code)
    expect(isinstance(truncated, bool), "truncated to be true or false", truncated)
    expect(length is None or (type(length) is int and length >= 0), "length to be a number of tokens", length)
    expect(isinstance(task, dict), "task to be an object", task)
    check_tests(task.get("tests"), task.get("call") == "stdin")
    if task.get("call") != "stdin":
        entry = task.get("entry_point")
        expect(isinstance(entry, str), "entry_point to be the name of a function", entry)
    reward_of(verdict_of([], 1), task.get("reward", "binary"))
    if task.get("overlong_cache"):
        longest = task.get("max_tokens")
        expect(type(longest) is int, "max_tokens beside overlong_cache", longest)
    for name in ("limits", "tolerance"):
        expect(isinstance(task.get(name) or {}, dict), name + " to be an object", task.get(name))
    return row.get("id"), (text if isinstance(text, str) else json.dumps(task), code, truncated, length)


def main():
    """
    Reads rows {"id", "task", "code", "truncated"?, "length"?}, and prints a verdict with its reward for each. A row that
    is none gets a sentence of its own, and the others go on; the exit code is 1 then.
    """
    rows, bad = [], 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            rows.append(read_row(line))
        except ValueError as error:
            bad += 1
            print("greenbar: line %d: %s" % (number, error), file=sys.stderr)
    for (name, _), result in zip(rows, score_all([job for _, job in rows])):
        if isinstance(result, Exception):
            answer = {"outcome": "infra_error", "error": str(result), "reward": None}
        else:
            answer = {**result[1], "reward": result[0]}
        print(json.dumps({"id": name, **answer}), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
