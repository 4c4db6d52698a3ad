/** What an exploration gives a trial to do, and what it hears of it: plain data for threads, queues and files. */
import type { ExploreFile } from '../contract/scenario/explore-file.ts';
import type { ScenarioStep } from '../contract/scenario/scenario-step.ts';
import type { WorldContents } from '../contract/scenario/world-file.ts';
import type { ScheduledFault } from './schedule.ts';
import type { ClientEnd, TrialFault, TrialRecord } from './trial-record.ts';
import type { RuleBreach } from './verdict.ts';

export type ClientArguments = readonly [program: string, ...words: string[]];

/** The client and the world that it meets in each trial. */
export interface TrialTask {
  readonly command: ClientArguments;
  /** Where it runs. */
  readonly folder: string;
  /** It runs many trials in one process. */
  readonly isReused: boolean;
  /** Runs after it; `null`: nothing does. */
  readonly check: ClientArguments | null;
  /** Path of its receiver of webhooks; `null`: it registers its own, if any. */
  readonly webhookPath: string | null;
  readonly invariants: readonly ScenarioStep[];
  readonly always: ExploreFile['always'];
  readonly eventually: ExploreFile['eventually'];
  readonly world: TrialWorld;
  /** Virtual ms for each request. */
  readonly stepMs: number;
  /** Host ms without a request after which time goes on. */
  readonly idleMs: number;
  /** Host ms that it has. */
  readonly timeoutMs: number;
  /** Requests in a second from which on it is a storm. */
  readonly storm: number;
}

/** What the world of each trial begins with, as the file says it. */
interface TrialWorld
  extends Pick<
    ExploreFile,
    'seed' | 'clock' | 'drift_check' | 'dividends' | 'settlement' | 'tier' | 'rules' | 'rate_limit'
  > {
  readonly contents: WorldContents;
  /** The file that says it, and the folder that its references must not leave. */
  readonly file: string;
  readonly root: string;
}

/** One trial of a task. */
export interface TrialTerms {
  readonly schedule: readonly ScheduledFault[];
  /** The run without faults that it is held against; `null`: it is that run. */
  readonly sound: TrialRecord | null;
  /** Whether everything is handed back of which a story is told. */
  readonly withStory: boolean;
}

/** What is heard of every trial. */
export interface TrialReport {
  readonly end: ClientEnd;
  readonly findings: readonly RuleBreach[];
  readonly faults: readonly TrialFault[];
  /** What the client did after what, as a set of words: what is new in it leads the search. */
  readonly behaviour: readonly string[];
  /** Host ms after which it gave up requests whose answers a fault kept back. */
  readonly patienceMs: readonly number[];
  readonly requests: number;
  /** Of a run without faults, and where a story is told. */
  readonly story: TrialStory | null;
}

export interface TrialStory {
  readonly record: TrialRecord;
  /** The last of what the client said. */
  readonly output: string;
  /** What the check said; `null`: there is none. */
  readonly checkOutput: string | null;
  /** A scenario that replays what the client did. */
  readonly scenario: string;
}
