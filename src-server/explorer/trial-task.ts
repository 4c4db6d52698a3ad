/** The input and output of a trial: plain data for threads, queues and files. */
import type { ExploreFile } from '../contract/scenario/explore-file.ts';
import type { ScenarioStep } from '../contract/scenario/scenario-step.ts';
import type { WorldContents } from '../contract/scenario/world-file.ts';
import type { ScheduledFault } from './schedule.ts';
import type { ClientEnd, TrialFault, TrialRecord } from './trial-record.ts';
import type { RuleBreach } from './verdict.ts';

export type ClientArguments = readonly [program: string, ...words: string[]];

/** The client, and the world that each trial starts with. */
export interface TrialTask {
  readonly command: ClientArguments;
  /** Working directory of the client. */
  readonly folder: string;
  /** One process runs many trials. */
  readonly isReused: boolean;
  /** Command that runs after the client; `null`: none. */
  readonly check: ClientArguments | null;
  /** Path of its webhook receiver; `null`: it registers its own, if any. */
  readonly webhookPath: string | null;
  readonly invariants: readonly ScenarioStep[];
  readonly always: ExploreFile['always'];
  readonly eventually: ExploreFile['eventually'];
  readonly world: TrialWorld;
  /** Virtual ms for each request. */
  readonly stepMs: number;
  /** Host ms without a request after which virtual time advances. */
  readonly idleMs: number;
  /** Host ms after which the client is stopped. */
  readonly timeoutMs: number;
  /** Number of requests in a second above which it is a storm. */
  readonly storm: number;
}

/** The initial world of each trial, as defined in the file. */
interface TrialWorld
  extends Pick<
    ExploreFile,
    'seed' | 'clock' | 'drift_check' | 'dividends' | 'settlement' | 'tier' | 'rules' | 'rate_limit'
  > {
  readonly contents: WorldContents;
  /** The file that defines it, and the folder that its references must not leave. */
  readonly file: string;
  readonly root: string;
}

/** One trial of a task. */
export interface TrialTerms {
  readonly schedule: readonly ScheduledFault[];
  /** The run without faults that the trial is compared with; `null`: the trial is that run. */
  readonly sound: TrialRecord | null;
  /** Whether to return everything that the report of a finding needs. */
  readonly withStory: boolean;
}

/** The result of every trial. */
export interface TrialReport {
  readonly end: ClientEnd;
  readonly findings: readonly RuleBreach[];
  readonly faults: readonly TrialFault[];
  /** The client's transitions, as a set of tokens; new tokens guide the search. */
  readonly behaviour: readonly string[];
  /** Host ms after which it abandoned requests whose responses a fault delayed. */
  readonly patienceMs: readonly number[];
  readonly requests: number;
  /** For a run without faults, and if `withStory` is set. */
  readonly story: TrialStory | null;
}

export interface TrialStory {
  readonly record: TrialRecord;
  /** The end of the client's output. */
  readonly output: string;
  /** Output of the check; `null`: there is none. */
  readonly checkOutput: string | null;
  /** A scenario that repeats the client's requests. */
  readonly scenario: string;
}
