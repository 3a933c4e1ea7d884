/**
 * Every word of the page, in English. A translation is one more file of this shape, chosen in `words/index.ts`.
 * Sentences with values in them are functions of these values; names of metrics, settings and presets come from the tables
 * of `core`, which the command line reads too.
 */

import { ALGORITHMS } from '../../core/algorithms.ts';
import { SETTING_GROUPS, SETTINGS } from '../../core/config-docs.ts';
import { METRICS } from '../../core/metrics.ts';
import { PRESETS } from '../../core/presets.ts';
import { REWARDS } from '../../core/rewards.ts';

export const en = {
  page: {
    skip: 'Skip to the content',
    nothingLeaves:
      'Everything on this page runs in this tab: the model, the Python interpreter and the training. No program, test or result leaves it.',
    licence: 'Greenbar is free software under the Apache License 2.0.',
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

  problems: {
    ownSet: 'Your problems',
    ownSetHelp:
      'Written or imported by you, and trained on. Those without hidden tests are measured on the visible ones.',
  },

  runs: {
    title: 'Runs',
    told: {
      shown: (run: string) => `The page shows ${run}.`,
      loaded: (run: string) => `The model of ${run} is at hand: it can be measured, compared and exported.`,
      restored: (run: string) => `${run} is back.`,
      imported: (names: readonly string[]) => `Taken in: ${names.join('; ')}.`,
      persisted: (promised: boolean) =>
        promised
          ? 'The browser promised to keep the runs.'
          : 'The browser did not promise it. What matters can be taken out as a zip.',
    },
    gone: 'runs: expected this run in the history, found none: it may have been deleted in another tab',
    importFailed: (file: string, why: string) => `${file}: ${why}. Nothing was changed.`,
    unreadable: (why: string) => `The list of runs could not be read: ${why}.`,
  },

  offline: {
    title: 'Without a network',
    state: {
      waiting:
        'Once the model has loaded, everything is kept in this browser, so that the page works without a network.',
      held: 'Your browser is set to save data, so nothing was downloaded ahead. Everything takes about 45 MB.',
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
    choose: 'More curves',
    chosen: (count: number) => `${count} shown`,
    reset: 'As at first',
    absent: 'This run does not write it down.',
    earlier: 'Earlier runs, faint:',
    thisRun: 'This run',
    pick: 'Choose a step to see its programs',
    looked: (step: number) => `Its programs of step ${step} are shown under`,
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

  // Tables of core that a translation puts its own words in place of.
  metrics: METRICS,
  presets: PRESETS,
  rewards: REWARDS,
  algorithms: ALGORITHMS,
  settings: SETTINGS,
  settingGroups: SETTING_GROUPS,
} as const;
