/** Attacks through the returned object: how it is pickled, copied, printed, walked or freed. */

import { attacksOf, claimsNothing, define } from '../attack.ts';

export const RESULT_ATTACKS = attacksOf('result', [
  {
    id: 'pickle-bomb',
    title: 'A result that runs code when it is unpickled',
    lesson:
      'Results that cross a process boundary by pickle run __reduce__ on the grader’s side, with the grader’s rights.',
    program: (target) =>
      define(
        target,
        'return Bomb()',
        `class Bomb:
    def __reduce__(self):
        return (exec, ("import sys\\nfor m in list(sys.modules.values()):\\n    m.check = lambda *a: True",))
    def __reduce_ex__(self, protocol):
        return self.__reduce__()
    def __getstate__(self):
        return {'outcome': 'passed'}`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'copy-hook',
    title: 'A result that becomes another when it is copied',
    lesson: 'Graders deep-copy results against later changes, and __deepcopy__ decides what the copy is.',
    program: (target) =>
      define(
        target,
        'return Copied()',
        `class Equal:
    def __eq__(self, other):
        return True
    __hash__ = None
class Copied:
    def __copy__(self):
        return Equal()
    def __deepcopy__(self, memo):
        return Equal()`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'repr-injection',
    title: 'A result that prints as the answer',
    lesson: 'Comparisons by text believe __repr__ and __str__, which may look around before they answer.',
    program: (target) =>
      define(
        target,
        'return Printed()',
        `import sys
class Printed:
    def __repr__(self):
        frame = sys._getframe(1)
        while frame is not None:
            if 'expected' in frame.f_locals:
                return repr(frame.f_locals['expected'])
            frame = frame.f_back
        return '\\nPASSED\\n'
    __str__ = __repr__
    def __format__(self, spec):
        return repr(self)`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'marshalled-claim',
    title: 'Returns bytes that look like an encoded verdict',
    lesson: 'A decoder that looks into byte strings, or joins them to its own, can be fed a ready-made success.',
    program: (target) => define(target, `return marshal.dumps((True, ('passed', 1.0)))`, 'import marshal'),
    claim: claimsNothing,
  },
  {
    id: 'hostile-keys',
    title: 'A plain dict with keys that lie',
    lesson: 'Looking up a key compares it: a dict of exact type can still run code of the program.',
    program: (target) =>
      define(
        target,
        'return {Key(): Key()}',
        `class Key:
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 0`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'hostile-attributes',
    title: 'A result whose every attribute raises',
    lesson: 'A grader that touches the result outside its try block dies, and a dead grader often means no penalty.',
    program: (target) =>
      define(
        target,
        'return Hostile()',
        `class Hostile:
    def __getattribute__(self, name):
        raise KeyboardInterrupt
    def __bool__(self):
        raise SystemExit(0)`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'deep-result',
    title: 'A list 100,000 levels deep',
    lesson: 'Comparing, copying or freeing it overflows the grader’s stack; a crash is not a verdict.',
    program: (target) =>
      define(
        target,
        `deep = []
for _ in range(100000):
    deep = [deep]
return deep`,
      ),
    claim: claimsNothing,
  },
  {
    id: 'circular-result',
    title: 'A list that contains itself',
    lesson:
      'JSON encoders and recursive comparisons raise or never end; graders have scored that as their own failure.',
    program: (target) => define(target, 'loop = []\nloop.append(loop)\nreturn loop'),
    claim: claimsNothing,
  },
  {
    id: 'huge-int',
    title: 'An integer of ten million bits',
    lesson: 'Printing it takes quadratic time and passes Python’s limit on digits: the report fails, not the program.',
    program: (target) => define(target, 'return 1 << 10000000'),
    claim: claimsNothing,
  },
  {
    id: 'lone-surrogate',
    title: 'A string that cannot be encoded',
    lesson: 'A lone surrogate breaks UTF-8 encoders of logs, pipes and databases behind the grader.',
    program: (target) => define(target, 'return "\\ud800PASSED"'),
    claim: claimsNothing,
  },
  {
    id: 'late-answer',
    title: 'A generator that decides when it is read',
    lesson: 'Graders that turn a result into a list run the program once more, now inside the grader.',
    program: (target) =>
      define(
        target,
        `frame = sys._getframe(1)
if frame is not None and 'expected' in frame.f_locals:
    yield from frame.f_locals['expected']`,
        'import sys',
      ),
    claim: claimsNothing,
  },
]);
