/** API schemas of `/sim/explorations`, which find the faults that break a client (decisions Q1 to Q6). */
import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { count, real, text } from '../../fields/described.ts';
import { duration, numberWithin } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { SWEEP_STATES } from '../scenarios/sweeps.ts';

export const VERDICTS = ['wrong', 'misbehaving', 'weak'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** In this order. */
export const EXPLORATION_PHASES = ['without_faults', 'single_faults', 'pairs', 'random', 'shrinking', 'over'] as const;
export type ExplorationPhase = (typeof EXPLORATION_PHASES)[number];

/** Limits that may end the search of an exploration. */
const SEARCH_LIMITS = ['budget', 'trials'] as const;
export type SearchLimit = (typeof SEARCH_LIMITS)[number];

/** `missed`: the trial was run, and the fault hit nothing. */
const CELL_STATES = ['waiting', 'sound', 'missed', 'finding'] as const;
export type CellState = (typeof CELL_STATES)[number];

const MAX_BUDGET_MS = 7 * 86_400_000;
const argument = z.string().max(10_000);

export function isBudget(spanMs: number | null): boolean {
  return spanMs !== null && spanMs >= 1000 && spanMs <= MAX_BUDGET_MS;
}

/** `POST /sim/explorations`. */
export const startExploration = z
  .strictObject({
    command: z
      .array(argument)
      .min(1)
      .max(200)
      .optional()
      .describe('Command of the client, argument by argument; by default, the one in the file.'),
    file: z.string().min(1).max(1000).optional().describe('Path of an `explore.yaml`, relative to the folder.'),
    folder: z.string().min(1).max(1000).describe('Folder in which the client runs, as an absolute path.'),
    budget: duration
      .refine((span) => isBudget(parseDuration(span)), 'is not a duration from 1s to 7d')
      .default('10m')
      .describe('Host time in which to search for faults. Reruns of findings are not part of it.'),
    trials: numberWithin(BOUNDS.trials)
      .optional()
      .describe('Number of trials after which the search ends. Reruns of findings are not counted.'),
    seed: numberWithin(BOUNDS.seed).default(1).describe('Seed of the random schedules.'),
    only: z.enum(VERDICTS).optional().describe('Verdict of the findings to report; by default, all.'),
    jobs: numberWithin(BOUNDS.trialsAtOnce).optional().describe('Number of trials at a time.'),
    confirmation: z
      .string()
      .max(200)
      .optional()
      .describe(
        'The `confirmation` of the preview, once a person has agreed to what it shows. A page of the app needs it; a ' +
          'caller with the admin token may leave it out.',
      ),
  })
  .meta({ id: 'StartExploration', description: 'A client to explore.' });
export type StartExploration = z.output<typeof startExploration>;

/** `POST /sim/explorations/preview`. */
export const explorationPreview = z
  .strictObject({
    name: text('Name of the exploration.'),
    command: z.array(z.string()).describe('Command of the client that would run, argument by argument.'),
    check: z
      .array(z.string())
      .nullable()
      .describe('Command that would run after each trial, argument by argument; null: none.'),
    folder: text('Folder in which both would run.'),
    confirmation: text('Value that confirms exactly these commands in this folder.'),
  })
  .meta({ id: 'ExplorationPreview', description: 'The commands that an exploration would run.' });
export type ExplorationPreview = z.infer<typeof explorationPreview>;

const explorationFields = {
  name: text('Name of the exploration.'),
  command: z.array(z.string()).describe('Command of the client, argument by argument.'),
  folder: text('Folder in which the client runs.'),
  seed: count('Seed of the random schedules.'),
  phase: z
    .enum(EXPLORATION_PHASES)
    .describe(
      '`without_faults`: two runs that the others are compared with. Then follow every single fault, pairs where a ' +
        'fault led to new behaviour, and random schedules. `shrinking`: the search is over, and the schedules of ' +
        'findings are made smaller.',
    ),
  trials: count('Number of runs of the client, including reruns of findings.'),
  trials_per_second: real(
    'Trials that were run now per second of `elapsed_ms`; those of an earlier, resumed run do not count.',
  ),
  elapsed_ms: real('Host time since the exploration started, ms.'),
  search_left_ms: real('Host time left for the search, ms; null: it is over, or has no budget.').nullable(),
  ended_by: z
    .enum(SEARCH_LIMITS)
    .nullable()
    .describe('Limit that ended the search; null: none did, or the search has not ended.'),
  single_faults: count('Number of single faults, at every occurrence seen in the run without faults.'),
  single_faults_done: count('Number of single faults that have been tried.'),
  suspected: count('Number of findings that were seen and are being rerun; each becomes a finding, or is unconfirmed.'),
  unconfirmed: count('Number of findings that were seen once but not reproduced; they are not reported.'),
  unproven: z
    .string()
    .nullable()
    .describe(
      'Reason an exploration that is over proves nothing about the client, such as that no fault hit anything. Null: ' +
        'it proves something, or it is not over.',
    ),
  broken: count('Number of trials that could not be run.'),
  broken_reason: z
    .string()
    .nullable()
    .describe('Reason the first of these trials could not be run; null if there is none.'),
};

const explorationFinding = z
  .strictObject({
    number: count('Number of the finding, from 1; the folder of the first is `finding-001`.'),
    verdict: z
      .enum(VERDICTS)
      .describe(
        '`wrong`: the client does something wrong, or reports something untrue. `misbehaving`: it burdens the ' +
          'service. `weak`: it fails on a fault that passes by itself.',
      ),
    rule: text('Rule that the client breaks.'),
    text: text('Description of what happened.'),
    wanted: text('Correct behaviour.'),
    remedy: text('Suggested remedy.'),
    faults: z.array(z.string()).describe('Fewest and mildest faults that show the finding, as sentences.'),
    seen: count('Number of reruns in which the finding was seen again.'),
    runs: count('Number of reruns.'),
    output: text('Last part of the output of the client.'),
  })
  .meta({ id: 'ExplorationFinding', description: 'Faults that break the client.' });
export type ExplorationFinding = z.infer<typeof explorationFinding>;

const coverageCell = z
  .strictObject({
    target: text('Operation, type of event, or exchange.'),
    fault: text('Kind of fault.'),
    occurrence: count('Occurrence of its target that the fault hits, from 1.'),
    state: z
      .enum(CELL_STATES)
      .describe(
        '`finding`: the client broke a rule; several faults may show one finding. `sound`: the client behaved correctly. `missed`: the fault hit nothing. `waiting`: it has not been tried yet.',
      ),
    finding: z
      .int()
      .positive()
      .nullable()
      .describe(
        'Number of the finding that this fault showed; null: none, it is not confirmed yet, or `only` leaves it out.',
      ),
  })
  .meta({ id: 'ExplorationCell', description: 'A single fault, and its outcome.' });
export type CoverageCell = z.infer<typeof coverageCell>;

/** The JSON document that `ballast explore --json` prints. */
export const explorationReport = z
  .strictObject({
    ...explorationFields,
    cells: z.array(coverageCell).describe('Every single fault, in the order of the search.'),
    findings: z.array(explorationFinding).describe('Findings, in the order in which the search found them.'),
  })
  .meta({ id: 'ExplorationReport', description: 'Which faults break a client.' });
export type ExplorationReport = z.infer<typeof explorationReport>;

const ofServer = {
  exploration_id: text('Identifier of the exploration.'),
  status: z
    .enum(SWEEP_STATES)
    .describe('`queued`: the exploration waits for its turn. `broken`: `error` says why it could not continue.'),
  error: z.string().nullable().describe('Reason the exploration failed; null if it did not.'),
  request: z
    .strictObject({
      file: z.string().nullable().describe('Path of its `explore.yaml`, relative to the folder; null: none.'),
      budget: text('Host time in which to search for faults. Reruns of findings are not part of it.'),
      trials: z
        .int()
        .nullable()
        .describe(
          'Number of trials after which the search ends, without reruns of findings; null: as many as the budget allows.',
        ),
      only: z.enum(VERDICTS).nullable().describe('Verdict of the findings that are reported; null: all.'),
      jobs: z.int().nullable().describe('Number of trials at a time; null: as many as keep the cores busy.'),
    })
    .describe('What was requested, besides command, folder and seed.'),
};

export const explorationFacts = z
  .strictObject({ ...ofServer, ...explorationFields, findings: count('Number of findings so far.') })
  .meta({ id: 'ExplorationFacts', description: 'An exploration and its progress.' });
export type ExplorationFacts = z.infer<typeof explorationFacts>;

export const explorationList = z
  .strictObject({
    explorations: z.array(explorationFacts).describe('Stored explorations, oldest first.'),
    runs_clients: z
      .boolean()
      .describe('Whether this server runs clients: it was started with `--allow-commands`, or by the desktop app.'),
  })
  .meta({ id: 'ExplorationList', description: 'The latest explorations.' });

export const exploration = z
  .strictObject({ ...ofServer, ...explorationReport.shape })
  .meta({ id: 'Exploration', description: 'An exploration with its coverage and its findings.' });
export type ExplorationWire = z.infer<typeof exploration>;

/** Files of a finding. */
export const FINDING_FILES = ['story.html', 'scenario.yaml', 'explore.yaml', 'test.mjs'] as const;
export type FindingFile = (typeof FINDING_FILES)[number];
