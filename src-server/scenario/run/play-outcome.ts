/** The job of running a scenario and its outcome: plain data for threads, queues and files. */
import type { PLAY_STATUSES } from '../../contract/control/scenarios/replay-report.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { ChartSeries } from '../ledger/chart-series.ts';
import type { Figures } from '../ledger/figures.ts';

export interface PlayJob {
  readonly file: string;
  /** The folder that includes and series must not leave. */
  readonly root: string;
  /** `null`: the seed of the file. */
  readonly seed: number | null;
  /** New values by JSON pointer into the file, or by name of one of its `variables`. */
  readonly vary: Readonly<Record<string, Json>>;
  /** Folder of the world; `null` uses memory. */
  readonly dataDir: string | null;
  /** Virtual time, ms, at which the run ends; `null`: no limit. */
  readonly untilMs: number | null;
  /** After this step (0-based, as in `PlayOutcome.steps`) the world is saved, stopped and restored; `null`: never. */
  readonly restoreAfterStep: number | null;
  /**
   * `all` adds the event log and the curves of charts; `history` also adds the whole world, to view it at any event.
   */
  readonly retain: 'figures' | 'all' | 'history';
}

export interface PlayObserver {
  /** `total` grows if a step repeats itself a number of times that is only known in the run. */
  onStep?(done: number, total: number, step: StepResult): void;
  readonly signal?: AbortSignal;
  /** Awaited before each step; `index` counts from 0, and every repetition of a step counts. */
  beforeStep?(index: number, step: ScenarioStep, context: StepContext): Promise<void>;
  /** Called with every HTTP response that a step gets. */
  onResponse?(exchange: HttpInteraction): void;
}

/** A request to the world's server and its response. */
export interface HttpInteraction {
  readonly method: string;
  readonly url: string;
  /** The body as sent; `null`: none. */
  readonly sent: string | null;
  /** Names are in lower case. */
  readonly sentHeaders: Readonly<Record<string, string>>;
  /** `null`: no complete response. */
  readonly status: number | null;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The next step, and the world before it. */
export interface StepContext {
  /** The title of the step, or its description. */
  readonly title: string;
  readonly file: string;
  readonly line: number;
  /** Virtual time. */
  readonly nowMs: number;
  /** Events since the previous step began, oldest first. */
  readonly events: readonly LoggedEvent[];
}

export interface StepResult {
  /** From 0, in the order of the run. */
  readonly index: number;
  /** The title of the step, or its description. */
  readonly title: string;
  /** Virtual time when it began, ISO 8601. */
  readonly at: string;
  /** Why it failed, one line each; empty when it passed. */
  readonly failures: readonly string[];
  /** Its output; `null`: none. */
  readonly printed: string | null;
  /** Why it was skipped; `null`: it was not. */
  readonly skipped: string | null;
  /** Place of the step: its file (that of the include) and its position there, from 1. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON pointer in its file. */
  readonly pointer: string;
  /** The number of events in the log when it began. */
  readonly eventsBefore: number;
  /** `X-Request-Id` of the request that the step sent, the last one of several; `null`: it sent none. */
  readonly requestId: string | null;
}

/** One link of the chain of causes of a failure, as in `GET /sim/trace/{id}`. */
interface TraceLink {
  readonly id: string;
  readonly parent: string | null;
  readonly kind: string;
  readonly at: string;
  readonly title: string;
  readonly status: string | null;
}

export interface FailureTrace {
  /** The traced request or rebalance; `null` if the failing step concerns neither. */
  readonly id: string | null;
  readonly links: readonly TraceLink[];
  /** True if there are more links than are shown. */
  readonly isCut: boolean;
  /** The last entries of the event log, oldest first. */
  readonly lastEvents: readonly LoggedEvent[];
}

export interface PlayOutcome {
  readonly status: (typeof PLAY_STATUSES)[number];
  readonly file: string;
  readonly name: string;
  readonly description: string | null;
  readonly seed: number;
  readonly vary: Readonly<Record<string, Json>>;
  /**
   * The proof of a run without a failure (decision K118). `unmet`: a fault or stub that it set hit nothing, and `faults`
   * names it. `unchecked`: no step checks anything, so that only a comparison of its log or its figures can prove
   * something.
   */
  readonly proof: 'checked' | 'unchecked' | 'unmet';
  /** The errors of a bad file with their places, or why the whole run failed apart from its steps; one line each. */
  readonly faults: readonly string[];
  /** The error of the machine that ended the run before it had a result. */
  readonly machine?: string;
  readonly steps: readonly StepResult[];
  /** Empty with `retain: 'figures'`. */
  readonly events: readonly LoggedEvent[];
  readonly eventCount: number;
  /** Head of the event log's hash chain, hexadecimal. */
  readonly head: string;
  /** `null` if nothing was run. */
  readonly figures: Figures | null;
  /** `null` with `retain: 'figures'`. */
  readonly series: ChartSeries | null;
  /** The world at its end as the bytes of a database; with `retain: 'history'`, unless it is too large. */
  readonly image?: Uint8Array;
  /** `null` if nothing failed. */
  readonly trace: FailureTrace | null;
  /** Host time. */
  readonly durationMs: number;
  /** Virtual time that passed. */
  readonly simulatedMs: number;
}
