/** Wire schemas of `/sim/explorations`: which faults break a client (decisions Q1 to Q6). */
import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { count, real, text } from '../../fields/described.ts';
import { duration } from '../../fields/fields.ts';
import { SWEEP_STATES } from '../scenarios/sweeps.ts';

export const VERDICTS = ['wrong', 'misbehaving', 'weak'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** In this order. */
export const EXPLORATION_PHASES = ['without_faults', 'single_faults', 'pairs', 'random', 'shrinking', 'over'] as const;
export type ExplorationPhase = (typeof EXPLORATION_PHASES)[number];

/** `missed`: the trial was run, and the fault hit nothing. */
export const CELL_STATES = ['waiting', 'sound', 'missed', 'finding'] as const;
export type CellState = (typeof CELL_STATES)[number];

const MOST_BUDGET_MS = 7 * 86_400_000;
const argument = z.string().max(10_000);

export function isBudget(spanMs: number | null): boolean {
  return spanMs !== null && spanMs >= 1000 && spanMs <= MOST_BUDGET_MS;
}

/** `POST /sim/explorations`. */
export const startExploration = z
  .strictObject({
    command: z
      .array(argument)
      .min(1)
      .max(200)
      .optional()
      .describe('The client, argument by argument; that of the file where it is left out.'),
    file: z.string().min(1).max(1000).optional().describe('An `explore.yaml`, relative to the folder.'),
    folder: z.string().min(1).max(1000).describe('Where the client runs: an absolute path.'),
    budget: duration
      .refine((span) => isBudget(parseDuration(span)), 'is not a duration from 1s to 7d')
      .default('10m')
      .describe('Host time in which faults are looked for.'),
    trials: z.int().min(1).max(10_000_000).optional().describe('The search ends after so many trials.'),
    seed: z.int().nonnegative().default(1).describe('Seed of the random schedules.'),
    only: z.enum(VERDICTS).optional().describe('Only findings of this verdict; every kind where it is left out.'),
    jobs: z.int().min(1).max(256).optional().describe('Trials at once.'),
    confirmation: z
      .string()
      .max(200)
      .optional()
      .describe(
        'That of the preview, once a person has agreed to what it shows. A page of the app needs it; a caller with the admin token may leave it out.',
      ),
  })
  .meta({ id: 'StartExploration', description: 'A client to explore.' });
export type StartExploration = z.output<typeof startExploration>;

/** `POST /sim/explorations/preview`. */
export const explorationPreview = z
  .strictObject({
    name: text('Name of the exploration.'),
    command: z.array(z.string()).describe('The client that would run, argument by argument.'),
    check: z
      .array(z.string())
      .nullable()
      .describe('What would run after each trial, argument by argument; null: nothing.'),
    folder: text('Where both would run.'),
    confirmation: text('Stands for exactly these commands in this folder.'),
  })
  .meta({ id: 'ExplorationPreview', description: 'The commands that an exploration would run.' });
export type ExplorationPreview = z.infer<typeof explorationPreview>;

const explorationFields = {
  name: text('Name of the exploration.'),
  command: z.array(z.string()).describe('The client, argument by argument.'),
  folder: text('Where it runs.'),
  seed: count('Seed of the random schedules.'),
  phase: z
    .enum(EXPLORATION_PHASES)
    .describe(
      '`without_faults`: two runs that the others are held against. Then every single fault, pairs where a fault led to new behaviour, and random schedules. `shrinking`: the search is over, and findings are made smaller.',
    ),
  trials: count('Runs of the client, with those of findings that are run again.'),
  trials_per_second: real('Of the latest 15 s of host time.'),
  elapsed_ms: real('Host time since it began, ms.'),
  single_faults: count('Single faults at every occurrence that the run without faults has shown.'),
  single_faults_done: count('Of them, tried.'),
  unconfirmed: count('Findings that were seen once and never again; they are not told.'),
  unproven: z
    .string()
    .nullable()
    .describe(
      'Why an exploration that is over says nothing about the client, such as that no fault hit anything. Null: it says something, or it is not over.',
    ),
  broken: count('Trials that could not be run.'),
  broken_reason: z.string().nullable().describe('Why the first of those could not; null where there is none.'),
};

export const explorationFinding = z
  .strictObject({
    number: count('From 1; `finding-001` is its folder.'),
    verdict: z
      .enum(VERDICTS)
      .describe(
        '`wrong`: it does or believes what is not so. `misbehaving`: it burdens the service. `weak`: it falls over what passes by itself.',
      ),
    rule: text('The rule that it breaks.'),
    text: text('What happened.'),
    wanted: text('What would have been right.'),
    remedy: text('What to do about it.'),
    faults: z.array(z.string()).describe('As few and as mild faults as show it, as sentences.'),
    seen: count('How often it was seen when it was run again.'),
    runs: count('How often it was run again.'),
    output: text('The last of what the client said.'),
  })
  .meta({ id: 'ExplorationFinding', description: 'Faults that break the client.' });
export type ExplorationFinding = z.infer<typeof explorationFinding>;

export const coverageCell = z
  .strictObject({
    target: text('Operation, type of event, or exchange.'),
    fault: text('Kind of the fault.'),
    occurrence: count('Which of the occurrences of its target it hits, from 1.'),
    state: z
      .enum(CELL_STATES)
      .describe('`sound`: the client did well. `missed`: it hit nothing. `waiting`: it was not tried yet.'),
  })
  .meta({ id: 'ExplorationCell', description: 'A single fault, and what came of it.' });
export type CoverageCell = z.infer<typeof coverageCell>;

/** What `ballast explore --json` prints. */
export const explorationReport = z
  .strictObject({
    ...explorationFields,
    cells: z.array(coverageCell).describe('Every single fault, in the order of the search.'),
    findings: z.array(explorationFinding).describe('In the order in which the search came upon them.'),
  })
  .meta({ id: 'ExplorationReport', description: 'Which faults break a client.' });
export type ExplorationReport = z.infer<typeof explorationReport>;

const ofServer = {
  exploration_id: text('Its identifier.'),
  status: z.enum(SWEEP_STATES).describe('`queued`: another goes first. `broken`: `error` says why it could not go on.'),
  error: z.string().nullable().describe('Why it broke down; null where it did not.'),
  request: z
    .strictObject({
      file: z.string().nullable().describe('Its `explore.yaml`, relative to the folder; null: none.'),
      budget: text('Host time in which faults are looked for.'),
      trials: z.int().nullable().describe('Trials after which the search ends; null: as many as the budget allows.'),
      only: z.enum(VERDICTS).nullable().describe('Verdict of the findings that are reported; null: every one.'),
      jobs: z.int().nullable().describe('Trials at once; null: as many as keep the cores busy.'),
    })
    .describe('What was asked for, besides command, folder and seed.'),
};

export const explorationFacts = z
  .strictObject({ ...ofServer, ...explorationFields, findings: count('Findings so far.') })
  .meta({ id: 'ExplorationFacts', description: 'An exploration, and how far it is.' });
export type ExplorationFacts = z.infer<typeof explorationFacts>;

export const explorationList = z
  .strictObject({ explorations: z.array(explorationFacts).describe('The stored ones, oldest first.') })
  .meta({ id: 'ExplorationList', description: 'The latest explorations.' });
export type ExplorationList = z.infer<typeof explorationList>;

export const exploration = z
  .strictObject({ ...ofServer, ...explorationReport.shape })
  .meta({ id: 'Exploration', description: 'An exploration with its coverage and its findings.' });
export type ExplorationWire = z.infer<typeof exploration>;

/** Files of a finding. */
export const FINDING_FILES = ['story.html', 'scenario.yaml', 'explore.yaml', 'test.mjs'] as const;
export type FindingFile = (typeof FINDING_FILES)[number];
