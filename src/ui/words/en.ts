/**
 * Every word of the page, in English. A translation is one more file of this shape, chosen in `words/index.ts`.
 * Sentences with values in them are functions of these values; names of metrics, settings and presets come from the tables
 * of `core`, which the command line reads too.
 */

import { ALGORITHMS, type AlgorithmName, type AlgorithmPreset } from '../../core/algorithms.ts';
import { SETTING_GROUPS, SETTINGS } from '../../core/config-docs.ts';
import { METRICS } from '../../core/metrics.ts';
import { PRESETS } from '../../core/presets.ts';
import { REWARDS } from '../../core/rewards.ts';
import { counted } from './english.ts';

/** What is said of an algorithm, whether or not it departs from its source. */
type AlgorithmText = Pick<AlgorithmPreset, 'label' | 'help' | 'source' | 'departs' | 'bug'>;

export const en = {
  page: {
    skip: 'Skip to the content',
    nothingLeaves:
      'Everything on this page runs in this tab: the model, the Python interpreter and the training. No program, test or result leaves it.',
    licence: 'Greenbar is free software under the Apache License 2.0.',
    driven: 'This tab is driven by a script.',
    starting: 'Starting',
    python: 'Python',
  },

  header: {
    top: 'Greenbar, to the top',
    passing: (rate: string) => `${rate} pass`,
    controls: 'Run',
    play: 'Play',
    step: 'Step',
    reset: 'Reset',
    exercise: 'Exercise',
    seed: (seed: number) => `seed ${seed}`,
    toSeed: (seed: number) => `Seed ${seed}: change it in the form`,
    help: 'All keys',
    sections: 'Sections of the page',
    deviceFailed: 'Device failed',
    parameters: (count: string) => `${count} parameters`,
    tokens: (count: string) => `${count} tokens/s`,
    on: (engine: string, backend: string, adapter: string) =>
      `${engine} on ${backend}${adapter === '' ? '' : `, ${adapter}`}`,
    colours: {
      now: (now: string, next: string) => `Colours: ${now}. Switch to ${next}.`,
      auto: 'as the system',
      light: 'light',
      dark: 'dark',
      autoNext: 'the system’s',
    },
  },

  controls: {
    train: 'Train',
    again: 'Train again',
    anew: 'Train anew',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    stopping: 'Stopping…',
    step: 'Step',
    stepHelp: 'Goes on to the end of the step and waits there.',
    part: 'Next part',
    partHelp:
      'Goes on to the end of the next part of a step, and shows what is known then: sample, judge, compare, update.',
    reset: 'Reset',
    resetting: 'Resetting…',
    resetHelp: 'Ends the run and empties the page. The run stays in the history; settings stay as they are.',
    speed: 'Speed',
    paceOf: (seconds: number) => (seconds === 0 ? 'Full speed' : `${seconds} s a step`),
    space: 'space',
    waiting: 'The trainer does one thing at a time: this waits for the audit or measurement below.',
    conflict: 'The settings do not go together: see below.',
    wasReset: (steps: number) =>
      steps === 0
        ? 'Reset. The run had no finished step, so there was nothing to keep.'
        : `Reset. The run of ${steps} ${steps === 1 ? 'step' : 'steps'} stays in the history, under Runs.`,
  },

  form: {
    adapters: (model: string) => `It trains adapters in ${model}.`,
    missing: {
      title: (model: string) => `There is no model ${model} in this browser.`,
      help: 'The settings name one that was imported elsewhere, or removed here. Import its files under that name, or take another.',
      models: 'Go to Models',
      base: 'Take the one of the page',
    },
    legend: 'Settings of the run',
    preset: 'Preset',
    algorithm: 'Algorithm',
    reward: 'Reward',
    epochs: 'Epochs',
    seed: 'Seed',
    device: 'Device',
    devices: { auto: 'Best here', webgpu: 'WebGPU', wasm: 'WebAssembly', cpu: 'JavaScript' },
    help: (preset: string, reward: string) => `${preset} Reward: ${reward}`,
    presetHelp: 'The exercise: which problems, how many samples, how long. Every other setting begins from it.',
    algorithmHelp: 'How rewards become a push on the weights: advantage, loss and what goes with them.',
    weakness: 'Weakness',
    pending: {
      title: 'Restart to apply:',
      text: (names: string, count: number) =>
        `the run on its way keeps the settings that it began with; ${names} ${count === 1 ? 'waits' : 'wait'} for the next one.`,
      preset: 'the preset',
      algorithm: 'the algorithm',
      more: (names: string, count: number) => `${names} and ${count} more`,
      restart: 'Restart now',
      restartHelp: 'Ends this run, which stays in the history, and begins another with these settings.',
      mark: 'takes effect with the next run',
    },
  },

  setting: {
    what: 'What is this?',
    default: 'Default',
    range: 'Range',
    source: 'Source',
    path: 'In files and links',
    defaultIs: (value: string) => `Default ${value}`,
    complaint: (complaint: string, value: string) => `${complaint} The value stays ${value}.`,
    whole: (least: number, most: number, came: string) =>
      `expected a whole number from ${least} to ${most}, got ${came === '' ? 'no number' : came}`,
  },

  settingList: {
    title: 'Settings',
    conflict: 'These settings do not go together.',
    allDefault: 'all as the defaults',
    differ: (changed: number, of: number, own: number) =>
      `${changed} of ${of} differ from the defaults${own > 0 ? `, ${own} changed by you` : ''}`,
    from: { exercise: 'preset', algorithm: 'algorithm', you: 'you' },
    differences: 'Settings that differ from the defaults',
    columns: { setting: 'Setting', initial: 'Default', now: 'This run', by: 'Set by' },
    putBack: 'Put back',
    groups: 'Group of settings',
    run: 'run',
    runHelp: 'What is trained, on what, for how long.',
  },

  progress: {
    waits: (why: string) => `${why}: training waits until that is over.`,
    rail: 'Stages of the run',
    stages: { load: 'Load', before: 'Measure', train: 'Train', after: 'Measure again' },
    epoch: (epoch: number, of: number) => `epoch ${epoch} of ${of}`,
    pausing: 'Pausing: what is in flight is finished first.',
    pausedMeasuring: 'Paused: what is in flight is finished first. Press Resume to go on.',
    pausedStep: (steps: number, of: number) => `Paused after ${steps} of ${of} epochs.`,
    pausedPart: {
      sampling: (epoch: string) => `Paused in ${epoch}, after sampling: nothing is judged yet.`,
      judging: (epoch: string) => `Paused in ${epoch}, after judging: rewards are not compared yet.`,
      scoring: (epoch: string) => `Paused in ${epoch}, after comparing: the weights have not moved yet.`,
    },
    stepping: 'Measuring comes first; the step follows.',
    stopping: 'Stopping after the part in flight; what was learned is kept.',
    resetting: 'Ending the run; it stays in the history.',
    preparing: 'Getting ready…',
    ready: 'Ready: measures, trains, and measures again.',
    loading: 'Loading the model and Python…',
    sampling: (epoch: string) => `Writing programs, ${epoch}`,
    judging: (epoch: string) => `Running their tests, ${epoch}`,
    scoring: (epoch: string) => `Comparing their rewards, ${epoch}`,
    updating: (epoch: string) => `Moving the weights, ${epoch}`,
    finished: (epochs: number, time: string) => `Finished: ${epochs} epochs in ${time} of training.`,
    stopped: (epochs: number, of: number) => `Stopped after ${epochs} of ${of} epochs.`,
    programs: (done: number, of: number) =>
      of > 0 ? `${done.toLocaleString('en')} of ${of.toLocaleString('en')} programs` : 'fresh programs',
    measuring: (programs: string) => `Measuring: ${programs}`,
    measuringSet: (when: string, set: string, programs: string) => `Measuring ${when}: ${set}, ${programs}`,
    when: { before: 'before training', during: 'in between', after: 'after training' },
    trainingLeft: (left: string) => `${left} of training`,
    told: (stage: string, epochs: number) => `${stage}: ${epochs} epochs done`,
    look: 'Look at its programs',
  },

  draft: {
    title: (step: number) => `Step ${step}, on its way`,
    parts: { sampling: 'Sample', judging: 'Judge', scoring: 'Compare', updating: 'Update' },
    partsLabel: 'Parts of the step',
    words: {
      sampling: (programs: number) =>
        `${programs} programs are written. Nothing is judged yet: point at a tile to read one.`,
      judging: (passed: number, programs: number) =>
        `${passed} of ${programs} programs pass. Next, each reward is compared with the others of its row.`,
      scoring: (pushed: number, held: number) =>
        `${pushed} programs are pushed up, ${held} down; a row in which all fared alike pushes nothing. Next, the weights move.`,
    },
    grid: 'Programs of the step on its way, by problem',
    code: 'The program',
    unjudged: 'not judged yet',
    reward: (reward: string) => `reward ${reward}`,
    noReward: 'no reward',
    advantage: (advantage: string) => `advantage ${advantage}`,
    program: (number: number, what: string) => `Program ${number}: ${what}`,
    empty: '(empty)',
  },

  help: {
    title: 'All keys',
    close: 'Close',
    note: 'They rest while you type in a field, and while a dialog is open. Combinations with Ctrl, Alt or ⌘ stay the browser’s.',
    toggle: 'Train, pause or go on',
    step: 'One step, then wait',
    part: 'The next part of a step, then wait',
    reset: 'Reset: the run ends and stays in the history',
    panels: (count: number) => `To one of the first ${count} panels, in their order`,
    earlier: 'Programs of the step before',
    later: 'Programs of the step after',
    help: 'This list',
    escape: 'Close what is open on top',
    inPanels: 'Inside panels',
    arrows: 'From tile to tile, tab to tab, or along a curve, where one of them has the focus',
    tab: 'From control to control',
    or: 'or',
  },

  hero: {
    sentence:
      'A tiny transformer writes Python, and unit tests say whether it works. Reinforcement learning moves its weights toward code that passes, while you watch, inside this tab.',
    caption: 'pass@1 of the ten problems',
    beforeNow: 'before, now',
    bar: (rate: string) => `${rate} of first tries pass`,
    unknown: 'Not measured yet',
    note: {
      nothing: 'Not measured yet: the share of programs that pass on the first try, before and after training.',
      before: (n: number) =>
        `Before training: ${n} fresh programs per problem, run against every test, hidden ones too.`,
      training: (n: number, visited: number, of: number) =>
        visited === of
          ? `While it trains: all ${of} by their latest ${n} training programs, on visible tests only; before, on every test.`
          : `While it trains: ${visited} of the ${of} by their latest ${n} training programs, on visible tests only; the ${of - visited} not visited count as before, on every test.`,
      after: (gain: string, n: number) =>
        `${gain}: ${n} fresh programs per problem, run against every test, hidden ones too.`,
    },
  },

  replay: {
    tag: 'recorded',
    title: 'Recorded run',
    made: (date: string, browser: string, device: string) =>
      `made on ${date} in ${browser} on ${device}, not by this tab. Press Train for a run of your own.`,
    controls: 'Replay of the recorded run',
    play: 'Play',
    pause: 'Pause',
    again: 'Replay',
    restart: 'From the start',
    skip: 'To the end',
    close: 'Close the recorded run',
    back: 'Back to your run',
    step: 'Step of the recorded run',
    stepOf: (step: number, of: number) => (step === 0 ? 'Before training' : `Step ${step} of ${of}`),
    offer: 'Replay the recorded run',
    loading: 'Fetching the recorded run…',
    failed: (message: string) => `The recorded run cannot be shown: ${message} Everything else works without it.`,
    programsOf: (step: number) => `The recording has the programs of step ${step}.`,
  },

  guide: {
    label: 'Guide',
    open: 'Guide: ten steps about what you see',
    invite: 'New here?',
    start: 'Start the guide',
    goOn: (at: number, of: number) => `Go on with the guide at step ${at} of ${of}`,
    length: 'Ten steps, three minutes.',
    again: 'The guide again',
    notNow: 'Not now',
    stepOf: (at: number, of: number) => `Step ${at} of ${of}`,
    next: 'Next',
    back: 'Back',
    skip: 'Skip the guide',
    finish: 'Finish',
    close: 'Put the guide away; it goes on here later',
    keys: '← and → turn pages, Esc puts the guide away.',
    waiting: 'This part of the page is being fetched…',
    missing: 'This part of the page is hidden here.',
    gate: {
      sample: 'Choose any tile to read its program, or press Next.',
      sampleDone: 'That is the program you chose.',
      turn: 'Press Train, or finish and look around.',
      turnDone: 'It trains. From here on the numbers are yours.',
    },
    recorded: 'The numbers are those of the recorded run.',
    steps: {
      problem: {
        title: 'Ten small problems',
        text: (example: string) =>
          `The model reads one sentence, like “${example}”, and has to write a Python function. Nobody shows it how. Tests say whether the function is right; some of them are hidden, only measure, and never pay.`,
      },
      sample: {
        title: 'Sample: many tries at once',
        text: (group: number) =>
          `For every problem the model writes ${group} programs, token by token, each token drawn by chance. Every tile is one program.`,
        facts: (step: number, programs: number, distinct: number) =>
          `Here are ${programs} programs of step ${step}; ${distinct} of them are different.`,
      },
      run: {
        title: 'Run: Python decides',
        text: 'Every program runs against the tests in a sealed sandbox inside this tab. It cannot reach the network, your files, or the grader.',
        facts: (passed: number, of: number, failures: string) =>
          `Of ${of} programs ${passed} pass all visible tests${failures === '' ? '.' : `; the others: ${failures}.`}`,
      },
      reward: {
        title: 'Reward: one number',
        text: (help: string) => `What a program did becomes one number, its reward. ${help}`,
        facts: (reward: string) =>
          `The mean reward of these programs is ${reward}. How to write better ones, it does not say.`,
      },
      compare: {
        title: 'Compare: better than its siblings?',
        text: 'A reward says little by itself. So each program is held against the others of its group, which tried the same problem: the difference, divided by the spread, is its advantage.',
        facts: (problem: string, passed: number, of: number, up: string, down: string) =>
          `“${problem}”: ${passed} of ${of} pass. A program that passes gets ${up}, one that does not ${down}.`,
        dead: (dead: number, groups: number) =>
          `In ${dead} of ${groups} groups all fare alike: nothing to compare, nothing to learn.`,
      },
      push: {
        title: 'Push: the update',
        text: (low: string, high: string) =>
          `Now the weights move. Every token of a better program becomes a little likelier, every token of a worse one a little less so. The clip ends the push where a token’s probability has changed by more than ${low} to ${high} times.`,
        facts: (clipped: string) =>
          `In this step ${clipped} of the tokens were clipped. Here you see the update with its real numbers.`,
      },
      leash: {
        title: 'The leash: KL',
        text: (beta: string) =>
          `Pushed too far, the model would forget how to write Python. So the distance to the model that it came from, the KL, is added to the loss, times β = ${beta}.`,
        none: 'Pushed too far, the model may forget how to write Python. Usually the distance to the model that it came from, the KL, is held down; this run does without (β = 0).',
        facts: (step: number, kl: string) => `After step ${step} it is ${kl} nats a token.`,
      },
      measure: {
        title: 'Before and after',
        text: 'Whether it learned anything is measured with fresh programs and with the hidden tests, which the reward never saw. Held-out problems show what is more than practice.',
        facts: (before: string, after: string, k: number, beforeAtK: string, afterAtK: string) =>
          `pass@1 of the ten went from ${before} to ${after}, pass@${k} from ${beforeAtK} to ${afterAtK}: mostly it makes likelier what the model could already write.`,
      },
      fooled: {
        title: 'What may go wrong',
        text: 'A model learns what is paid, not what is meant. Weak tests pay wrong programs, and a weak grader can be cheated. The audit tries every trick we know against the grader of your choice.',
        facts: (overfit: string) =>
          `In the last step ${overfit} of the programs were paid and yet failed a hidden test.`,
      },
      turn: {
        title: 'Your turn',
        text: (epochs: number) =>
          `Train it yourself: it measures, trains ${epochs} epochs, and measures again. Then change one thing, train again, and compare.`,
        facts: (range: string) => `Here that takes about ${range}.`,
      },
    },
  },

  ideas: {
    title: 'You could try…',
    intro:
      'One change at a time, and a guess before you press Train. Each card sets the controls and leads you there; your seed, epochs and device stay.',
    set: 'Set it up',
    show: 'Take me there',
    done: (title: string) => `${title}: set. Press Train to see.`,
    look: 'Look at',
    measured: 'Measured',
    notMeasured: 'Not by us. You would be the first to write it down.',
    cards: {
      'no-kl': {
        title: 'Off the leash: β = 0',
        what: 'Nothing holds the policy near the base model any more.',
        look: 'KL in the curves, and the held-out sets after training.',
        measured:
          'GRPO+, which has no KL term either, ended at 95.1 against 93.8 (three seeds). On the small model one seed of two lost a problem for good, and KL jumped above 1 nat.',
      },
      pairs: {
        title: 'Groups of two',
        what: 'Each program has one sibling to be compared with, instead of seven.',
        look: 'Dead groups: two that both pass or both fail teach nothing.',
      },
      imitate: {
        title: 'Only imitate what passed',
        what: 'Rejection fine-tuning: no baseline, no clipping, no KL. Programs that pass are copied.',
        look: 'Entropy, and how alike the programs become.',
        measured:
          '98.7 on the ten against 93.8 of GRPO (three seeds each). The price is variety: entropy 0.08 against 0.22 nats.',
      },
      'value-head': {
        title: 'PPO: guess the value instead',
        what: 'A value head takes the place of the siblings: it predicts the reward, token by token.',
        look: 'How slowly it starts, and how near to the base model it stays.',
        measured: '88.3 on the ten against 93.8 of GRPO (three seeds each), with a KL of 0.07 against 0.18 nats.',
      },
      beside: {
        title: 'GRPO beside Dr. GRPO',
        what: 'The same seed twice: once divided by the spread of the group, once not. A step of each in turn.',
        look: 'Where the two curves part, and on which problems.',
        measured:
          'On the small model 92.8 and 95.1 on the ten, 30.7 and 24.6 on the compositions (two seeds each): what is won here is lost there.',
      },
      'one-test': {
        title: 'A single visible test',
        what: 'Every problem pays for one test only. What fails the others is paid all the same.',
        look: 'Over-fitted: programs that are paid and wrong.',
        measured:
          'With one test 3.3% of the programs of the last steps were paid and wrong (small model), with two 2.0% (default model), with eight none.',
      },
      'ten-only': {
        title: 'Nothing but the ten',
        what: 'No auxiliary problems: the exam is all that is practised.',
        look: 'Compositions before and after: what was forgotten.',
        measured:
          'The ten end at 94.4 to 95.5, a little better than by default. Compositions fall to 2.5 to 4.5, where the base model has 16.9 and the default exercise ends at 35.8.',
      },
      'weak-grader': {
        title: 'A grader that can be fooled',
        what: 'Exit code 0 counts as passed. A program that only leaves early would be paid in full.',
        look: 'Cheats in the curves, then the audit below, which knows how to cheat.',
        measured:
          'The base model never finds the cheat by itself: its chance is 1 in 10⁶⁰. Once shown, cheats went from 2% to 83% of the programs in fifteen steps.',
      },
      hot: {
        title: 'Temperature 1.5',
        what: 'Unlikely tokens are tried more often: more ideas, more nonsense.',
        look: 'Entropy, syntax errors in the outcome mix, and dead groups.',
      },
      'own-problem': {
        title: 'A problem of your own',
        what: 'Write one sentence, a few tests and, if you like, a solution. The model practises it with the ten.',
        look: 'Its solve rate, and what it writes when it has no idea.',
      },
    },
  },

  machineCard: {
    title: 'This machine',
    loading: {
      title: 'Getting ready',
      python: 'Python',
      model: 'Model',
      engine: 'Device',
      waiting: 'waits',
      bytes: (done: string, total: string) => `${done} of ${total} MB`,
      bytesSoFar: (done: string) => `${done} MB`,
      starting: 'starting',
      measuring: 'measuring',
      ready: 'ready',
      meanwhile: 'You can press Train already: it begins when all is ready.',
    },
    speed: (tokens: string) => `${tokens} tokens/s`,
    parameters: (count: string) => `${count} parameters`,
    failed: 'No device could be started: see above.',
    estimate: {
      title: (epochs: number) => `${epochs.toLocaleString('en')} ${epochs === 1 ? 'epoch' : 'epochs'} here`,
      total: (range: string) => `about ${range}`,
      measuring: (share: string) => `${share} of it measuring`,
      from: {
        speed: 'Guessed from tokens a second; the processor that runs the tests counts as well.',
        earlier: 'From the pace of your last run on this device.',
        now: 'From the steps so far.',
      },
      conflict: 'The settings do not go together.',
    },
    pills: {
      title: 'What this browser offers',
      webgpu: 'WebGPU',
      simd: 'WebAssembly SIMD',
      offline: 'Works offline',
      stored: 'Runs are stored',
      kept: 'Storage is kept',
      cores: (count: number) => `${count} ${count === 1 ? 'core' : 'cores'}`,
      yes: 'yes',
      no: 'no',
      notYet: 'not yet',
    },
    help: {
      noAdapter: 'WebGPU is there, but no graphics device is.',
      noApi: 'No WebGPU here.',
      insecure: 'No WebGPU on plain http: browsers give it to https and localhost only.',
      everywhere: 'WebAssembly runs the whole exercise as well, on every machine.',
      summary: 'How to switch WebGPU on',
      noSimd:
        'This browser has no WebAssembly SIMD, so the model runs in plain JavaScript, many times slower. Any browser of the last four years has it.',
      chrome:
        'Chrome: version 113 or newer. Settings, System: “Use graphics acceleration when available”. On Linux it may take chrome://flags/#enable-unsafe-webgpu; chrome://gpu says what is wrong.',
      edge: 'Edge: version 113 or newer. Settings, System and performance: “Use graphics acceleration when available”; edge://gpu says what is wrong.',
      firefox:
        'Firefox: version 141 or newer on Windows, 145 on Macs with Apple silicon. Elsewhere about:config, dom.webgpu.enabled.',
      safari:
        'Safari: version 26 or newer. Before that on a Mac: Settings, Feature Flags, WebGPU; on iPhone and iPad: Settings, Apps, Safari, Advanced, Feature Flags.',
      other: 'Chrome, Edge and Safari of today have it; so has Firefox on Windows and on Macs with Apple silicon.',
    },
  },

  beside: {
    title: 'Side by side',
    intro:
      'Two configurations from the same model on the same seed, a step of one and a step of the other in turn. What differs between them is what you changed, and what the change led to.',
    lanes: { a: 'A', b: 'B' },
    sides: {
      above: 'The settings above',
      plain: 'The defaults',
      'no-kl': 'Above, without a KL penalty (β = 0)',
      'more-kl': 'Above, with ten times the KL penalty (β = 0.4)',
      'small-groups': 'Above, in groups of 2',
      'large-groups': 'Above, in groups of 16',
      hot: 'Above, at temperature 1.5',
      fast: 'Above, at a learning rate of 0.001',
      'dr-grpo': 'Above, with Dr. GRPO',
      dapo: 'Above, with DAPO',
      gspo: 'Above, with GSPO',
      rloo: 'Above, with RLOO',
      ppo: 'Above, with PPO',
      rft: 'Above, with rejection fine-tuning',
    },
    train: 'Train both',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    stopping: 'Stopping…',
    waiting: 'The trainer does one thing at a time: this waits for what is under way.',
    same: 'Both sides are the same: change one of them.',
    differences: 'Settings in which A and B differ',
    setting: 'Setting',
    kept: 'What both learned up to their last finished step is kept in the history.',
    progress: (lane: string, done: number, of: number) => `${lane}: ${done} of ${of} epochs.`,
    done: 'Both came to their end and stand in the history.',
    paused: 'Paused.',
    measured: (lane: string) => `${lane}, measured`,
    noValues: 'No values yet',
    results: 'What came of A and B',
    result: 'Set',
    before: 'Before',
    after: (lane: string) => `${lane}, after`,
    difference: 'B against A',
    overlap: 'bands overlap',
    oneSeed:
      'Fresh programs at temperature 1 on all tests, hidden ones too; 95% bands over problems. One seed each: another seed moves the ten by about two points.',
  },

  teaching: {
    title: 'For teaching',
    intro:
      'A link opens the page just as a class needs it: your settings, big type, nothing that distracts. Two handouts come along, to be printed or read.',
    link: {
      title: 'A link for a class',
      intro:
        'It carries the settings that are chosen above, as far as they differ from a preset, and how the page looks.',
      lecture: 'Big type and fewer things, for a room',
      pace: 'Pace of training',
      paceOf: (seconds: number) => (seconds === 0 ? 'As fast as it goes' : `At least ${seconds} s a step`),
      hide: 'Leave out',
      address: 'The link',
      conflict:
        'The settings above do not go together, so that no link can carry them. The settings say which one to change.',
      copy: 'Copy',
      copied: 'Copied.',
      open: 'Try it',
    },
    parts: {
      guide: 'Guide',
      ideas: 'Things to try',
      problems: 'Problems',
      curves: 'Curves',
      outcomes: 'Outcome mix',
      rollouts: 'Programs',
      explain: 'Explain this update',
      comparison: 'Before and after',
      beside: 'Side by side',
      measure: 'Is the gain real?',
      audit: 'Audit',
      samples: 'Anyone’s samples',
      runs: 'Runs',
      models: 'Models',
      teaching: 'For teaching',
      machine: 'Machine',
      preset: 'Preset',
      algorithm: 'Algorithm',
      reward: 'Reward',
      epochs: 'Epochs',
      seed: 'Seed',
      device: 'Device',
      settings: 'All settings',
      speed: 'Speed',
      step: 'Step',
      reset: 'Reset',
    },
    handouts: {
      title: 'Handouts',
      intro: 'They work without a network, like everything here.',
      exercise: {
        title: 'Exercise sheet',
        help: 'For students: ten questions to answer with the page, from a first run to a problem of their own.',
      },
      instructor: {
        title: 'Notes for the instructor',
        help: 'What to show in which order, what to ask, what to expect, and what goes wrong.',
      },
    },
  },

  misplaced: {
    zip: (file: string) => `${file} is a zip: runs are imported under Runs.`,
    json: 'this looks like JSON: problems are imported under Problems, samples under Anyone’s samples.',
  },

  problems: {
    title: 'Problems',
    intro:
      'What the model reads is one sentence. What decides is whether its function returns the right values. Open a problem to see its tests, or write your own.',
    loading: 'Loading the problems…',
    missing: 'The problems are missing.',
    search: 'Search',
    searchHint: 'Words of a problem',
    found: (n: number, of: number) => `${n} of ${of} problems`,
    ten: 'The ten',
    own: 'Your own',
    ownIntro:
      'Say what a function does, give a few calls with their results, and train on it. Everything stays in this browser.',
    ownEmpty: 'None yet. Write one, import a file, or copy one of the ten and change it.',
    heldBack: 'Not shown',
    auxiliary: (n: number) => `${n} others that training visits, so that the model forgets nothing`,
    phrasings: (n: number) => `${n} unseen phrasings, locked: they only measure`,
    compositions: (n: number) => `${n} unseen compositions, locked: they only measure`,
    notMeasured: 'Not measured yet',
    pass: (percent: string) => `${percent} pass`,
    difficulty: {
      untried: 'Not tried',
      unsolved: 'Not solved yet',
      unsolvedNow: 'Not solved now',
      hard: 'Hard',
      mixed: 'Sometimes',
      solved: 'Nearly always',
    },
    before: 'Before',
    now: 'Now',
    measured: (percent: string, n: number) => `${percent} of ${n} fresh programs, all tests`,
    training: (percent: string, n: number) => `${percent} of the latest ${n} training programs, visible tests`,
    unmeasured: 'not measured yet',
    publicTests: 'Public tests',
    publicHelp: 'May be shown to anyone; they pay reward too.',
    rewardTests: 'Reward tests',
    rewardHelp: 'Pay the reward; the model never reads them.',
    hiddenTests: 'Hidden tests',
    hiddenHelp: (n: number) =>
      `${n} more are kept apart. They only measure, before and after: training never sees them, and they are not shown here, so that passing them means having learned the task rather than the answers.`,
    noHidden:
      'None: what is measured before and after is what was paid for. A program that knows the answers by heart would look like one that solves the task.',
    ownHidden: 'Your own are shown; training never sees them.',
    reads: 'Reads',
    prints: 'Must print',
    nothing: 'nothing',
    cutAt: (length: number) => `the beginning of ${length.toLocaleString('en-GB')} characters`,
    moreTests: (n: number) => (n === 1 ? 'and 1 more' : `and ${n} more`),
    assertTests: 'Public and reward tests',
    assertHelp: (called: string | null) =>
      `Python that asks the program from an interpreter of its own, out of the program’s reach${
        called === null ? '' : `; what it calls ${called} is the program’s function`
      }. They may be shown, and pay reward.`,
    assertSetup: 'What runs before the tests',
    create: 'New problem',
    importFiles: 'Import…',
    importLabel: 'Files of problems',
    importHint:
      'or drop files, folders or zips here: of the lecture, HumanEval, MBPP, EvalPlus, APPS, LiveCodeBench, code_contests or TACO',
    reading: (files: string) => `Reading ${files}…`,
    askingReferences: (n: number) =>
      n === 1
        ? 'Running the reference of 1 problem, whose results are not in the file…'
        : `Running the references of ${n} problems, whose results are not in the file…`,
    exportJson: 'Export JSON',
    exportLines: 'Export JSONL',
    edit: 'Edit',
    duplicate: 'Copy to your own',
    remove: 'Delete',
    draft: 'Not saved yet',
    draftOf: (id: string) => `Unsaved changes of ${id}`,
    draftEmpty: 'A problem without words',
    resume: 'Go on writing',
    discard: 'Discard',
    removedProblems: (n: number, first: string) => (n === 1 ? `Deleted ${first}.` : `Deleted ${n} problems.`),
    removedDraft: 'Discarded the draft.',
    undo: 'Undo',
    fleeting: 'This browser refuses storage: your problems are gone when the page is closed. Export them first.',
    draftsRefused: 'This browser keeps no drafts: save before you leave the page.',
    perEpoch: 'Of your own, each epoch visits',
    perEpochHelp: (n: number) =>
      n === 0
        ? 'None: they are neither trained on nor measured.'
        : 'They join the next run and are measured before and after.',
    all: (n: number) => `all ${n}`,
    none: 'none',
    trainOnAll: (n: number) => (n === 1 ? 'Add it to the next run' : `Add all ${n} to the next run`),
    saved: (id: string, joined: boolean) =>
      joined
        ? `Saved ${id}. The next run trains on it too, and measures it before and after.`
        : `Saved ${id}. As chosen below, the next run does not visit all of yours.`,
    changed: (id: string, visits: number) =>
      visits === 0
        ? `Saved the changes of ${id}. As chosen below, the next run visits none of yours.`
        : `Saved the changes of ${id}. The next run trains on what it says now.`,
    brought: (n: number, visits: number, there: number, joined: boolean) => {
      const here = n === 1 ? '1 problem is here' : `${n} problems are here`;
      if (joined) return `${here}; the next run trains on them, and measures them before and after.`;
      return visits === 0
        ? `${here}; the next run does not visit them yet.`
        : `${here}; each epoch of the next run visits ${visits} of your ${there}.`;
    },
    takeBack: 'Take the import back',
    removeAll: (n: number) => `Delete all ${n}`,
    tooLong: 'Too long for the model: the next run leaves it out.',
    tooLongCount: (n: number) =>
      n === 1
        ? 'One of yours is too long for the model, with room for a program: a run leaves it out.'
        : `${n} of yours are too long for the model, with room for a program: a run leaves them out.`,
    previewTooLong: (n: number) => `${n} too long for the model: a run leaves ${n === 1 ? 'it' : 'them'} out`,
    removeTooLong: (n: number) => (n === 1 ? 'Delete it' : `Delete these ${n}`),
    nothingDropped: 'problems: expected files of problems, got an empty folder',
    modelDropped: 'problems: expected files of problems, got a model: models are imported under Models',
    previewTitle: (files: string) => `In ${files}`,
    previewCount: (n: number) => (n === 1 ? '1 problem was read' : `${n} problems were read`),
    previewKnown: (n: number) => `${n} of them you have already, to the last value: they are left out`,
    previewRenamed: (was: string, id: string) => `${was} is taken: it is called ${id}`,
    previewRefused: (n: number) => (n === 1 ? 'One row could not be read' : `${n} rows could not be read`),
    previewNotRead: 'Not read, and why:',
    previewLecture: 'the lecture’s form',
    previewForm: (form: string, n: number) => `${form}: ${n}`,
    previewRows: 'Problems that were read',
    previewTests: (shown: number, paying: number, hidden: number) => {
      const parts = [
        [shown, 'public'],
        [paying, 'for reward alone'],
        [hidden, 'hidden'],
      ] as const;
      const told = parts.filter(([n]) => n > 0).map(([n, kind]) => `${n} ${kind}`);
      return `tests: ${told.join(', ')}`;
    },
    previewAsserts: 'tests: Python asserts',
    previewStdin: 'reads standard input',
    previewTolerance: 'floats within a tolerance',
    previewThere: 'You have it already.',
    previewMore: (n: number) => `Show ${n} more`,
    previewNothing: 'Nothing was changed, and nothing will be.',
    close: 'Close',
    bring: (n: number) => (n === 1 ? 'Import 1 problem' : `Import ${n} problems`),
    cancel: 'Cancel',
    ownSet: 'Your problems',
    tooFew: (asked: number, there: number) =>
      `ownProblems: expected at most ${there}, since you have ${there === 1 ? 'one problem' : `${there} problems`} of your own, got ${asked}`,
    ownSetHelp:
      'Written or imported by you, and trained on. Those without hidden tests are measured on the visible ones.',
  },

  editor: {
    titleNew: 'A problem of your own',
    title: (id: string) => `Change ${id}`,
    text: 'What the model reads',
    textHint: 'Write a function that …',
    tokens: (n: number, most: number) => `${n} of at most ${most} tokens with the frame around it`,
    noTokens: 'Tokens are counted once the model is there.',
    tooLong: 'There is no room left for a program: say it in fewer words.',
    spelled: (list: string) =>
      `Not in its vocabulary: ${list}. It sees their letters one by one, and what it cannot read it cannot solve.`,
    unseen: (list: string) => `It cannot see ${list} at all: only plain English letters, digits and signs.`,
    reach:
      'A model this small knows some hundred words and short functions on numbers, strings and lists. It learns from what it already does now and then: where 16 tries give nothing, training has nothing to start from.',
    name: 'Name',
    nameHint: (id: string) => `${id} (from the text)`,
    entryPoint: 'Function',
    otherEntryPoint: 'The model has only ever written functions called solution: with another name it passes nothing.',
    tests: 'Tests by example',
    stdinHelp:
      'The program reads the first text from standard input and must print the second one; lines are compared one by one.',
    input: 'Standard input',
    printed: 'Must be printed',
    assertsHelp:
      'These came with the file as Python of their own. They cannot be changed here: change them in the file and import it again. The reference can be run on them.',
    testsHelp: 'One call a line, as Python writes it: “[1, 2], 3” are two arguments.',
    test: (n: number) => `Test ${n}`,
    args: 'Arguments',
    expected: 'Returns',
    kind: 'Kind',
    kinds: { public: 'public', reward: 'reward', hidden: 'hidden' },
    kindsHelp: 'Public ones may be shown and pay; reward ones only pay; hidden ones only measure.',
    addTest: 'Add a test',
    removeTest: (n: number) => `Remove test ${n}`,
    paste: 'Paste several',
    pasteHelp: 'assert solution([1, 2]) == 3, or solution([1, 2]) == 3, or [1, 2] -> 3; one a line.',
    pasteAdd: 'Add these',
    pasted: (n: number) => (n === 1 ? '1 test was added.' : `${n} tests were added.`),
    pasteRefused: (line: number, text: string, why: string) => `Line ${line}, ${text}: ${why}.`,
    pasteNames: (names: string) => `They call ${names}; here they ask the function above.`,
    setApart: 'Set every third apart as hidden',
    noHidden: 'No hidden tests: a program that learns the answers by heart would look like one that solves the task. ',
    noReference: 'Without a reference nobody has shown that the tests can be passed.',
    reference: 'Reference solution',
    referenceHelp:
      'Never shown to the model. It shows that the tests are right, and is run where the model’s programs run.',
    keys: 'Tab indents. Press Escape and then Tab to leave the field.',
    broken: 'Python does not read this',
    undefinedEntry: (name: string) => `It does not define ${name}.`,
    run: 'Run the reference',
    running: 'Running…',
    runAll: (passed: number, total: number) => `The reference passes ${passed} of ${total} tests.`,
    stale: 'The problem was changed since.',
    offers: (n: number) =>
      n === 1
        ? 'One result is missing and can be taken from the reference.'
        : `${n} results are missing and can be taken from the reference.`,
    fill: 'Fill them in',
    filled: (n: number) =>
      `${n === 1 ? 'One result was' : `${n} results were`} taken from the reference: they say what it does, not that it is right.`,
    failedAt: (error: string, line: number | null) => (line === null ? error : `${error} (line ${line})`),
    returned: (got: string) => `returned ${got}`,
    asExpected: 'passes',
    offered: (got: string) => `returns ${got}`,
    constantStub: (value: string, found: boolean, prints: boolean) =>
      `A program that always ${prints ? 'prints' : 'returns'} ${value} passes every visible test${found ? '; only hidden ones find it out' : ', and no hidden one finds it out'}. Training will find it: add ${prints ? 'an input' : 'a call'} with another result.`,
    echoStub: (place: string, found: boolean, prints: boolean) =>
      `A program that ${prints ? 'prints what it reads' : `returns its argument ${place} unchanged`} passes every visible test${found ? '; only hidden ones find it out' : ', and no hidden one finds it out'}. Add ${prints ? 'an input' : 'a call'} whose result is another.`,
    trial: 'Try the model',
    trialTrained: 'Try the trained model',
    trialRunning: 'Writing and running 16 programs…',
    trialHelp: 'It writes 16 programs at temperature 1; nothing is learned.',
    trialWait: (what: string) => `${what}: the model can be tried afterwards.`,
    trialRate: (correct: number, n: number, model: string) =>
      `${correct} of ${n} programs of the ${model} pass every test.`,
    base: 'base model',
    trained: 'trained model',
    trialNothing:
      'Where no program passes, no program is rewarded more than another: training has nothing to start from.',
    trialAll: 'It solves this already: there is little to learn here.',
    trialSome: 'Some pass and some do not: this is what training learns from.',
    trialFew: 'With 16 tries this is a rough number; a run measures it with 128.',
    times: (n: number) => `${n}×`,
    program: (n: number) => `Program ${n}`,
    save: 'Save the problem',
    close: 'Put aside',
    kept: 'Every keystroke is kept in this browser.',
    faults: (n: number) => (n === 1 ? 'One thing is to be mended first.' : `${n} things are to be mended first.`),
  },

  runs: {
    title: 'Runs',
    intro:
      'Every run that was trained in this browser, newest first, and what came in as a zip. Change one thing, train again, and read here what it did.',
    empty: 'No run yet. Each one that you train is kept here, with its curves, its programs and its model.',
    loading: 'Looking for earlier runs…',
    import: 'Import a run',
    importing: 'Reading…',
    drop: 'or drop the zip of a run anywhere on this part of the page.',
    dropHere: 'Let go to take it in.',
    importFailed: (file: string, why: string) => `${file}: ${why} Nothing was changed.`,
    training: 'A run trains on the page: stop it, or wait for its end.',
    gone: 'This run is not in the history any more: it may have been deleted in another tab.',
    unreadable: (why: string) => `The list of runs could not be read: ${why}`,
    told: {
      shown: (run: string) => `The page shows ${run}.`,
      loaded: (run: string) => `The model of ${run} is at hand: it can be measured, compared and exported.`,
      restored: (run: string) => `${run} is back.`,
      imported: (names: readonly string[]) => `Taken in: ${names.join('; ')}.`,
      persisted: (promised: boolean) =>
        promised
          ? 'The browser promised to keep the runs.'
          : 'The browser did not promise it. Take out as a zip what must not be lost.',
    },
    removed: {
      title: 'Deleted runs',
      line: (run: string) => `Deleted: ${run}.`,
      undo: 'Undo',
      undoOf: (run: string) => ` the deletion of ${run}`,
      forget: (size: string) => `Free ${size} now`,
      until: 'Can be had back until the page is opened anew.',
    },
    storage: {
      title: 'Where they are kept',
      memory:
        'This browser lets the page keep nothing: a reload forgets every run. Take out as a zip what must not be lost.',
      where: (files: boolean) =>
        files ? 'In this browser: a database, and files for the weights.' : 'In this browser’s database.',
      used: (used: string, quota: string) => `${used} of ${quota} used.`,
      usedOnly: (used: string) => `${used} used.`,
      persisted: 'The browser promised to keep it.',
      mayGo: 'When space runs short, the browser may delete it.',
      ask: 'Ask the browser to keep it',
      meter: 'Share of the space that is used',
    },
    line: {
      rename: 'Rename',
      of: (run: string) => ` ${run}`,
      name: (letter: string) => `Name of run ${letter}`,
      note: (letter: string) => `Note on run ${letter}`,
      noteHint: 'Add a note',
      unsaved: 'Not saved yet.',
      unsavedWhy: (why: string) => `Not saved: ${why} The text stays here until it is.`,
      again: 'Save again',
      discard: 'Throw it away',
      status: { live: 'Running', interrupted: 'Interrupted', ended: 'Ended' },
      imported: 'Imported',
      onPage: 'On the page',
      steps: (done: number, of: number) => `${done} of ${of} ${of === 1 ? 'epoch' : 'epochs'}`,
      started: (time: string) => `begun ${time}`,
      size: (size: string) => `about ${size}`,
      kept: (steps: string) => `model kept of step ${steps}`,
      noModel: 'no model kept',
      changed: 'What changed against the baseline',
      unlike: 'What differs from the defaults',
      same: 'Nothing changed against the baseline.',
      plain: 'All as the defaults.',
      change: (from: string, to: string) => `from ${from} to ${to}`,
      result: (run: string) => `pass@1 of the ten, ${run}`,
      before: 'before training',
      after: 'after training',
      notMeasured: 'Not measured yet',
      band: (low: string, high: string) => `band ${low}–${high}`,
      delta: (change: string, letter: string) => `${change} against ${letter}`,
      overlap: 'The bands overlap.',
      apart: 'The bands do not overlap.',
      actions: (run: string) => `What to do with ${run}`,
      show: 'Show on page',
      continue: 'Continue',
      load: 'Load its model',
      loading: 'Loading…',
      zip: 'Zip',
      packing: 'Packing…',
      delete: 'Delete',
      baseline: 'Baseline',
      inCurves: 'In the curves',
      curvesFull: 'Five runs are drawn already.',
    },
    compare: {
      title: 'Two runs side by side',
      first: 'First run',
      second: 'Second run',
      settings: 'Settings',
      all: 'Show all settings',
      setting: 'Setting',
      same: 'The two runs have the same settings: what differs between them is chance or machine.',
      results: 'Results',
      result: 'Result',
      change: 'Change',
      onlyBefore: (rate: string) => `${rate} before`,
      atK: (set: string, k: number) => `${set}, pass@${k}`,
      greedy: (set: string) => `${set}, greedy`,
      steps: 'Steps',
      time: 'Training time',
      alerts: 'Alerts',
      none: 'none',
      atStep: (alert: string, step: number) => `${alert} (step ${step})`,
      curves: 'Curves',
      empty: 'No values',
      measured: 'Fresh programs for the ten on all tests, with a 95% band.',
      reading: 'Reading the two runs…',
    },
  },

  runExports: {
    title: 'For other tools',
    making: 'Packing…',
    packing: (what: string) => `${what}: packing…`,
    made: (file: string) => `Saved as ${file}.`,
    failed: (why: string) => `It could not be made: ${why}`,
    noModel: 'No model of this run is kept.',
    noStep: 'The run has no step yet.',
    kinds: {
      huggingface: {
        label: 'Hugging Face model',
        what: 'The trained model as a folder with tokenizer and model card, which transformers loads with from_pretrained.',
        whom: 'For whoever wants to use, share or compare it.',
      },
      adapter: {
        label: 'LoRA adapters',
        what: 'Only what was trained, a few megabytes: the adapters with tokenizer and card, which PEFT loads onto the model that they are for.',
        whom: 'For whoever has that model already.',
      },
      trl: {
        label: 'TRL experiment',
        what: 'The same run for TRL’s GRPOTrainer: problems, the reward as one Python file, settings, the model it begins with.',
        whom: 'For whoever goes on in Python, on one machine.',
      },
      verl: {
        label: 'veRL on Ray',
        what: 'The same run for veRL, which spreads it over many GPUs with Ray.',
        whom: 'For whoever has outgrown one machine.',
      },
      results: {
        label: 'Tables',
        what: 'Metrics as CSV and JSON Lines under TRL’s names; every program that was kept, with its reward, as Parquet and JSON Lines.',
        whom: 'For pandas, spreadsheets, Weights & Biases, TensorBoard.',
      },
    },
  },

  models: {
    title: 'Models',
    intro:
      'Two small models come with the page. Bring along a larger one, GPT-2, CodeGen or Llama in Hugging Face’s format: its weights stay as they are, and small adapters (LoRA) are trained in it.',
    bundled: {
      base: 'The one that the page begins with, trained on generated exercises.',
      small: 'A third of it: faster, and less able.',
    },
    comesAlong: 'Comes with the page',
    imported: 'Imported',
    names: { gpt2: 'GPT-2', codegen: 'CodeGen', llama: 'Llama' },
    loading: 'Looking for imported models…',
    unreadable: (why: string) => `The list of imported models could not be read: ${why}`,
    list: 'Models that are here',
    facts: {
      parameters: 'Parameters',
      shape: 'Layers × width',
      heads: 'Heads',
      context: 'Context',
      vocabulary: 'Vocabulary',
      numbers: 'Numbers',
      size: 'On disk',
    },
    shapeOf: (layers: number, width: string) => `${layers} × ${width}`,
    tokens: (count: string) => `${count} tokens`,
    dtypes: { F32: '32-bit floats', F16: '16-bit floats', BF16: 'bfloat16' },
    train: 'Train with it',
    chosen: 'The next run trains it',
    of: (name: string) => ` ${name}`,
    remove: 'Remove',
    doubt: (name: string, size: string) =>
      `Remove ${name} and free ${size}? Runs of it stay in the history, but cannot go on without it.`,
    yes: 'Yes, remove it',
    no: 'Keep it',
    memory: {
      title: (total: string) => `Needs about ${total} while it trains`,
      parts: {
        base: 'weights, frozen',
        adapters: 'adapters and their optimiser',
        cache: 'keys and values while sampling',
        activations: 'activations of an update',
      },
      defaults: 'With the adapters and the group size that the settings begin with.',
    },
    drop: {
      label: 'Files of a model',
      folder: 'Choose a folder',
      files: 'Choose files',
      reading: 'Looking at the files…',
      help: 'or drop the folder of a model here: `config.json`, `*.safetensors`, and `tokenizer.json` or `vocab.json` with `merges.txt`. It is read here and sent nowhere.',
      here: 'Let go to have a look at it.',
    },
    preview: {
      title: (name: string) => `What ${name} is`,
      others: (taken: string, others: readonly string[]) =>
        `Of several models the one in ${taken} is taken; drop ${others.join(' or ')} alone to have that one`,
      refused: (name: string) => `${name} cannot be trained here`,
      name: 'Name on this page',
      keep: 'Keep it in this browser',
      cancel: 'Put away',
      close: 'Close',
      importing: (name: string) => `Keeping ${name}`,
      progress: (done: string, total: string) => `${done} of ${total}`,
    },
    badName: (rule: string) => `Expected ${rule}.`,
    taken: (name: string) => `There is a model called ${name} already: give this one another name.`,
    told: {
      imported: (name: string) => `${name} is here. Choose it to train it.`,
      removed: (name: string) => `${name} is removed.`,
    },
    lecture: {
      title: 'The lecture’s model: Salesforce/codegen-350M-mono',
      why: 'Its files at Hugging Face are a pickle (pytorch_model.bin), which can run code when it is opened; this page does not read it. These lines of Python fetch the model and write it as safetensors:',
      code: `from transformers import AutoModelForCausalLM, AutoTokenizer

for part in (AutoModelForCausalLM, AutoTokenizer):
    part.from_pretrained("Salesforce/codegen-350M-mono").save_pretrained("codegen-350M-mono")`,
      next: 'pip install torch transformers brings what they need. Then drop the folder codegen-350M-mono above. It takes 0.7 to 1.4 GB, here and there; models of Hugging Face that come as safetensors can be dropped as they are.',
    },
  },

  report: {
    open: 'Report to print',
    failed: (why: string) => `The report could not be made: ${why}`,
    hint: 'One page, A4 or Letter. The print dialog saves it as a PDF too.',
    print: 'Print',
    close: 'Close',
    kind: 'Greenbar: report of a training run',
    facts: {
      begun: 'Begun',
      unknown: 'not kept',
      steps: 'Epochs',
      of: (done: number, all: number) => (done === all ? String(done) : `${done} of ${all}`),
      device: 'Device',
      setting: (backend: string) => `setting: ${backend}`,
      seed: 'Seed',
      version: 'Greenbar',
    },
    configuration: 'What differs from the defaults',
    defaults: 'Nothing: every setting is as the defaults have it.',
    moreSettings: (count: number) => `and ${count} more, in the link`,
    again: 'To train the same again:',
    results: 'Before and after',
    notMeasured: 'Not measured.',
    table: {
      set: 'Problems',
      size: 'Number × programs',
      most: 'pass@k',
      greedy: 'Greedy',
      before: 'Before',
      after: 'After',
    },
    curves: 'While it learned',
    noValues: 'no values',
    step: (step: number) => `step ${step}`,
    outcomes: 'What became of the programs',
    noSteps: 'No step was finished.',
    ofStep: (step: number) => `Step ${step}`,
    example: 'One problem, before and after',
    noExample:
      'No problem has a wrong program of the first step and a right one of the last among those that are kept.',
    moreLines: (count: number) => `… ${count} more ${count === 1 ? 'line' : 'lines'}`,
    alerts: 'Alerts',
    alertAt: (alert: string, step: number) => `${alert}, step ${step}.`,
    more: (count: number) => `And ${count} more.`,
    method: ({ n, temperature }: { readonly n: number | null; readonly temperature: number }) =>
      `${n === null ? '' : `Of each problem n programs are sampled at temperature ${temperature} (of the ten, ${n}) and run against every test, hidden ones too, in a sealed sandbox. `}pass@k is the unbiased estimate 1 − C(n−c, k) / C(n, k) of Chen et al. (2021), with c right programs of n, averaged over problems; bands are 95% bootstrap intervals over the problems. Greedy takes the likeliest token each time. In the curves, dots are measured so; the faint line is the share of the step’s own programs that pass the visible tests. Step 1 is sampled before the first update.`,
  },

  offline: {
    title: 'Without a network',
    state: {
      waiting:
        'Once the model has loaded, everything is kept in this browser, so that the page works without a network.',
      held: 'Your browser is set to save data, so nothing was downloaded ahead. Everything takes about 50 MB.',
      downloading: (done: string, total: string) => `Downloading ${done} of ${total} MB. The page works meanwhile.`,
      ready: 'Ready. The whole exercise now works in this browser without any network.',
      failed: (reason: string) =>
        `Not everything could be downloaded: ${reason} The page works all the same; the next visit tries again.`,
      insecure:
        'Not on this address: a browser keeps pages only from https or localhost. The folder of this page on your own machine, served on localhost, works without a network.',
      unsupported: 'This browser keeps no pages. In a private window that is usual.',
      unbuilt: 'Not while the page is being developed.',
    },
    short: {
      waiting: 'Offline: not yet',
      held: 'Offline: not downloaded',
      downloading: (share: string) => `Offline: ${share} downloaded`,
      ready: 'Offline: ready',
      failed: 'Offline: download failed',
      impossible: 'Offline: not possible here',
    },
    downloaded: 'Downloaded',
    download: 'Download now',
    retry: 'Try again',
    update: {
      waiting: 'A new version is ready.',
      elsewhere: 'Another tab has switched to a new version.',
      failed: 'A new version could not be downloaded. The next visit tries again.',
      running: 'Nothing is reloaded by itself. The run on its way is kept and can go on after the reload.',
      reload: 'Reload',
    },
    install: {
      title: 'As an app',
      button: 'Install',
      offered: 'Opens in a window of its own and starts without a network.',
      menu: 'On iPhone and iPad: Share, then Add to Home Screen. In Safari on a Mac: File, then Add to Dock. Firefox on a computer installs no pages; a bookmark opens this one without a network just as well.',
      none: 'When the browser offers it, a button appears here; its own menu may have an entry for it too.',
      installed: 'This page is installed.',
    },
    lacks: {
      title: 'What this browser does not give this page',
      webgpu: 'WebGPU: the model runs on WebAssembly, to the same end, only slower on a machine with a graphics card.',
      serviceWorker: 'Service workers: the page needs its server each time it is opened.',
      storage: 'A database: runs are kept in memory, and a reload forgets them.',
      locks: 'Locks between tabs: train in one tab at a time.',
      persist:
        'A promise to keep what is stored: it may be cleared when space runs short. Export what you want to keep.',
      files: 'A private file system: weights are kept in the database, or in memory.',
      clipboard: 'The clipboard: links are shown to be copied by hand.',
      wakeLock: 'Wake locks: keep the machine from sleeping while it trains.',
    },
    note: {
      insecure: 'This address is plain http, so the browser withholds some things.',
      insecureText:
        'No WebGPU, no working without a network, no installing, no promise to keep what is stored, no clipboard. The whole exercise runs all the same, on WebAssembly.',
      memory: 'This browser refuses to store anything.',
      forgets: 'Runs are kept in memory: a reload forgets them. Export what you want to keep.',
      keeps: 'Runs are stored in this browser as long as it has room. Train in one tab at a time.',
      close: 'Understood',
    },
  },

  charts: {
    showTable: 'Show table',
    showChart: 'Show chart',
    of: (title: string) => `of ${title}`,
    table: (title: string) => `${title}, table`,
    raw: (line: string) => `${line}, raw`,
    good: { up: 'higher is better', down: 'lower is better' },
    crosshair: (title: string) => `Crosshair of ${title}`,
    valuesAt: (place: string, at: string, values: readonly string[], hint: string) =>
      [`${place} ${at}: ${values.length === 0 ? 'nothing' : values.join(', ')}`, ...(hint === '' ? [] : [hint])].join(
        '. ',
      ),
    fromTo: (
      line: string,
      place: string,
      [first, from]: readonly [string, string],
      [last, to]: readonly [string, string],
    ) => `${line} from ${first} at ${place} ${from} to ${last} at ${place} ${to}`,
    noPixels: 'This browser gives no picture of pixels away; the SVG has the same drawing.',
    ofRun: ({
      seed,
      epochs,
      groupSize,
      temperature,
      settings,
    }: {
      readonly seed: number;
      readonly epochs: number;
      readonly groupSize: number;
      readonly temperature: number;
      readonly settings: readonly string[];
    }) =>
      `Run: seed ${seed}, ${epochs} epochs, groups of ${groupSize} at temperature ${temperature}; ${
        settings.length === 0 ? 'all other settings as by default' : settings.join(', ')
      }. Made with Greenbar.`,
  },

  curves: {
    title: 'While it learns',
    intro:
      'Each step writes a batch of programs, runs them, and moves the weights once or twice. Point at a curve to read all of them at that step; choose the step to see its programs.',
    empty: 'No values yet',
    tries: 'Tries',
    passHelp: (k: number) =>
      k === 1
        ? 'Share of programs that pass. Training: all programs of the step, auxiliary problems too, on visible tests. Measured: fresh programs on all tests, with a 95% band; dashed, problems that training never sees.'
        : `Chance that at least one of ${k} programs passes (unbiased, Chen et al. 2021). Measured: fresh programs on all tests, with a 95% band; dashed, problems that training never sees. Training: groups of the step with at least ${k} programs, on visible tests.`,
    training: 'Training',
    smoothing: 'Smoothing',
    smoothingHelp:
      'Exponential moving average with its start corrected; the raw values stay in sight behind it. Numbers beside the titles are raw.',
    smoothed: (weight: string) =>
      `Lines: exponential moving average, weight of the past ${weight}, start corrected; raw values faint behind.`,
    choose: 'More curves',
    chosen: (count: number) => `${count} shown`,
    reset: 'As at first',
    absent: 'This run does not write it down.',
    earlier: 'Earlier runs, faint:',
    thisRun: 'This run',
    pick: 'Choose a step to see its programs',
    looked: (step: number) => `The programs of step ${step} are shown under`,
    lookedWhere: 'What it writes',
    newest: 'Back to the newest',
    marks: (alerts: readonly string[]) => `marks a step that raised an alert: ${alerts.join('; ')}.`,
    alertAt: (step: number, what: string) => `Alert at step ${step}: ${what}`,
    shortAlert: (step: number, what: string) => `step ${step}: ${what}`,
    groups: {
      progress: 'Does it get better?',
      signal: 'Is there something to learn from?',
      update: 'The update',
      length: 'Length',
      speed: 'Speed',
      critic: 'Value head and critic',
      paid: 'What the reward pays for',
      sampler: 'Sampler against trainer',
    },
    combined: {
      pass: { title: 'pass@k', help: '' },
      dead: {
        title: 'Dead groups',
        help: 'Groups whose rewards are all equal, as observed, and as the solve rates before the step predict of a reward that only tells solved from not solved: mean of pᴳ + (1 − p)ᴳ. They teach nothing where advantages compare within groups.',
      },
      loss: {
        title: 'Loss',
        help: 'No progress signal: advantages are relative, so it stays near 0 while the model learns. Look for jumps only.',
      },
      clipped: {
        title: 'Clipped tokens',
        help: 'Share of the trained tokens that the bounds of the ratio stopped: falling (low), rising (high), dual clip.',
      },
      values: {
        title: 'Values and returns',
        help: 'What the value head expects of a token, and what came: means over the tokens trained on.',
      },
      length: {
        title: 'Length (tokens)',
        help: 'Mean, shortest and longest completion, and the limit of the step, which context lengthening moves.',
      },
      ratio: {
        title: 'Trainer over sampler',
        help: 'Probability of a token under the trainer over that under the sampler, in the first update of the step; where the loss corrects for their difference, the weights by which it does.',
      },
      time: {
        title: 'Where the time goes (s)',
        help: 'What the step waited for, pauses left out. Programs that run while others are sampled cost it nothing.',
      },
      throughput: {
        title: 'Tokens per second',
        help: 'Completion tokens of the step, sampled, judged and learned from, for each second that the step took.',
      },
    },
    lines: {
      observed: 'Observed',
      predicted: 'Predicted',
      whole: 'Whole',
      policy: 'Policy alone',
      high: 'High',
      low: 'Low',
      dual: 'Dual',
      return: 'Return',
      value: 'Value',
      mean: 'Mean',
      longest: 'Longest',
      shortest: 'Shortest',
      limit: 'Limit',
      most: 'Most',
      least: 'Least',
      sample: 'Sampling',
      judge: 'Judging',
      reference: 'Reference',
      update: 'Update',
      throughput: 'Tokens per second',
    },
  },

  title: {
    plain: 'Greenbar',
    passing: (rate: string) => `${rate} pass · Greenbar`,
    training: (rate: string, trained: string) => `${rate} pass · ${trained} trained · Greenbar`,
  },
  busy: {
    loading: 'The model of a run is being read',
    training: 'A run is training in this tab',
    measuring: 'Models are being measured',
    grading: 'Samples are being graded',
    trying: 'The model is writing programs for a problem of yours',
    auditing: 'A reward is being audited',
    comparing: 'Losses are being compared',
    beside: 'Two runs are trained side by side',
    timing: 'The machine is being measured',
  },
  alerts: {
    'dead-groups': 'Dead groups',
    'entropy-collapsed': 'Entropy collapsed',
    'kl-runaway': 'KL ran away',
    'length-collapsed': 'Length collapsed',
    'not-finite': 'A number was not finite',
    'all-truncated': 'Every program cut off',
  },
  graders: {
    sealed: {
      label: 'Sealed grader',
      help: 'The program runs alone; its values are compared outside Python with answers that it never sees.',
    },
    'weak-equality': {
      label: 'Weak grader: == beside the program',
      help: 'A lesson, built to be cheated: the expected values lie in the same interpreter as the program, which Python’s own == compares.',
    },
    'weak-exit': {
      label: 'Weak grader: a clean exit',
      help: 'A lesson, built to be cheated: a program counts as right when it ends without an error.',
    },
  },
  verdict: {
    unclear: (before: string, band: string) =>
      `No clear change: ${before} before lies within the band after training (${band}).`,
    worse: (change: string) => `Training made it worse: ${change} on all tests.`,
    noGreedy:
      'Greedy decoding was not measured: whether the first choice changed, or the model only became surer of it, is not known.',
    greedyRose: (change: string) =>
      `Greedy decoding rose as well (${change}): the model’s first choice changed; it did not only become surer of it.`,
    greedyStood: (change: string) =>
      `Greedy decoding hardly moved (${change}): most of the gain is being surer of what the model preferred already.`,
  },
  algorithmGroups: {
    papers: 'Papers',
    schedules: 'Schedules',
    frameworks: 'Frameworks’ constants',
    wrong: 'Shown because it is wrong',
  },
  algorithmNote: {
    label: 'The chosen algorithm',
    source: 'Source',
    departs: 'Differs here',
    wrong: 'Shown because it is wrong.',
  },
  rewardParts: {
    caption: (reward: string) => `What the reward of ${reward} is made of`,
    share: (share: string, weight: string) => `${share} of a part that weighs ${weight}`,
  },
  rewardSelect: 'Reward',
  earlierTurns: {
    label: 'Earlier attempts',
    attempt: (n: number) => `Attempt ${n}`,
    feedback: 'Sent back: the public test that failed,',
  },
  copyLink: {
    copy: 'Copy link',
    copied: 'Copied: opens this page with these settings.',
    conflict: 'These settings do not go together yet: a link to them would not be taken.',
    label: 'Link to these settings',
  },
  audit: {
    title: 'Can it be cheated?',
    intro:
      'A reward is worth what nobody can fake. The audit runs known cheats as programs against the ten problems, pays them as training would, and says which of them earn more than their answers deserve.',
    none: 'With the sealed grader no cheat should earn anything. Switch to a weak one to see what goes wrong elsewhere.',
    audit: 'Audit this reward',
    auditing: 'Auditing…',
    what: 'What is audited',
    grader: 'Grader',
    help: (grader: string, weakness: string) =>
      `${grader} Known weakness of this reward: ${weakness} These are the settings of the next run as well.`,
    watch: 'Watch a scripted attacker earn reward',
    judged: 'Programs judged',
    progress: (done: number, of: number) => `${done} of ${counted(of, 'program')}`,
    paid: (paid: number, judged: number) =>
      paid === 0 ? `None of ${counted(judged, 'cheat')} was paid` : `${paid} of ${counted(judged, 'cheat')} were paid`,
    sound: 'The right solutions earn their full reward, so the audit can tell right from wrong.',
    unsound: 'A right solution was not paid as it should be, so that this hack rate says little.',
    lucky: (n: number) =>
      `${counted(n, 'attempt')} earned honest partial credit for values that happen to be expected.`,
    overfit: (n: number) =>
      `A program that knows the public tests by heart passes everything visible on ${counted(n, 'problem')}: only hidden tests tell.`,
  },
  attacks: {
    paidOf: (paid: number, judged: number) => (paid === 0 ? 'none paid' : `${paid} of ${judged} paid`),
    paid: (paid: number, judged: number) => `paid ${paid}/${judged}`,
    notJudged: 'not judged',
    lucky: 'lucky',
    nothing: 'nothing',
    chosen: 'The chosen attack',
    counted: 'Tests counted',
    of: (passed: number, total: number) => `${passed} of ${total}`,
    deserved: 'Deserved',
    reward: 'Reward',
    program: 'Program of the attack',
    on: (problem: string, paidOn: number) =>
      paidOn > 1 ? `On ${problem}; it is paid on ${counted(paidOn, 'problem')}.` : `On ${problem}.`,
  },
  lesson: {
    title: 'Three programs, two graders',
    intro: (problem: string) => `Rewards earned just now on ${problem}, all or nothing. Choose a program to see why.`,
    program: 'Program',
    code: 'Program of the lesson',
  },
  machine: {
    title: 'How fast is this machine?',
    intro:
      'Times part of an epoch’s work, 64 of its 160 programs, on every engine that this browser has, in turns with plain TensorFlow.js on the same device. Takes about a minute; nothing is sent anywhere.',
    measure: 'Measure this machine',
    measuring: 'Measuring…',
    done: 'Measurements done',
    engine: 'Engine',
    samples: 'Samples',
    scores: 'Scores',
    update: 'An update',
    memory: 'Memory',
    ceilings: (cores: number, gigaflops: string, gigabytes: string) =>
      `${cores} cores; one of them reaches ${gigaflops} thousand million multiplications and additions a second in WebAssembly, and copies ${gigabytes} GB/s. Least of several turns each.`,
    tokensOn: (backend: string) => `tokens a second on ${backend}`,
    fifty: (time: string) =>
      `Fifty epochs of the default exercise are about ${time} of the model’s work here; running the programs and measuring before and after come on top.`,
    faster: (times: string) => `An update is ${times} times as fast as with TensorFlow.js’s own kernels.`,
    emulated: 'emulated by the processor: its times say nothing',
    stock: 'TensorFlow.js on it',
    rate: (tokens: string) => `${tokens} tokens/s`,
    dispatches: (n: number) => `${n} dispatches`,
    tensorsOnly: 'tensors only',
  },

  rollouts: {
    title: 'What it writes',
    intro:
      'One row per problem, one tile per program of the same step. A row in which all fare alike teaches nothing; the others push the weights from the worse programs to the better ones.',
    gone: 'The programs of this step are not kept.',
    soon: 'The first programs appear here a few seconds after training begins.',
    onlyTen: 'Only the ten',
    alsoOthers: (count: number) => `Show ${count} auxiliary ${count === 1 ? 'problem' : 'problems'} too`,
    legend: 'Outcomes in this grid: choose one to see only these',
    bar: 'The bar at the right of a tile is its advantage, up or down; the number is the reward.',
    onlyOutcome: (label: string) => `Only: ${label.toLowerCase()}`,
    clear: 'Show all',
    none: 'No program of this step is of that kind.',
    order: 'Order',
    orders: {
      sampled: 'as sampled',
      advantage: 'by advantage',
      length: 'by length',
      programs: 'equal programs together',
    },
    find: 'Find a problem',
    explain: 'Explain this update',
    gridCaption: 'Programs of this step by problem; arrow keys move between them.',
    tile: (index: number, outcome: string, passed: number, total: number, reward: string, advantage: string) =>
      `Program ${index}: ${outcome}, ${passed} of ${total} tests, reward ${reward}, advantage ${advantage}`,
    twin: 'same program as the tile before it',
    noSignal: 'no signal',
    noSignalHelp: 'All earned the same: no push from this group.',
    step: (step: number) => `Step ${step}`,
    of: (newest: number) => `of ${newest}`,
    earlierStep: 'Earlier step',
    laterStep: 'Later step',
    newest: 'newest',
    showNewest: 'Show the newest',
  },

  rollout: {
    label: 'The chosen program',
    tests: 'Tests',
    testsOf: (passed: number, total: number) => `${passed} of ${total}`,
    reward: 'Reward',
    advantage: 'Advantage',
    push: { out: 'left out', none: 'no signal', up: 'made likelier', down: 'made rarer', still: 'no push' },
    lastAttempt: (count: number) => `Attempt ${count}, the last`,
    program: 'Prompt and program',
    promptNote: (tokens: number) => `The grey comment is the prompt; the rest is the model’s, ${tokens} tokens.`,
    twins: (count: number, of: number) => `This very program was written ${count}× in this group of ${of}. The others:`,
    twin: (index: number) => `program ${index}`,
    copy: 'Copy program',
    copied: 'Copied',
    copyFailed: 'This browser does not let the page copy. Select the text instead.',
    explain: 'Explain this update',
    trace: (places: readonly string[]) => places.join(', called from '),
    place: (line: number, name: string) => `line ${line} in ${name}`,
    errorHere: 'the error is on this line',
    noTest: 'No test ran.',
    results: 'Results of the tests',
    test: 'Test',
    input: 'Standard input',
    output: 'Must be printed',
    printedBy: 'Printed',
    testNumber: (index: number) => `Test ${index}`,
    kinds: { public: 'public', reward: 'reward', hidden: 'hidden' },
    expected: 'Expected',
    got: 'Got',
    same: 'the same',
    outcome: 'Outcome',
    ticks: 'Ticks',
    ticksHelp: 'Interpreter time: 1 tick is about 51 rounds of a loop, the same on every machine.',
    conduct: 'What it did besides returning values',
    cost: (ticks: string, memory: string | null) =>
      `${ticks} of interpreter time${memory === null ? '' : `, ${memory} of memory`}. Everything it did is undone, byte for byte.`,
    hiddenPassed: (total: number) => `It passes all ${total} hidden tests as well, which pay nothing.`,
    hiddenFailed: (failed: number, total: number) =>
      `It fails ${failed} of ${total} hidden tests: the visible ones were passed, the task was not solved.`,
    printed: 'Printed',
    tried: 'What the program tried',
  },

  tokens: {
    colour: 'Colour the tokens by',
    syntax: 'syntax',
    pass: 'Pass',
    passOf: (pass: number, update: number) => `${pass}, update ${update}`,
    attempt: 'Attempt',
    attemptOf: (attempt: number, of: number) => `${attempt} of ${of}`,
    notRecorded: 'not recorded',
    help: 'Point at a token, or walk with the arrow keys, to read its numbers.',
    heats: {
      logProb: {
        label: 'log-prob',
        help: 'How surprising the token was when it was sampled: the darker, the less likely.',
      },
      ratio: {
        label: 'ratio',
        help: 'Its probability under the weights that this update moves, over the one it was sampled with (1 in the first update of a step).',
      },
      kl: { label: 'KL', help: 'How far the model is from the frozen reference at this token, nats.' },
      entropy: {
        label: 'entropy',
        help: 'How open the choice was, nats. Kept only where the loss has a bonus for it (setting entropyBonus).',
      },
      advantage: { label: 'advantage', help: 'Which way the token is to be pushed, and how hard.' },
      push: {
        label: 'push',
        help: 'What the update did: −∂loss/∂log p. Up makes the token likelier, down rarer.',
      },
    },
    sure: 'p = 1',
    least: (p: string) => `p = ${p}`,
    zero: '0',
    readout: {
      token: 'Token',
      probability: 'p when sampled',
      logProb: 'log p',
      ratio: 'ratio',
      clipped: 'clipped',
      kl: 'KL',
      entropy: 'entropy',
      advantage: 'advantage',
      push: 'push',
      moved: 'p before → after',
    },
    clip: {
      no: { word: 'no', help: 'The ratio is within its bounds.' },
      low: { word: 'low', help: 'The ratio is below 1 − ε_low, and the advantage below 0.' },
      high: { word: 'high', help: 'The ratio is above 1 + ε_high, and the advantage above 0.' },
      dual: { word: 'dual', help: 'The ratio is above the dual clip while the advantage is negative.' },
      masked: { word: 'masked', help: 'Left out by the correction for the sampler.' },
    },
    table: {
      summary: 'Tokens: what the update made of each',
      label: 'Tokens of the update',
      token: 'Token',
      noStep: 'No optimiser step was taken with this attempt.',
      intro: (update: number) =>
        `One line per token, as optimiser step ${update} saw it. The advantage says which way a token is pushed; losses with a ratio, which compares probabilities now with those before, push no further than its bounds. The columns ∂loss/∂… are what reaches the weights: where all of them are 0, the token taught nothing.`,
      columns: {
        advantage: ['Advantage', 'Which way the token is pushed, and how hard.'],
        old: [
          'log p old',
          'What the ratio compares with: as sampled, or as the trainer scored it before the first update.',
        ],
        now: ['log p now', 'Under the weights that this update moves.'],
        after: ['log p after', 'After the last update of the step.'],
        reference: ['log p ref.', 'Under the frozen reference.'],
        moved: ['p before → after', 'Its probability before the first and after the last update of the step.'],
        ratio: [
          'Ratio',
          'p now / p old: of the token, or, where one ratio stands for the whole completion (GSPO), the geometric mean over its tokens.',
        ],
        clipped: [
          'Clipped',
          'Which bound the ratio met. A clipped loss has no gradient there; CISPO goes on with the weight at its bound.',
        ],
        kl: ['KL', 'Estimate of KL(policy ‖ reference), nats.'],
        correction: ['Weight', 'Correction for the difference of sampler and trainer.'],
        value: ['V before', 'What the value head expected here before the step; only where it learns a value.'],
        valueNow: ['V now', 'What it expects under the weights that this update moves.'],
        returned: ['Return', 'What came: the value is drawn there.'],
        outcomeProb: ['P(outcome)', 'The critic’s belief in the true outcome.'],
        entropy: ['Entropy', 'Of the next-token distribution, nats; the loss has a bonus for it.'],
        loss: ['Loss', 'What it added to the loss of its minibatch.'],
        slope: ['∂loss/∂log p', 'Below 0 the update makes the token likelier.'],
        valueSlope: ['∂loss/∂V', 'Below 0 the update raises the value.'],
        entropySlope: ['∂loss/∂entropy', 'Below 0 the update spreads the distribution.'],
      },
    },
  },

  outcomes: {
    title: 'How programs end',
    intro:
      'Every program of every step, by how it ended. Choose a part of a bar to see those very programs; choose a name to look for it in the grid.',
    chart: 'Outcome mix',
    help: 'Share of the programs of each step by outcome, on their visible tests. Look for the green to grow, and for what it grows out of: syntax errors vanish first, wrong answers last.',
    several: (steps: number) => `Each bar is ${steps} steps together.`,
    empty: 'No programs yet',
    step: 'step',
    steps: (first: number, last: number) => (first === last ? `step ${first}` : `steps ${first} to ${last}`),
    part: (outcome: string, count: number, total: number, share: string) => `${outcome} ${count} of ${total}, ${share}`,
    hint: 'Up and down choose an outcome, Enter shows its programs',
    pick: 'Choose a part to see its programs',
    legend: 'Outcomes, by their share in',
    filtered: (outcome: string) => `The grid looks for “${outcome}”:`,
    where: 'What it writes',
    clear: 'Show all alike',
    fromTo: (outcome: string, first: string, last: string) => `${outcome} from ${first} to ${last}`,
    programs: 'Programs',
    passed: { label: 'Passed', help: 'Every test passed.' },
    wrong_answer: { label: 'Wrong answer', help: 'It ran, but a test got another value.' },
    runtime_error: { label: 'Runtime error', help: 'It raised an exception.' },
    syntax_error: { label: 'Syntax error', help: 'It does not compile; nothing ran.' },
    timeout: { label: 'Timeout', help: 'It used up its steps or its time.' },
    memory_limit: { label: 'Memory limit', help: 'It asked for more memory than a program may have.' },
    output_limit: { label: 'Output limit', help: 'It printed more than a program may.' },
    forbidden: { label: 'Forbidden', help: 'It failed on something that the sandbox refuses.' },
    truncated: { label: 'Truncated', help: 'It hit the length limit before it ended; not run.' },
    infra_error: {
      label: 'Not judged',
      help: 'The sandbox failed, not the program: no reward, left out of its group.',
    },
  },

  samplesFile: {
    title: 'Anyone’s samples',
    intro:
      'Grades programs that any model wrote, on HumanEval, MBPP or tests of your own, as their own evaluators do. The files are read and run in this tab; nothing leaves it.',
    samples: 'Samples',
    problems: 'Problems',
    ofEach: 'Samples of each',
    between: (fewest: number, most: number) => `${fewest} to ${most}`,
    different: 'Different programs',
    testsOf: (file: string | undefined) =>
      file === undefined ? 'with tests in its rows' : `with the tests of ${file}`,
    missing: (n: number, file: string) => `${counted(n, 'problem')} of ${file} without any sample: not counted`,
    unknown: (n: number, file: string) => `${counted(n, 'id')} that ${file} does not have: left out`,
    readingNow: 'Files are being read',
    notRead: (files: string) =>
      `${files}: not read, since samples are being graded. Cancel that or let it end, then choose again.`,
    another: (complaint: string) => `${complaint} If another file belongs to it, choose that one next.`,
    grade: 'Grade',
    goOn: 'Go on',
    cancel: 'Cancel',
    ending: 'Ending…',
    toRun: (n: number) => `${counted(n, 'program')} to run.`,
    waits: (why: string) => `${why}. Grading waits until that is over.`,
    gettingReady: 'Getting ready…',
    judged: 'Programs judged',
    progress: {
      samples: (done: number, of: number) => `${done.toLocaleString('en-GB')} of ${counted(of, 'program')}`,
      references: (done: number, of: number) =>
        `${done.toLocaleString('en-GB')} of ${counted(of, 'solution')} of the benchmark’s own, for problems that no sample solves`,
    },
    rate: (rate: string) => `${rate} a second`,
  },
  samplesDrop: {
    label: 'Files of samples and problems',
    choose: 'Choose files',
    reading: 'Reading…',
    later: 'Other files can be chosen when grading is over.',
    help: 'or drop them anywhere on the page: samples as JSON lines (`task_id` with `completion`, `solution` or `code`) and, where the rows bring no tests, the benchmark’s own file (`HumanEval.jsonl`, `mbpp.jsonl`, `sanitized-mbpp.json`). `.gz` of each works too. Problems stay for the next samples, until others are chosen.',
  },
  samplesResult: {
    unfinished: (graded: number, known: number) =>
      `Not finished: ${counted(graded, 'sample')} of ${known.toLocaleString('en-GB')} are graded, and the numbers are of those.`,
    saved: (graded: number, judged: number, share: string) =>
      `${counted(graded, 'sample')} were ${counted(judged, 'different program')}: ${share} of the runs were saved.`,
    curve: 'pass@k of these samples',
    curveHelp:
      'Chance that at least one of k programs passes every test. Unbiased estimate (Chen et al. 2021), mean over problems; band: 95%, bootstrap over problems.',
    nothing: 'Nothing judged',
    over: (over: number, all: number) => {
      if (over < all) return `over ${over} of ${counted(all, 'problem')}`;
      return all === 1 ? 'over one problem' : `over all ${counted(all, 'problem')}`;
    },
    band: (low: string, high: string, one: boolean) =>
      `${low} to ${high}: 95% band ${one ? 'of its samples' : 'over problems'}`,
    outcomes: 'Outcomes',
    results: 'Download results (JSONL)',
    problems: 'Download problems (CSV)',
    resultsHelp: 'Every sample with its result, as HumanEval’s evaluator writes them.',
  },
  samplesTable: {
    label: 'Problems of the samples',
    problem: 'Problem',
    rate: 'Rate',
    solved: 'Solved',
    broken: 'its own solution fails: not counted',
    unjudged: (n: number) => `${n} not judged`,
  },

  address: {
    defaults: 'All settings are the defaults.',
    plainView: 'The page looks as it does without that.',
    settingsHold: 'The settings in the address are taken.',
    ignored: (names: readonly string[]) =>
      `${names.join(', ')}: no ${names.length === 1 ? 'setting has this name' : 'settings have these names'}; ignored. The rest of the settings is taken.`,
    noVersion: (version: string) =>
      `The address has settings but does not say which version they are written for: add v=${version} to it. Until then all settings are the defaults.`,
    otherVersion: (newer: boolean) =>
      newer
        ? 'The link comes from a newer version of Greenbar: reload the page while there is a network to fetch the newest one, or choose the settings by hand.'
        : 'The link comes from another version of Greenbar: ask for a new one, or choose the settings by hand.',
  },

  banners: {
    brokeOff: 'The run broke off.',
    stillShown: 'What was measured up to then is still shown; press Train to start again.',
    wasKept: 'What it learned up to its last finished epoch was kept.',
    noModel: 'The model could not be loaded.',
    otherDevice: 'Another device may work: choose one below and press Train.',
    noProblems: 'The problems could not be loaded.',
    fatal: 'The training stopped on a fault of ours.',
    mended: 'A fault of ours, mended.',
    alert: (name: string, step: number) => `${name}, from step ${step}.`,
    badAddress: 'Not everything in the address could be read.',
    close: 'Close',
    weak: 'A weak grader is switched on.',
    weakHelp: 'What it pays can be faked. The measurements before and after training always use the sealed grader.',
    sealed: 'Back to the sealed grader',
    note: 'Note.',
    more: (n: number) => `${n} more`,
    interrupted: (done: number, of: number) => `A run was interrupted after ${done} of ${of} epochs.`,
    noStep: 'It had not come to its first step.',
    curvesKept: 'Its weights and curves were kept; the curves are shown below.',
    goOn: (epoch: number) => `Continue run from epoch ${epoch}`,
    discard: 'Discard it',
  },

  explain: {
    title: 'Explain this update',
    intro:
      'One program of the step that is looked at, from the first token to the moved weights, in eight frames. Every number is worked out here from what the run recorded, and held against what training itself computed.',
    empty: 'There is nothing to explain yet: an update needs programs first.',
    emptyStep: 'No programs are kept of this step; choose another one above.',
    imitation:
      'This step imitated reference solutions (warm start): nothing was sampled, nothing judged, and no reward was paid.',
    problem: 'Problem',
    problemOption: (text: string, signal: boolean) => `${text}${signal ? '' : ' (no signal)'}`,
    program: 'Program',
    programOption: (index: number, outcome: string, advantage: string) => `${index}: ${outcome}, A ${advantage}`,
    attempt: 'Attempt',
    attemptOption: (attempt: number, of: number) => `${attempt} of ${of}`,
    update: 'Optimiser step',
    updateOption: (pass: number, update: number) => `pass ${pass}, step ${update} of the run`,
    token: (text: string) => `For the chosen token, ${text}:`,
    chooseToken: 'Choose a token: arrow keys move between them',
    group: 'Programs of the group',
    member: (index: number, outcome: string, value: string) => `Program ${index}: ${outcome}, ${value}`,
    rewardOf: (value: string) => `reward ${value}`,
    advantageOf: (value: string) => `advantage ${value}`,
    progress: (frame: number, of: number) => `Frame ${frame} of ${of}`,
    steps: 'Frames',
    previous: 'Back',
    next: 'Next',
    keys: 'The arrow keys ← and → turn the frames.',
    check: (computed: string, recorded: string) => `worked out ${computed}, recorded ${recorded}`,
    same: 'the same',
    differs: 'they differ',
    source: 'In the source:',
    result: 'Program',
    frames: {
      sample: 'Sample',
      tests: 'Run the tests',
      reward: 'Reward',
      spread: 'Mean and spread',
      advantage: 'Advantage',
      ratio: 'Ratio and clip',
      kl: 'KL to the reference',
      push: 'Push',
    },
    left: {
      unscored:
        'This program was left out: its verdict failed by a fault of the sandbox, which says nothing about the program. It has no reward and is in no mean.',
      'no-signal':
        'This group was left out of the update: all of its programs did equally well, so that there is nothing to compare. The last three frames stay empty; a group with a signal has them.',
      truncated:
        'This program was left out of the update: it was cut off at the length limit, and such are masked here. It still counts in mean and spread of its group.',
      'not-accepted': 'This program was left out of the update: it failed, and only programs that pass are imitated.',
      'no-update':
        'No optimiser step was taken with this program: its loss or its gradient was not finite, and the weights were kept.',
      'not-kept':
        'What the update made of this program is not in the record, which keeps some groups only. Programs of the groups whose tokens are kept have the last three frames.',
    },
    sample: {
      says: (tokens: number) =>
        `The model wrote this program token by token, ${tokens} in all. Below each token stands the probability that the model gave it; it was then drawn by chance, which is why the others of the group differ.`,
      temperature: (value: string) =>
        `Logits were divided by the temperature ${value} before drawing, and all probabilities here are those after it.`,
      cut: 'The unlikeliest tokens were cut off before drawing (top-p or top-k); the probabilities are those before the cut.',
      truncated: 'It ran into the length limit and never ended: it is no whole program and is not run.',
      attempts: (of: number, shown: number) =>
        `There were ${of} attempts, each after the first with a failing public test in its prompt. Shown is number ${shown} of those that were trained on.`,
    },
    tests: {
      says: (passed: number, of: number) =>
        `Every program of the group ran in the sandbox against the visible tests of its problem: ${passed} of ${of} passed them all. Hidden tests only measure and pay nothing.`,
      unscored: 'The sandbox failed, not the program: there is no verdict, and no reward follows.',
      truncated: 'A completion that was cut off is not run.',
      nothingRan: 'It does not compile: no test ran.',
    },
    reward: {
      says: (label: string) => `The verdict becomes one number, the reward (here: ${label}). Each part pays its share.`,
      none: 'No verdict, no reward: this program is in no mean and gets no push. A fault of ours is never a reward of 0.',
      taxed:
        'The KL to the reference is taken off the reward here, not added to the loss: a program pays for every token at which it strays.',
      overlong: 'The last tokens before the length limit cost reward (overlong).',
    },
    spread: {
      group:
        'What is a reward worth? That depends on how the others of the same group fared: their mean is the bar, their spread is the yardstick.',
      batch: 'What is a reward worth? Here it is compared with all programs of the step, whatever their problem.',
      reward: 'Nothing is compared here: the raw reward itself is the push, and no program is pushed down for failing.',
      accepted: 'Nothing is compared here: programs that pass are imitated, all others are thrown away.',
      gae: 'A value head says before each token what reward it expects. How far what came differs from that, token by token, is the surprise δ.',
      turn: 'A value head says at the beginning of an attempt what it expects; it is held against everything that is paid from this attempt on.',
      critic:
        'The bar is what the greedy program for the same problem earned. A second model, the critic, then divides what is above or below it among the tokens.',
      baseline: (value: string) =>
        `What the greedy program earned is not in the record by itself; from the advantages it follows that b = ${value}.`,
      baselineUnknown: 'What the greedy program earned is not in the record, and does not follow from it here.',
      unknown:
        'The comparison is with the whole step, of which this record keeps only a part: the mean and the spread cannot be taken again.',
      absent: (count: number) =>
        `${count} ${count === 1 ? 'program' : 'programs'} without a reward ${count === 1 ? 'is' : 'are'} left out of both.`,
      batchStd: (value: string) => `The yardstick is the spread of all programs of the step: σ = ${value}.`,
      flat: 'All rewards are the same number: there is no spread to divide by, and every advantage is exactly 0.',
      dropped:
        'All did the task equally well: the group carries no signal and was dropped before the update, so that it is in no denominator either.',
      attemptMissing: 'The record lacks an attempt of this program, so that the chain cannot be worked out again.',
    },
    advantage: {
      says: {
        'group-std':
          'The advantage is how many spreads the reward lies above the mean. All tokens of the program share it.',
        'group-mean':
          'The advantage is how far the reward lies above the mean, without a division by the spread (Dr. GRPO). All tokens of the program share it.',
        rloo: 'The advantage is how far the reward lies above the mean of the others of its group (leave one out). All tokens of the program share it.',
        'batch-std':
          'The advantage is how far the reward lies above the mean of its group, in spreads of the whole step. All tokens share it.',
        batch:
          'The advantage is how many spreads the reward lies above the mean of the whole step. All tokens share it.',
        maxrl:
          'The advantage is how far the reward lies above the mean, in units of that mean: a rare success of a hard problem pushes hardest.',
      },
      reward: 'The advantage is the reward itself.',
      accepted: 'The advantage is 1 for what is imitated, 0 for what was thrown away.',
      gae: 'The advantage of a token sums up the surprises from there on, each the less the later it comes (GAE).',
      'turn-value': 'The advantage of an attempt is what came, less what was expected. All of its tokens share it.',
      'outcome-critic':
        'The critic’s belief in what became of the program, at each token, is that token’s share of the reward above the bar.',
      up: 'It is above 0: the tokens of this program are to become likelier.',
      down: 'It is below 0: the tokens of this program are to become rarer.',
      none: 'It is 0: nobody pushes.',
      unscored: 'Without a reward the advantage is 0.',
      whitened: 'Whitening gives the advantages of all tokens of the step mean 0 and spread 1.',
      whiteUnknown:
        'The advantages are then whitened over all tokens of the step, of which this record keeps only a part: that cannot be taken again.',
    },
    ratio: {
      says: 'Each update may move a token only so far: the ratio compares its probability under the weights of now with the one it was sampled with.',
      unused:
        'This loss has no ratio: it weighs the log-probability of each token with its advantage. The ratio is shown for comparison only.',
      decided: {
        no: 'The ratio is within its bounds, and the whole push counts.',
        low: 'The ratio fell below its lower bound while the advantage is negative: clipped, no further push down.',
        high: 'The ratio rose above its upper bound while the advantage is positive: clipped, no further push up.',
        dual: 'The ratio is above the dual clip while the advantage is negative: the loss is held there, and has no slope.',
        masked: 'The correction for the sampler left this token out.',
        cispo: 'The ratio is above its bound: as a weight it is held there, and the token keeps its push (CISPO).',
      },
      first:
        'In the first optimiser step of a batch the weights are those that sampled: every ratio is 1, and nothing can be clipped yet.',
      several: (all: string, shown: number) =>
        `This attempt went through several optimiser steps of the run (${all}); shown is number ${shown}.`,
      correction: (value: string) =>
        `The surrogate is weighed with ${value}, since trainer and sampler differ a little.`,
      dualClip: (value: string) =>
        `With a dual clip of c = ${value}, a loss with a negative advantage is at most −c·A.`,
    },
    kl: {
      inLoss:
        'A second force pulls every token back towards the frozen reference: β times an estimate of the KL is added to the loss.',
      inReward:
        'The KL is not part of this loss: it was taken off the reward already. Here is what this token paid, and how far it strays now.',
      off: 'β is 0 in this run: nothing pulls back. The estimate is recorded all the same, to see how far the model strays.',
      estimators: {
        k1: 'k1 is the plain log-ratio: right on average, often negative for a single token, and its gradient in a loss vanishes on average.',
        k2: 'k2 is half the squared log-ratio: a little off on average, but its gradient is that of the KL.',
        k3: 'k3 is right on average like the plain log-ratio, and never negative.',
      },
      old: 'What is taken off the reward is measured with the probabilities before the update.',
      adaptive: (value: string) => `β is steered towards a target in this run; in this step it was ${value}.`,
    },
    push: {
      says: 'The gradient of the loss says which way each token’s log-probability is pushed; the weights are shared by all tokens and go where the sum of all pushes leads.',
      up: 'The slope is below 0: descending makes this token likelier.',
      down: 'The slope is above 0: descending makes this token rarer.',
      none: 'The slope is 0: this token teaches nothing in this optimiser step.',
      weightUnknown: 'The weight of a token in its minibatch is not in the record, and all slopes here are 0.',
      inferred: (tokens: number) =>
        `The record keeps ${tokens} tokens of this minibatch, not all: the weight is read off one recorded slope, and all others are held against it.`,
      entropy: (bonus: string) =>
        `${bonus} times the entropy is taken off the loss besides, which spreads the distribution of each next token.`,
      value: (coefficient: string) =>
        `${coefficient} times the loss of the value head is added besides; it teaches what to expect and does not reach log π directly.`,
      sequence: 'One ratio stands for the whole program, so that all of its tokens share one slope of the surrogate.',
      explainOff:
        'The probabilities after the step were not recorded. Switch on “Explain updates” (setting explain) to see them in the next run.',
      noAfter: 'The probabilities after the step are not in this record.',
      against:
        'It moved against its own push: other tokens of the batch share the same weights, and together they pulled harder.',
    },
    symbols: {
      programProbability: 'the probability of the program',
      probability: 'the probability of the token',
      sumOverTokens: 'the sum over all tokens of',
      sumOverTests: 'the number of tests for which',
      sumOverParts: 'the sum over all parts of',
      sumOverGroup: 'the sum over all programs of',
      sumOnward: 'the sum over this and later attempts of',
      logOld: 'the log-probability when sampled',
      logNow: 'the log-probability now',
      logRef: 'the log-probability under the reference',
      passed: 'the number of passed tests',
      equal: 'what came equals what was expected',
      paid: 'what was paid',
      reward: 'the reward',
      rewardAfterKl: 'the reward less the KL',
      mean: 'the mean reward',
      count: 'the number of programs',
      sigma: 'the spread',
      sigmaBatch: 'the spread of the whole step',
      delta: 'delta',
      advantage: 'the advantage',
      advantageAt: 'the advantage of the token',
      nextAdvantage: 'the advantage of the next token',
      whiteAdvantage: 'the whitened advantage',
      meanAdvantage: 'the mean advantage',
      spreadAdvantage: 'the spread of all advantages',
      value: 'the value expected',
      nextValue: 'the value expected at the next token',
      tokenReward: 'what the token is paid',
      surprise: 'the surprise',
      gamma: 'gamma',
      lambda: 'lambda',
      turnPaid: 'what an attempt is paid',
      comes: 'what comes from here on',
      baseline: 'the reward of the greedy program',
      belief: 'the critic’s belief in the outcome',
      ratio: 'the ratio',
      epsilonLow: 'epsilon low',
      epsilonHigh: 'epsilon high',
      dual: 'the dual clip',
      correction: 'the correction',
      length: 'the number of tokens of the program',
      tokenLoss: 'the surrogate of the token',
      x: 'x',
      e: 'e',
      kl: 'the KL estimate',
      klSlope: 'the slope of the KL estimate',
      beta: 'beta',
      weight: 'the weight of a token',
      tokens: 'the number of tokens of the minibatch',
      rows: 'the number of programs of the minibatch',
      longest: 'the longest completion allowed',
      slope: 'the slope of the loss',
      loss: 'what the token adds to the loss',
      bonus: 'the entropy bonus',
      entropy: 'the entropy',
      valueShare: 'the share of the value head',
    },
    speech: {
      minus: 'minus',
      signs: {
        '=': 'equals',
        '≈': 'is about',
        '+': 'plus',
        '−': 'minus',
        '·': 'times',
        '(': 'open bracket',
        ')': 'close bracket',
        '…': 'and so on',
        '→': 'becomes',
        '≤': 'is at most',
        '>': 'is above',
        '<': 'is below',
        '½': 'one half of',
      },
      functions: { exp: 'the exponential', min: 'the smaller', max: 'the larger', clip: 'clip', log: 'the logarithm' },
      fraction: (top: string, bottom: string) => `the fraction ${top} over ${bottom}, end of fraction`,
      root: (inner: string) => `the square root of ${inner}, end of root`,
      call: (name: string, inner: string) => `${name} of ${inner}`,
      power: (base: string, exponent: string) => `${base} to the power of ${exponent}`,
    },
  },

  comparison: {
    title: 'Before and after',
    intro:
      'Fresh programs at temperature 1, run against every test, hidden ones too. The last two sets were never trained on.',
    before: 'Before',
    after: 'After',
    baseline: 'Baseline',
    beforeAfter: 'before, after',
    bar: (name: string, rate: string, low: string, high: string) => `${name}: ${rate}, band ${low} to ${high}`,
    barUnknown: (name: string) => `${name}: not measured yet`,
    notYet: 'Not measured yet.',
    over: (problems: number, n: number, baseline: string | null) =>
      `${problems} problems, ${n} programs each; whiskers: 95% band over problems.${
        baseline === null ? '' : ` Baseline: ${baseline}.`
      }`,
    passAt1: (temperature: number) => `pass@1, temperature ${temperature}`,
    greedy: 'Greedy',
    visibleOnly: 'Visible tests only',
    pleases: (more: string) =>
      `${more} pass the visible tests only: some programs please the reward without being right.`,
    lost: (ids: readonly string[]) =>
      `Lost on the way: ${ids.join(', ')}. Each fell by more than chance does. A wrong program that earns reward can crowd out the right one.`,
  },

  passAtK: {
    now: (epoch: number) => `Now, epoch ${epoch}`,
    help: (n: string, temperature: number) =>
      `Chance that at least one of k programs passes every test. Unbiased estimate (Chen et al. 2021) from n = ${n} programs per problem at temperature ${temperature}.`,
    bands: { problems: 'Over problems', samples: 'Over samples' },
    bandsName: 'Bands',
    bandHelp: {
      problems: 'Bands: 95%, bootstrap over problems: how far the mean would move with other problems of this kind.',
      samples: 'Bands: 95%, over samples: how far it would move with other samples of these very problems.',
    },
    set: 'Problem set',
    empty: 'Measured before and after training',
    baselineAt: (rate: string) => `baseline ${rate}`,
    change: (k: number, by: string, low: string, high: string) => `pass@${k}: ${by} points (${low} to ${high})`,
    mayHaveRisen: 'It may have risen: the printed interval leaves 0 out, the stricter test of the verdict does not.',
    mayHaveFallen: 'It may have fallen: the printed interval leaves 0 out, the stricter test of the verdict does not.',
    reading:
      'The left end is the first try, which training is meant to improve. The right end is what the model could write at all, given enough tries. Where only the left end rises, training sharpened a choice; where the right end rises too, it found something new; where the right end falls, it lost something.',
  },

  gains: {
    sharpened: {
      title: 'Sharpened',
      trained:
        'The first try got better; what many tries reach did not clearly. Training chose better among programs that the base wrote already.',
      apart: (base: string, other: string) =>
        `The first try of ${other} solves more than that of ${base}; in what many tries reach they do not clearly differ.`,
    },
    widened: {
      title: 'Widened',
      trained: 'Many tries reach more than before: programs are found that the base did not write in as many tries.',
      apart: (base: string, other: string) => `Many tries of ${other} reach more than as many of ${base}.`,
    },
    narrowed: {
      title: 'Narrowed',
      trained: 'Many tries reach less than before: programs that the base found have been lost.',
      apart: (base: string, other: string) => `Many tries of ${other} reach less than as many of ${base}.`,
    },
    worse: {
      title: 'Worse',
      trained: 'The first try solves less than before.',
      apart: (base: string, other: string) => `The first try of ${other} solves less than that of ${base}.`,
    },
    unchanged: {
      title: 'Unchanged',
      trained: 'Neither the first try nor many tries clearly moved.',
      apart: (base: string, other: string) =>
        `Neither the first try nor many tries of ${other} clearly differ from those of ${base}.`,
    },
  },
  selections: {
    random: { title: 'Any sample', help: 'No choice at all: pass@1.' },
    likelihood: { title: 'Likeliest', help: 'The sample of highest mean log-probability per token.' },
    'public-tests': { title: 'Public tests', help: 'Any of those that pass the public tests.' },
    'largest-cluster': {
      title: 'Largest cluster',
      help: 'AlphaCode: of those, one from the largest group that behaves alike.',
    },
    'agreement-product': {
      title: 'CodeT, product',
      help: 'From the best consensus set of solutions and written tests by |S|·|T|.',
    },
    'agreement-sqrt': { title: 'CodeT, square root', help: 'The same by √|S|·|T|.' },
    critic: { title: 'Critic', help: 'What CodeRL’s critic thinks most likely to pass.' },
    oracle: {
      title: 'Oracle',
      help: 'Any right one, if there is one: no choice among these samples can do better.',
    },
  },
  measureParts: {
    samples: 'sampling and judging',
    greedy: 'greedy completions',
    search: 'running survivors on generated inputs',
    tests: 'writing tests',
    agreement: 'running solutions on the written tests',
    critic: 'asking the critic',
  },
  measureLook: {
    together: 'Look at pass@1 and at the last k together.',
    trained:
      'If only pass@1 rose, the model picks better among what it could write before; if the last k rose, it writes more; if the last k fell, it has lost programs.',
    apart:
      'If only pass@1 is higher, a model is surer of what both can write; if the last k is higher, it can write more; if the last k is lower, less.',
    best: 'The second column compares each at the temperature that suits it best, so that sharpening is not sold as learning.',
    one: 'One temperature was measured: whether another one would have done as much for the first model is not known.',
    alone: 'Look how far many tries go beyond the first: so much is there for a choice to gain.',
    another: 'another',
    rightEnd: (base: string, other: string) =>
      `Look at the right end: where the curves meet, the models reach as much given tries enough, and differ at most in how soon; where ${other} stays above ${base}, it reaches more in as many tries; where it lies below, less.`,
    fewerAt: (k: number, problems: number) => `k = ${k}: ${problems}`,
    fewer: (name: string, all: number, where: string) =>
      `${name} is over fewer than all ${counted(all, 'problem')} where some lack judged samples (${where}).`,
    oneTemperature: 'One temperature was measured.',
    beat: 'The trained model has to beat that row.',
    bestRow: (base: string) =>
      `Look at the best row of ${base}: what a temperature that suits it gains, it gains without any training.`,
  },
  measureCost: {
    drawn: (drawn: number, kept: number, cutOff: number) =>
      `${counted(drawn, 'program')} drawn for this, ${kept.toLocaleString('en-GB')} kept from earlier${
        cutOff === 0 ? '' : `, ${cutOff.toLocaleString('en-GB')} of both cut off at the length limit and never run`
      }.`,
    judged: (judged: number, saved: string) =>
      `${counted(judged, 'different program')} run with all tests: ${saved} of the runs were saved, since a program like it had been judged.`,
    tests: (drawn: number, kept: number, cells: number) =>
      `${counted(drawn, 'completion')} of tests drawn, ${kept.toLocaleString('en-GB')} kept; ${counted(cells, 'run')} of a program on a written test.`,
    probed: (n: number) => `${counted(n, 'program')} run on generated inputs.`,
    seconds: (time: string) => `${time}, without pauses.`,
    weights: (digests: string) => `Weights: ${digests}.`,
  },
  measureViews: {
    biased: (model: string) => `${model}, biased`,
    greedy: (model: string) => `${model}, greedy`,
    ofSamples: (share: string) => `${share} of samples`,
    differ: (share: string) => `${share} differ`,
    sampled: 'Sampled',
    compile: 'Compile',
    passPublic: 'Pass public',
    clusters: 'Clusters',
    behaveApart: 'behave apart',
    submitted: 'Submitted',
    toHidden: 'to hidden tests',
    over: (problems: number) => `over ${problems} problems`,
    solved: 'Solved',
    yesNo: (yes: boolean) => (yes ? 'yes' : 'no'),
    ofProblems: (share: string) => `${share} of problems`,
    agreed: (solutions: number, tests: number) =>
      `the set of ${counted(solutions, 'solution')} and ${counted(tests, 'test')}`,
    wins: (score: string, set: string, sum: string, other: string) =>
      `By ${score}, ${set} wins: ${sum} against ${other}.`,
    chances: (first: string, second: string) =>
      `A sample of the first is right with chance ${first}, of the second with ${second}.`,
  },
  measureChoice: {
    temperatures: (most: number, coolest: number, hottest: number, got: string) =>
      `Temperatures: expected up to ${most} numbers from ${coolest} to ${hottest} with commas between them, got ${got}`,
    none: 'none',
    noSets: 'Sets: expected at least one, got none',
    base: 'Base',
    trained: 'Trained',
    small: 'Small',
    large: 'Large',
    sizes: { base: 'large', small: 'small' },
    imported: (name: string) => `imported (${name})`,
    untrained: (size: string) => `the ${size} model as it was before any training`,
    ofLastRun: (size: string, next: string) =>
      `the ${size} model, which the last run began with; the settings name the ${next} one, for the next run`,
  },
  measure: {
    title: 'Is the gain real?',
    intro:
      'Two models, the same problems, many samples of each. Does training find programs that the base never writes, or does it only write the base’s own best ones more often? And would a cooler temperature have done as much?',
    stopped: 'Stopped. What was sampled and judged is kept: the same measurement goes on from there.',
    nothing: 'Nothing was measured yet. The base can be measured without a run; the trained model joins it after one.',
    outdated: 'Of the run before.',
    outdatedHelp:
      'Another run has begun since this was measured: “Trained” below is what the earlier one left. Measure again for the model at hand.',
    set: 'Problem set',
    model: 'Model',
  },
  measureForm: {
    models: 'Models',
    base: 'Base',
    trained: 'Trained',
    asLeft: 'as the last run left it',
    afterRun: 'after a run in this tab',
    other: {
      base: 'the other base model, a third of the size',
      small: 'the other base model, three times the size',
    },
    sets: 'Problem sets',
    problems: (n: number) => counted(n, 'problem'),
    samples: 'Samples',
    temperatures: 'Temperatures',
    perProblem: 'Per problem and temperature',
    choosing: 'Choosing among samples',
    search: 'AlphaCode search',
    searchNote:
      'Samples many, keeps what passes the public tests, groups what behaves alike, and submits 10 from the largest groups.',
    searched: 'Samples per problem',
    agreement: 'Tests the model writes (CodeT)',
    agreementNote:
      'The model writes assert lines too; the solutions that agree with most of them, and with each other, are chosen.',
    measure: 'Measure',
    measuring: 'Measuring…',
    waits: (why: string) => `${why}. Measuring waits until that is over.`,
    help: 'Nothing here touches training: the weights stay as they are, and measurements draw from random numbers of their own. What was sampled is kept with its verdicts for the model that wrote it, as far as this browser has room, and each different program is judged once: a second measurement samples and judges only what the first one lacked. Runs on generated inputs and on written tests are done again.',
    judging: 'judging',
    probes: 'the runs on generated inputs',
    testRuns: 'the runs on written tests',
    estimate: (samples: number, time: string | null, onTop: readonly string[]) =>
      `At most ${counted(samples, 'completion')}${time === null ? '' : `: about ${time} of sampling on this device`}; ${onTop.join(', ')} ${onTop.length === 1 ? 'comes' : 'come'} on top.`,
  },
  measureProgress: {
    goOn: 'Go on',
    pause: 'Pause',
    stop: 'Stop',
    stopping: 'Stopping…',
    label: 'Progress of the measurement',
    loading: 'Loading the model',
    done: (done: number, of: number, share: string) =>
      `${done.toLocaleString('en-GB')} of ${of.toLocaleString('en-GB')} (${share})`,
    temperature: (temperature: number) => `temperature ${temperature}`,
    paused: 'paused',
    kept: 'Stop keeps what was sampled and judged; the same measurement goes on from there.',
  },
  measureGains: {
    oneModel:
      'One model was measured: how good it is, not whether it got better. Train, and measure again with the trained model beside it.',
    title: 'Verdicts',
    against: (other: string, base: string) => `${other} against ${base}`,
    caption: 'Differences in percentage points with 95% intervals',
    measure: 'Measure',
    same: 'Same temperature',
    bothAt: (temperature: number) => `both at ${temperature}`,
    best: 'Each at its best',
    bestAt: (other: number, name: string, base: number) => `${other}, ${name} at ${base}`,
    greedy: 'Δgreedy',
    help: 'Percentage points; in small type the 95% interval over problems, both models’ problems redrawn together. The verdict asks more, so that chance alone seldom makes one: 0 must lie outside of the 97.5% interval over problems and of the 95% interval of redrawing samples.',
    leftOut: (problems: string) => `Left out, since only one model has samples of them: ${problems}.`,
    interval: (low: string, high: string) => `${low} to ${high}`,
  },
  measurePairs: {
    same: 'Same temperature',
    best: 'Each at its best',
    orders: {
      gain: 'largest gain',
      loss: 'largest loss',
      base: 'hardest for the base',
      name: 'name',
    },
    temperatures: 'Temperatures',
    title: (k: number) => `Problem by problem, pass@${k}`,
    help: (base: string, baseAt: number, other: string, otherAt: number) =>
      `Hollow: ${base} at temperature ${baseAt}; filled: ${other} at ${otherAt}. The pale bar is the 95% interval of the difference, were the samples drawn again. Look for problems that moved left.`,
    moved: (won: number, of: number, lost: number) => `${won} of ${of} rose and ${lost} fell by more than chance does.`,
    label: (title: string, won: number, of: number, lost: number) =>
      `${title}: ${won} of ${of} problems rose, ${lost} fell; the table has the numbers`,
    sorted: 'Sorted by',
    problem: 'Problem',
    difference: 'Difference (points)',
    interval: (low: string, high: string) => `${low} to ${high}`,
    first: (n: number) => `Only the first ${n}`,
    all: (n: number) => `Show all ${n} problems`,
  },
  measureCurve: {
    title: 'pass@k, model by model',
    help: (n: number, temperature: number) =>
      `Chance that at least one of k programs passes every test: unbiased (Chen et al. 2021), n = ${n} per problem at temperature ${temperature}.`,
    overProblems: 'Over problems',
    overSamples: 'Over samples',
    bandsOver: {
      problems: 'Bands, 95%, over problems: how far the mean would move with other problems of this kind.',
      samples: 'Bands, 95%, over samples: how far it would move with other samples of these very problems.',
    },
    rings: 'Rings: greedy completions, which are one try and no more.',
    nothing: 'Not measured',
    temperature: 'Temperature',
    bands: 'Bands',
    biased: 'Add the biased formula',
    biasedHelp: 'Dashed. It draws with replacement and so comes out too low for every k above 1.',
  },
  measureTemperatures: {
    title: 'Temperature by temperature',
    help: (n: number) => `n = ${n} per problem; in small type the 95% band over problems.`,
    label: 'Rates by temperature',
    model: 'Model',
    temperature: 'Temperature',
    best: 'best pass@1',
    greedy: 'greedy',
    oneCompletion: '(one completion: no k above 1)',
    over: (problems: number) => `over ${counted(problems, 'problem')}`,
  },
  measureSearch: {
    title: 'AlphaCode search',
    intro: (samples: number, temperature: number, probes: number, submissions: number) =>
      `${counted(samples, 'sample')} of each problem at temperature ${temperature}. Those that pass the public tests are run on ${probes} generated inputs; samples that behave alike on all of them are one cluster. From the largest cluster to the smallest and round again, each time with a program that was not sent yet, up to ${submissions} are submitted; only then do hidden tests say which are right.`,
    choose: 'Choose a problem to see its own funnel, its clusters and what was submitted.',
    funnel: (where: string) => `Funnel: ${where}`,
    funnelHelp: (model: string, samples: number, temperature: number) =>
      `${model}, ${counted(samples, 'sample')} per problem at temperature ${temperature}. Widths are logarithmic. Look for the narrowest neck: that is where right programs get lost or where there were none.`,
    unprobed: (n: number) =>
      `${counted(n, 'sample')} could not be run on inputs through our fault and are in no cluster.`,
    whole: 'Back to the whole set',
    station: 'Station',
    count: 'Count',
    share: 'Share',
    under: (name: string) => `${name} under pass@k`,
    curveHelp: (name: string, submissions: number, model: string, temperature: number, samples: number) =>
      `${name}: share of problems solved by ${submissions} submissions out of k samples; ${model}, temperature ${temperature}, mean over draws from ${samples.toLocaleString('en-GB')}, band 95% over problems. pass@k is what a filter that is never wrong would reach. Look at the gap: right programs that were there and not submitted.`,
    solvedAxis: 'solved',
    nothing: 'Not measured',
    label: 'The search, problem by problem',
    problem: 'Problem',
  },
  measureClusters: {
    of: (problem: string) => `Clusters of ${problem}`,
    nothing: 'No sample passes the public tests: there is nothing to submit.',
    help: 'A bar is the samples that behave alike; the numbers are submissions in their order.',
    noneRight: 'None of them is right.',
    firstRight: (order: number) =>
      `Number ${order} is the first that is right: the size of a cluster ${order === 1 ? 'pointed to it' : 'did not point to it at once'}.`,
    samples: (n: number) => counted(n, 'sample'),
    show: (order: number, right: boolean) => `Submission ${order}, ${right ? 'right' : 'wrong'}: show its program`,
    more: (n: number) => `and ${counted(n, 'smaller cluster')}.`,
    submission: (order: number, right: boolean) => `Submission ${order}: ${right ? 'right' : 'wrong'}`,
    program: (order: number) => `Program of submission ${order}`,
    text: (n: number) => `${counted(n, 'sample')} with this very text. Hidden tests were asked after it was chosen.`,
  },
  measureAgreement: {
    title: 'Tests the model writes',
    intro:
      'Solutions S and written tests T that all pass each other are a consensus set; the best set wins. The paper scores |S|·|T|, the code released with it √|S|·|T|, which trusts many tests more than many solutions. Look at the share of right tests first: where most are wrong, agreement can only mislead.',
    asked: (
      {
        solutions,
        testSamples,
        testsPerSample,
        temperature,
      }: {
        readonly solutions: number;
        readonly testSamples: number;
        readonly testsPerSample: number;
        readonly temperature: number;
      },
      pairs: number,
    ) =>
      `${solutions} solutions and up to ${testSamples} × ${testsPerSample} tests per problem at temperature ${temperature}; ${counted(pairs, 'pair')} run, each once.`,
    label: 'Agreement, problem by problem',
    problem: 'Problem',
    written: 'Tests written',
    valid: 'Can be run',
    right: 'Right',
    without: 'pass@1 without',
    product: 'Product',
    sqrt: 'Square root',
    disagree: 'scores disagree',
    differ: (n: number) => `${n} differ`,
    picks: (disagreeing: number, of: number) =>
      disagreeing === 0
        ? 'The two scores pick the same set everywhere.'
        : `The two scores pick different sets on ${disagreeing} of ${counted(of, 'problem')}.`,
    help: (nothing: string) =>
      `Under product and square root: chance that a sample of the chosen set is right. ${nothing}: no solution passes any written test.`,
    tie: (n: number) => `${n} tie`,
  },
  measureSelections: {
    title: 'One choice among the same samples',
    help: (samples: number, model: string, temperature: number) =>
      `pass@1 after a choice among n = ${samples} samples per problem; ${model}, temperature ${temperature}, 95% bands over problems. Look how far each way gets from “any sample”, which chooses nothing, to the oracle, which is never wrong.`,
    choice: 'Choice',
    band: '95% band',
  },

  sets: {
    lecture: { title: 'The ten', help: 'Training can visit these problems, never their hidden tests.' },
    phrasings: {
      title: 'Unseen phrasings',
      help: 'Known tasks, asked in words that neither training nor pre-training held.',
    },
    compositions: { title: 'Unseen compositions', help: 'Known tasks combined in ways that were never shown.' },
  },
  timeline: {
    phases: { sample: 'Sampling', judge: 'Judging', reference: 'Scoring', update: 'Updating' },
    ahead: (phase: string, step: number) => `${phase} step ${step} ahead`,
    label: (step: number, bars: string) => `Timeline of step ${step}: ${bars}`,
    inAll: (seconds: string) => `${seconds} s in all.`,
    overlap: (seconds: string) =>
      `Hatched: the next step was sampled already, ${seconds} s of it while these programs were judged.`,
  },

  time: {
    few: 'a few seconds left',
    left: (time: string) => `about ${time} left`,
  },
  losses: {
    title: 'Two losses on this batch',
    help: (step: number) =>
      `The programs and rewards of step ${step} again, once under each algorithm, from the same weights: without the noise of sampling, what is left is the loss. The newest step starts from the weights that it had, older ones from those of now. The model stays as it was. Possible while nothing is trained. Algorithms that need a model which this run did not have are not offered.`,
    first: 'First algorithm',
    second: 'Second algorithm',
    compare: 'Compare',
    comparing: 'Comparing…',
    thisRun: 'This run',
    rows: 'Attempts trained on',
    loss: 'Loss',
    gradNorm: 'Gradient norm',
    kl: 'KL to the reference (nats)',
    clipped: 'Tokens clipped low / high',
    moved: 'Weights moved by',
    step: (step: number) => `Step ${step}`,
    ends: (apart: string, cosine: string | null) =>
      cosine === null
        ? `The two updates end ${apart} apart.`
        : `The two updates end ${apart} apart, at a cosine of ${cosine} between their directions.`,
    differ: (largest: string, decisions: number) =>
      `The largest difference of ∂loss/∂log p of a token is ${largest}; ${counted(decisions, 'clip decision')} ${decisions === 1 ? 'differs' : 'differ'}.`,
  },

  // Tables of core that a translation puts its own words in place of.
  metrics: METRICS,
  presets: PRESETS,
  rewards: REWARDS,
  algorithms: ALGORITHMS as Readonly<Record<AlgorithmName, AlgorithmText>>,
  settings: SETTINGS,
  settingGroups: SETTING_GROUPS,
} as const;
