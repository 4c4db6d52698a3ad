/** What is asked for when a scenario is played, and what comes of it: plain data that goes through threads, queues and files. */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { ChartSeries } from '../ledger/chart-series.ts';
import type { Figures } from '../ledger/figures.ts';

export interface PlayJob {
  readonly file: string;
  /** Folder that includes and series must not leave. */
  readonly root: string;
  /** `null`: the file's own. */
  readonly seed: number | null;
  /** New values by JSON pointer into the file, or by name of one of its `variables`. */
  readonly vary: Readonly<Record<string, Json>>;
  /** Folder of the world; `null` keeps it in memory. */
  readonly dataDir: string | null;
  /** Virtual time, ms; nothing that lies beyond is done. `null`: everything is. */
  readonly untilMs: number | null;
  /** After this step (0-based, as in `PlayOutcome.steps`) the world is saved, stopped and restored; `null`: never. */
  readonly restoreAfterStep: number | null;
  /** `all`: the event log and the curves of charts too; `past`: the whole world besides, to be looked at. */
  readonly retain: 'figures' | 'all' | 'history';
}

export interface PlayObserver {
  /** `total` grows while a step repeats itself as often as only the run can say. */
  onStep?(done: number, total: number, step: StepResult): void;
  readonly signal?: AbortSignal;
  /** Is waited for before each step; `index` counts from 0, what repeats counts each time. */
  beforeStep?(index: number, step: ScenarioStep, context: StepContext): Promise<void>;
  /** Hears of every answer that a step gets over HTTP. */
  onAnswer?(exchange: HttpInteraction): void;
}

/** What was sent to the world's server, and what came back. */
export interface HttpInteraction {
  readonly method: string;
  readonly url: string;
  /** Body as it was sent; `null`: none. */
  readonly sent: string | null;
  /** Names in small letters. */
  readonly sentHeaders: Readonly<Record<string, string>>;
  /** `null`: nothing whole came back. */
  readonly status: number | null;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a step will be, and the world before it. */
export interface StepContext {
  /** The step in words. */
  readonly title: string;
  readonly file: string;
  readonly line: number;
  /** Virtual time. */
  readonly nowMs: number;
  /** What was logged since the step before began, oldest first. */
  readonly events: readonly LoggedEvent[];
}

export interface StepResult {
  /** From 0, in the order of the run. */
  readonly index: number;
  /** The step in words. */
  readonly title: string;
  /** Virtual time when it began, ISO 8601. */
  readonly at: string;
  /** Why it failed, one line each; empty when it passed. */
  readonly failures: readonly string[];
  /** Where it is written: its file (that of the include), and place in it from 1. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON pointer in its file. */
  readonly pointer: string;
  /** How many events the log had when it began. */
  readonly eventsBefore: number;
  /** `X-Request-Id` of the request that the step sent, the last one of several; `null`: it sent none. */
  readonly requestId: string | null;
}

/** One link of what led to a failure, as in `GET /sim/trace/{id}`. */
export interface TraceLink {
  readonly id: string;
  readonly parent: string | null;
  readonly kind: string;
  readonly at: string;
  readonly title: string;
  readonly status: string | null;
}

export interface FailureTrace {
  /** What it is about: a request or a rebalance; `null` where the failing step concerns neither. */
  readonly id: string | null;
  readonly links: readonly TraceLink[];
  /** True where there are more links than are shown. */
  readonly isCut: boolean;
  /** The last entries of the event log, oldest first. */
  readonly lastEvents: readonly LoggedEvent[];
}

export interface PlayOutcome {
  /** `bad`: the file cannot be played, and nothing was started. `stopped`: by the observer's signal, not by a failure. */
  readonly status: 'passed' | 'failed' | 'stopped' | 'bad';
  readonly file: string;
  readonly name: string;
  readonly description: string | null;
  readonly seed: number;
  readonly vary: Readonly<Record<string, Json>>;
  /** What is wrong with a bad file, one line each with its place; or why the whole run failed besides its steps. */
  readonly faults: readonly string[];
  readonly steps: readonly StepResult[];
  /** Empty with `retain: 'figures'`. */
  readonly events: readonly LoggedEvent[];
  readonly eventCount: number;
  /** Head of the event log's hash chain, hexadecimal. */
  readonly head: string;
  /** `null` where nothing was run. */
  readonly figures: Figures | null;
  /** `null` with `retain: 'figures'`. */
  readonly series: ChartSeries | null;
  /** The world at its end, the bytes of a database; with `retain: 'history'`, where it is not too large. */
  readonly image?: Uint8Array;
  /** `null` where nothing failed. */
  readonly trace: FailureTrace | null;
  /** Host time. */
  readonly durationMs: number;
  /** Virtual time that passed. */
  readonly simulatedMs: number;
}
